import { sql } from 'kysely'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'
import type { AssignmentRow } from './assignment.queries.ts'
import type { Load } from './find-overload.ts'

/** How much of full time the resource has in the project of the assignment, and its own calendar. */
export function findCapacity(db: Db, { project_id, resource_id }: AssignmentRow) {
  return tables(db)
    .selectFrom('resources as r')
    .leftJoin('project_resources as pr', (join) =>
      join.onRef('pr.resource_id', '=', 'r.id').on('pr.project_id', '=', project_id),
    )
    .select([sql<number>`coalesce(pr.units_override, r.max_units)::float8`.as('capacity'), 'r.calendar_id'])
    .where('r.id', '=', resource_id)
    .executeTakeFirst()
}

/** Open work of the resource in the project of the assignment. */
export function findLoads(db: Db, { project_id, resource_id }: AssignmentRow): Promise<Load[]> {
  return tables(db)
    .selectFrom('task_resources as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .leftJoinLateral(datesOf('t'), (join) => join.onTrue())
    .where('a.resource_id', '=', resource_id)
    .where('a.project_id', '=', project_id)
    .where('t.is_deleted', '=', false)
    .where('t.status', 'not in', ['BACKLOG', 'COMPLETE'])
    .where('t.type', '<>', 'epic')
    .where('t.is_recurring', '=', false)
    .select(['a.task_id', sql<number>`a.units::float8`.as('units'), 's.early_finish as finish'])
    .select((eb) => eb.fn.coalesce('s.scheduled_start', 's.early_start').as('start'))
    .execute()
}
