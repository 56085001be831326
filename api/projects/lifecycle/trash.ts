import { ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { keptFor } from '../../retention/kept-for.ts'
import { findTrashedProjects } from './trash.queries.ts'

const DAY_MS = 86_400_000

type TrashedRow = Awaited<ReturnType<typeof findTrashedProjects>>[number]
export type TrashedProject = TrashedRow & { days_remaining: number | null; retention_days: number | null }

/** The caller's deleted projects that can still come back, last deleted first. Retention off keeps them for ever. */
export async function listTrash(ctx: Ctx<unknown>): Promise<TrashedProject[]> {
  const retentionDays = await keptFor(ctx, 'SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS')
  const now = ctx.services.clock.now().getTime()
  const rows = await findTrashedProjects(ctx, actingAccount(ctx).id)
  return rows.flatMap((row): TrashedProject[] => {
    if (retentionDays === null) return [{ ...row, days_remaining: null, retention_days: null }]
    const endMs = new Date(row.deleted_at ?? now).getTime() + retentionDays * DAY_MS
    if (endMs <= now) return []
    return [{ ...row, days_remaining: Math.ceil((endMs - now) / DAY_MS), retention_days: retentionDays }]
  })
}

export function presentTrashed({ program_id: _, deleted_by_id: deletedBy, role, ...project }: TrashedProject): object {
  return {
    ...project,
    deleted_at: instantText(project.deleted_at),
    deleted_by: deletedBy,
    my_role: role,
    can_restore: role === ROLE.owner,
  }
}
