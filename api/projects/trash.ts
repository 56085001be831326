import { ROLE } from '../access/roles.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { instantText, sql } from '../platform/db/sql.ts'

const DAY_MS = 86_400_000

export interface TrashedProject {
  id: string
  name: string
  code: string
  programId: string | null
  deletedAt: string | null
  deletedBy: string | null
  deletedByName: string | null
  role: number
  daysRemaining: number | null
  retentionDays: number | null
}

/** The caller's deleted projects that can still come back, last deleted first. Retention off keeps them for ever. */
export async function listTrash(ctx: Ctx<unknown>): Promise<TrashedProject[]> {
  const retentionDays = ctx.services.config.projectSoftDeleteRetentionDays
  const now = ctx.services.clock.now().getTime()
  const rows = await sql<Omit<TrashedProject, 'daysRemaining' | 'retentionDays'>>(
    ctx,
    `select p.id, p.name, p.code, p.program_id as "programId", p.deleted_at as "deletedAt", p.deleted_by_id as "deletedBy", m.role,
       coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.username) as "deletedByName"
     from projects p
     join project_members m on m.project_id = p.id and m.account_id = $1 and not m.is_deleted
     left join accounts a on a.id = p.deleted_by_id
     where p.is_deleted order by p.deleted_at desc, p.id`,
    [actingAccount(ctx).id],
  )
  return rows.flatMap((row): TrashedProject[] => {
    if (retentionDays === null) return [{ ...row, daysRemaining: null, retentionDays: null }]
    const endMs = new Date(row.deletedAt ?? now).getTime() + retentionDays * DAY_MS
    if (endMs <= now) return []
    return [{ ...row, daysRemaining: Math.ceil((endMs - now) / DAY_MS), retentionDays }]
  })
}

export function presentTrashed(project: TrashedProject): object {
  return {
    id: project.id,
    name: project.name,
    code: project.code,
    deleted_at: instantText(project.deletedAt),
    deleted_by: project.deletedBy,
    deleted_by_name: project.deletedByName,
    days_remaining: project.daysRemaining,
    retention_days: project.retentionDays,
    my_role: project.role,
    can_restore: project.role === ROLE.owner,
  }
}
