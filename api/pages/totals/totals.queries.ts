import { projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, tables } from '../../database.ts'
import { onSchedule } from '../../sharing/shared-task.queries.ts'
import { loadManyTotals, type SharedTotals } from '../../sharing/shared-totals.queries.ts'

/** What the plan of each project that the person is a member of amounts to; those without a task are left out. */
export async function loadOwnTotals(db: Db, accountId: string): Promise<Map<string, SharedTotals>> {
  const own = await tables(db)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(db, accountId), 'm.project_id', 'p.id')
    .select('p.id')
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .execute()
  const ids = own.map(({ id }) => id)
  return loadManyTotals(db, ids, onSchedule(true))
}
