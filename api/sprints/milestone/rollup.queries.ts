import { sql } from 'kysely'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** A sprint's share in the milestone that it works towards. */
export type RollupShare = Awaited<ReturnType<typeof selectShares>>[number]

/** Every live sprint that targets one of the milestones, by start, with what its tasks count now. */
export async function loadRollupShares(db: Db, milestoneIds: readonly string[]): Promise<RollupShare[]> {
  return milestoneIds.length === 0 ? [] : selectShares(db, milestoneIds)
}

function selectShares(db: Db, milestoneIds: readonly string[]) {
  return tables(db)
    .selectFrom('sprints as s')
    .innerJoin('tasks as m', 'm.id', 's.target_milestone_id')
    .leftJoinLateral(datesOf('m', 'ms'), (join) => join.onTrue())
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('tasks as t')
          .whereRef('t.sprint_id', '=', 's.id')
          .where('t.is_deleted', '=', false)
          .where('t.sprint_pending', '=', false)
          .select([
            sql<number>`coalesce(sum(t.story_points), 0)::int`.as('current_points'),
            sql<number>`coalesce(sum(t.story_points) filter (where t.status = 'COMPLETE'), 0)::int`.as('done_points'),
            sql<number>`(count(*) filter (where t.status = 'COMPLETE'))::int`.as('done_task_count'),
          ])
          .as('c'),
      (join) => join.onTrue(),
    )
    .select(['s.id', 's.state', 's.finish_date', 's.binding_committed_snapshot', 'm.id as milestone_id'])
    .select(['s.committed_points', 's.committed_task_count', 's.completed_points', 's.completed_task_count'])
    .select(['ms.early_finish as milestone_finish', 'c.current_points', 'c.done_points', 'c.done_task_count'])
    .where('s.target_milestone_id', '=', anyOf(milestoneIds))
    .where('s.is_deleted', '=', false)
    .where('m.is_deleted', '=', false)
    .orderBy('s.start_date')
    .orderBy('s.id')
    .execute()
}

/** Which live tasks of the same project each milestone waits for. */
export async function loadPredecessorIds(db: Db, milestoneIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(milestoneIds.map((id) => [id, []]))
  if (milestoneIds.length === 0) return found
  const rows = await tables(db)
    .selectFrom('dependencies as d')
    .innerJoin('tasks as t', 't.id', 'd.predecessor_id')
    .select(['d.successor_id', 'd.predecessor_id'])
    .where('d.successor_id', '=', anyOf(milestoneIds))
    .where('d.is_deleted', '=', false)
    .where('t.is_deleted', '=', false)
    .whereRef('d.predecessor_project_id', '=', 'd.successor_project_id')
    .orderBy('d.predecessor_id')
    .execute()
  for (const row of rows) found.get(row.successor_id)?.push(row.predecessor_id)
  return found
}

/** Those of the tasks that a live sprint works towards; `idList` is the text of a uuid array. */
export async function findTargetedMilestones(db: Db, idList: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('sprints')
    .select('target_milestone_id')
    .distinct()
    .where(sql<boolean>`target_milestone_id = any(${idList}::uuid[])`)
    .where('is_deleted', '=', false)
    .execute()
  return rows.flatMap((row) => row.target_milestone_id ?? [])
}
