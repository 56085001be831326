import { type Db, tables } from '../database.ts'

/** A live task, its project, and whether others stand below it. */
export function findLiveTask(db: Db, taskId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .select((eb) => [
      't.id',
      't.project_id',
      eb
        .exists(
          eb
            .selectFrom('tasks as c')
            .select('c.id')
            .whereRef('c.parent_id', '=', 't.id')
            .where('c.is_deleted', '=', false),
        )
        .$castTo<boolean>()
        .as('is_summary'),
    ])
    .where('t.id', '=', taskId)
    .where('t.is_deleted', '=', false)
    .executeTakeFirst()
}
