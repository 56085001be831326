import { type Compilable, sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { forgetPlans } from '../../platform/db/forget-plans.ts'

interface Statement extends Compilable {
  execute(): Promise<unknown>
}

/**
 * Removes a project; what hangs on it goes by its foreign keys. By hand goes only what has none, before what it names, and
 * the tasks ahead of their sprints, so that no task is written once more only to forget one.
 */
export function purgeStatements(db: Db, projectId: string): Statement[] {
  const on = tables(db)
  return [
    on
      .deleteFrom('dependencies')
      .where((eb) => eb.or([eb('predecessor_project_id', '=', projectId), eb('successor_project_id', '=', projectId)])),
    on.deleteFrom('history_rows').where('project_id', '=', projectId),
    on.deleteFrom('pins').where('kind', '=', 'project').where('object_id', '=', projectId),
    on.deleteFrom('told_rounds').where('subject_id', '=', projectId),
    on
      .updateTable('issued_keys')
      .set({ retired_at: sql<string>`coalesce(retired_at, now())` })
      .where('object_id', '=', projectId),
    on.deleteFrom('tasks').where('project_id', '=', projectId),
    on.deleteFrom('projects').where('id', '=', projectId),
  ]
}

/** Removes a project and all that hangs on it for good. */
export async function purgeProject(db: Db, projectId: string): Promise<void> {
  await forgetPlans(db)
  for (const statement of purgeStatements(db, projectId)) await statement.execute()
}
