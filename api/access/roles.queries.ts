import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import { projectMemberships } from './memberships.queries.ts'
import { WORKSPACE_ROLE } from './roles.ts'

/** The projects of an account that are in use: `p` with its role in `m`. Archived ones confer no authority, like deleted ones. */
function projectsInUse(db: Db, accountId: string) {
  return tables(db)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(db, accountId), 'm.project_id', 'p.id')
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
}

/** Role of an account in a live project, or null. Workspace rank confers nothing here. */
export async function projectRoleOf(db: Db, accountId: string, projectId: string): Promise<number | null> {
  const row = await tables(db)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(db, accountId), 'm.project_id', 'p.id')
    .select('m.role')
    .where('p.id', '=', projectId)
    .where('p.is_deleted', '=', false)
    .executeTakeFirst()
  return row?.role ?? null
}

/** The highest role of an account in any project in use, or null. */
export async function maxProjectRole(db: Db, accountId: string): Promise<number | null> {
  const row = await projectsInUse(db, accountId)
    .select(({ fn }) => fn.max<number | null>('m.role').as('role'))
    .executeTakeFirst()
  return row?.role ?? null
}

/** The project in use that the account joined last, or null. */
export async function recentProjectId(db: Db, accountId: string): Promise<string | null> {
  const row = await projectsInUse(db, accountId)
    .select('p.id')
    .orderBy('m.created_at', 'desc')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** An account without a row is a Member, a superuser without a row an Owner; a deactivated row has no role. */
export async function workspaceRoleOf(db: Db, account: { id: string; isSuperuser: boolean }): Promise<number | null> {
  const row = await tables(db)
    .selectFrom('workspace_members')
    .select(['role', 'status'])
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  if (!row) return account.isSuperuser ? WORKSPACE_ROLE.owner : WORKSPACE_ROLE.member
  return row.status === 'deactivated' ? null : row.role
}

/** Rank in the workspace of account `a`, whose row there is `w` if it has one; null when it is deactivated. */
const RANK: RawBuilder<number | null> = sql`case when a.is_active and coalesce(w.status, 'active') <> 'deactivated'
  then coalesce(w.role, case when a.is_superuser then ${sql.lit(WORKSPACE_ROLE.owner)}
    else ${sql.lit(WORKSPACE_ROLE.member)} end) end`

/** What others must stand above to act on the account: of a superuser the top, whatever its row says. */
const STANDING: RawBuilder<number> = sql`case when a.is_superuser then ${sql.lit(WORKSPACE_ROLE.owner)}
  else coalesce(w.role, ${sql.lit(WORKSPACE_ROLE.member)}) end`

function accountInWorkspace(db: Db, accountId: string) {
  return tables(db)
    .selectFrom('accounts as a')
    .leftJoin('workspace_members as w', 'w.account_id', 'a.id')
    .where('a.id', '=', accountId)
}

/** Whether an account may give a workspace role away now: it is active and stands above it. */
export async function outranks(db: Db, accountId: string, role: number): Promise<boolean> {
  const row = await accountInWorkspace(db, accountId).select('a.id').where(RANK, '>', role).executeTakeFirst()
  return row !== undefined
}

/** Whether an account stands below another in the workspace. A superuser stands below nobody, whatever the row says. */
export async function ranksBelow(db: Db, accountId: string, otherId: string): Promise<boolean> {
  const row = await accountInWorkspace(db, accountId).select(STANDING.as('role')).executeTakeFirst()
  return row !== undefined && outranks(db, otherId, row.role)
}
