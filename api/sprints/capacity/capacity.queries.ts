import { sql } from 'kysely'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'

/** Who works on the live tasks of a sprint: one row an assignment, with the days of its task by the last pass. */
export function loadSprintAssignments(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('task_resources as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .innerJoin('resources as r', 'r.id', 'a.resource_id')
    .leftJoin('project_resources as pr', (join) =>
      join.onRef('pr.resource_id', '=', 'r.id').onRef('pr.project_id', '=', 't.project_id'),
    )
    .leftJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['r.id as resource_id', 'r.name', sql<number>`a.units::float8`.as('units'), 's.early_finish as finish'])
    .select((eb) => eb.fn.coalesce('s.scheduled_start', 's.early_start').as('start'))
    .select(sql<number>`coalesce(pr.units_override, r.max_units)::float8`.as('capacity_units'))
    .where('t.sprint_id', '=', sprintId)
    .where('t.is_deleted', '=', false)
    .where('r.is_deleted', '=', false)
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}
