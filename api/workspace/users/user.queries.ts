import { sql } from 'kysely'
import { rosterAccounts } from '../../access/reach.queries.ts'
import { mayAct } from '../../access/workspace-standing.queries.ts'
import { type Db, tables } from '../../database.ts'
import { likeEscape } from '../../platform/db/sql.ts'

export type FoundUser = Awaited<ReturnType<typeof findUsers>>[number]

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
