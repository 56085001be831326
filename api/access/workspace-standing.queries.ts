import { type Insertable, sql } from 'kysely'
import { type Db, type Tables, tables } from '../database.ts'
import { WORKSPACE_ROLE } from './roles.ts'

/** Whether account `a`, whose row in the workspace is `w` if it has one, may sign in and act. */
export const mayAct = sql<boolean>`(a.is_active and coalesce(w.status, 'active') <> 'deactivated')`

/** Its role: without a row it is a Member, a superuser without one an Owner. */
export const workspaceRole = sql<number>`coalesce(w.role, case when a.is_superuser
  then ${sql.lit(WORKSPACE_ROLE.owner)} else ${sql.lit(WORKSPACE_ROLE.member)} end)`

/** Its status: `active`, `guest` or `deactivated`, which an account that is switched off is in any case. */
export const workspaceStatus = sql<'active' | 'guest' | 'deactivated'>`case when ${mayAct}
  then coalesce(w.status, 'active') else 'deactivated' end`

/** Locks the one row of the workspace until the commit. */
export async function lockWorkspaceRow(db: Db): Promise<void> {
  await tables(db).selectFrom('workspace').select('id').where('id', '=', 1).forNoKeyUpdate().execute()
}

/** The first row of an account in the workspace. */
export async function insertWorkspaceMember(
  db: Db,
  values: Pick<Insertable<Tables['workspace_members']>, 'account_id' | 'role' | 'created_at'>,
): Promise<void> {
  await tables(db).insertInto('workspace_members').values(values).execute()
}
