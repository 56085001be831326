import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** The first milestone of the projects that is still to be reached, from a day on. */
export function findNextMilestone(db: Db, projectIds: readonly string[], today: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.name', 's.early_finish'])
    .where('t.project_id', '=', anyOf(projectIds))
    .where('t.is_milestone', '=', true)
    .where('t.is_deleted', '=', false)
    .where('t.status', '<>', 'COMPLETE')
    .where('s.early_finish', '>=', today)
    .orderBy('s.early_finish')
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst()
}

export function listProjectNames(db: Db, ids: readonly string[]) {
  return tables(db).selectFrom('projects').select(['id', 'name']).where('id', '=', anyOf(ids)).execute()
}
