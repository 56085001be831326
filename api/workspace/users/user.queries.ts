import { sql } from 'kysely'
import { programMemberships, projectMemberships } from '../../access/memberships.queries.ts'
import { mayAct } from '../../access/workspace-standing.queries.ts'
import { type Db, tables } from '../../database.ts'
import { likeEscape } from '../../platform/db/sql.ts'

export type FoundUser = Awaited<ReturnType<typeof findUsers>>[number]

/** Who is or was on the roster of a live project or program of which the account is a member now. */
function rosterAccounts(db: Db, accountId: string) {
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

export interface UserSearch {
  readonly term: string
  readonly accountId: string
  /** An Admin finds anybody, also by a part of an address. */
  readonly isAdmin: boolean
  readonly limit: number
}

/** Active accounts with the term in the username or as their address, by username; unless for an Admin, of one's rosters. */
export function findUsers(db: Db, { term, accountId, isAdmin, limit }: UserSearch) {
  const pattern = `%${likeEscape(term)}%`
  return tables(db)
    .selectFrom('accounts as a')
    .leftJoin('workspace_members as w', 'w.account_id', 'a.id')
    .select(['a.id', 'a.username', 'a.first_name', 'a.last_name'])
    .where(mayAct)
    .where((eb) =>
      eb.or([
        eb('a.username', 'ilike', pattern),
        sql<boolean>`lower(a.email) = lower(${term})`,
        ...(isAdmin ? [eb('a.email', 'ilike', pattern)] : []),
      ]),
    )
    .$if(!isAdmin, (users) =>
      users.where((eb) => eb.or([eb('a.id', '=', accountId), eb('a.id', 'in', rosterAccounts(db, accountId))])),
    )
    .orderBy('a.username')
    .limit(limit)
    .execute()
}
