import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { WORKSPACE_ROLE } from './roles.ts'

/** Role of an account in a live project, or null. Workspace rank confers nothing here. */
export async function projectRoleOf(
  ctx: Pick<Ctx, 'em'>,
  accountId: string,
  projectId: string,
): Promise<number | null> {
  const row = await sqlOne<{ role: number }>(
    ctx,
    `select m.role from project_members m join projects p on p.id = m.project_id
     where m.account_id = $1 and m.project_id = $2 and not m.is_deleted and not p.is_deleted`,
    [accountId, projectId],
  )
  return row?.role ?? null
}

/** An archived project confers no authority, like a deleted one. */
export async function maxProjectRole(ctx: Pick<Ctx, 'em'>, accountId: string): Promise<number | null> {
  const row = await sqlOne<{ role: number | null }>(
    ctx,
    `select max(m.role) as role from project_members m join projects p on p.id = m.project_id
     where m.account_id = $1 and not m.is_deleted and not p.is_deleted and not p.is_archived`,
    [accountId],
  )
  return row?.role ?? null
}

/** The member project visited last (or created last, while visits are not recorded). */
export async function recentProjectId(ctx: Pick<Ctx, 'em'>, accountId: string): Promise<string | null> {
  const row = await sqlOne<{ id: string }>(
    ctx,
    `select p.id from project_members m join projects p on p.id = m.project_id
     where m.account_id = $1 and not m.is_deleted and not p.is_deleted and not p.is_archived
     order by m.created_at desc, p.id limit 1`,
    [accountId],
  )
  return row?.id ?? null
}

/** An account without a row is a Member, a superuser without a row an Owner; a deactivated row has no role. */
export async function workspaceRoleOf(
  ctx: Pick<Ctx, 'em'>,
  account: { id: string; isSuperuser: boolean },
): Promise<number | null> {
  const row = await sqlOne<{ role: number; status: string }>(
    ctx,
    'select role, status from workspace_members where account_id = $1',
    [account.id],
  )
  if (!row) return account.isSuperuser ? WORKSPACE_ROLE.owner : WORKSPACE_ROLE.member
  return row.status === 'deactivated' ? null : row.role
}

/** `a` and `w` are an account and its row in the workspace, if it has one. */
const RANK = `case when a.is_active and coalesce(w.status, 'active') <> 'deactivated'
  then coalesce(w.role, case when a.is_superuser then ${WORKSPACE_ROLE.owner} else ${WORKSPACE_ROLE.member} end) end`

/** Whether an account may give a workspace role away now: it is active and stands above it. */
export async function outranks(ctx: Pick<Ctx, 'em'>, accountId: string, role: number): Promise<boolean> {
  const row = await sqlOne(
    ctx,
    `select 1 as ok from accounts a left join workspace_members w on w.account_id = a.id where a.id = $1 and ${RANK} > $2`,
    [accountId, role],
  )
  return row !== undefined
}

/** Whether an account stands below another in the workspace. A superuser stands below nobody, whatever the row says. */
export async function ranksBelow(ctx: Pick<Ctx, 'em'>, accountId: string, otherId: string): Promise<boolean> {
  const row = await sqlOne<{ role: number }>(
    ctx,
    `select case when a.is_superuser then ${WORKSPACE_ROLE.owner} else coalesce(w.role, ${WORKSPACE_ROLE.member}) end as role
     from accounts a left join workspace_members w on w.account_id = a.id where a.id = $1`,
    [accountId],
  )
  return row !== undefined && outranks(ctx, otherId, row.role)
}
