import { type Db, tables } from '../database.ts'
import { programMemberships, projectMemberships } from './memberships.queries.ts'
import { mayAct } from './workspace-standing.queries.ts'

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
    .leftJoin('workspace_members as w', 'w.account_id', 'a.id')
    .select('a.id')
    .where('a.id', '=', accountId)
    .where(mayAct)
    .executeTakeFirst()
  return found !== undefined
}

/** Who is or was on the roster of a live project or program of which the account is a member now. */
export function rosterAccounts(db: Db, accountId: string) {
  return tables(db)
    .selectFrom(projectMemberships(db, accountId))
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('project_members as theirs', 'theirs.project_id', 'm.project_id')
    .select('theirs.account_id')
    .where('p.is_deleted', '=', false)
    .union(
      tables(db)
        .selectFrom(programMemberships(db, accountId))
        .innerJoin('programs as g', 'g.id', 'pm.program_id')
        .innerJoin('program_members as theirs', 'theirs.program_id', 'pm.program_id')
        .select('theirs.account_id')
        .where('g.is_deleted', '=', false),
    )
}

/** Whether the other account is or was on a roster that the first one sees. */
export async function sharesRoster(db: Db, accountId: string, otherId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom(rosterAccounts(db, accountId).as('met'))
    .select('met.account_id')
    .where('met.account_id', '=', otherId)
    .executeTakeFirst()
  return found !== undefined
}
