import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import type { Watch } from '../platform/realtime/socket-server.ts'
import { ROLE } from './roles.ts'

/** Of the asked the active accounts that are Team Member or above in the live project, with their names. */
export function findAllowedWatches(db: Db, asked: readonly Watch[]) {
  const projectIds = asked.map((watch) => watch.channel)
  const accountIds = asked.map((watch) => watch.accountId)
  return tables(db)
    .selectFrom(
      sql<{ project_id: string; account_id: string }>`unnest(${projectIds}::uuid[], ${accountIds}::uuid[])`.as<'asked'>(
        sql`asked(project_id, account_id)`,
      ),
    )
    .innerJoin('project_members as m', (join) =>
      join.onRef('m.project_id', '=', 'asked.project_id').onRef('m.account_id', '=', 'asked.account_id'),
    )
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.project_id', 'm.account_id', 'a.username', 'a.first_name', 'a.last_name'])
    .distinct()
    .where('m.is_deleted', '=', false)
    .where('m.role', '>=', ROLE.member)
    .where('p.is_deleted', '=', false)
    .where('a.is_active', '=', true)
    .execute()
}
