import { type Db, tables } from '../database.ts'
import { programMemberships, projectMemberships } from './memberships.queries.ts'

/** An account that nobody switched off, whatever its place in the workspace. */
export function findEnabledAccount(db: Db, accountId: string) {
  return tables(db)
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** Whether an account can sign in: neither switched off nor deactivated in the workspace. */
export async function isActiveAccount(db: Db, accountId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('accounts as a')
    .select('a.id')
    .where('a.id', '=', accountId)
    .where('a.is_active', '=', true)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('workspace_members as w')
            .select('w.account_id')
            .whereRef('w.account_id', '=', 'a.id')
            .where('w.status', '=', 'deactivated'),
        ),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Whether somebody is or was on the roster of a live project or program of which the account is a member now. */
export async function sharesRoster(db: Db, accountId: string, otherId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom(projectMemberships(db, accountId))
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('project_members as theirs', 'theirs.project_id', 'm.project_id')
    .select('theirs.id')
    .where('p.is_deleted', '=', false)
    .where('theirs.account_id', '=', otherId)
    .unionAll(
      tables(db)
        .selectFrom(programMemberships(db, accountId))
        .innerJoin('programs as g', 'g.id', 'pm.program_id')
        .innerJoin('program_members as theirs', 'theirs.program_id', 'pm.program_id')
        .select('theirs.id')
        .where('g.is_deleted', '=', false)
        .where('theirs.account_id', '=', otherId),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
