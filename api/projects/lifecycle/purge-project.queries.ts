import { type Compilable, sql } from 'kysely'
import { type Db, type Tables, tables } from '../../database.ts'

interface Statement extends Compilable {
  execute(): Promise<unknown>
}

/** Tables whose rows name the project that they belong to. */
type OwnedTable = { [Table in keyof Tables]: 'project_id' extends keyof Tables[Table] ? Table : never }[keyof Tables]

/** Removes what belongs to a project, children first, and at last the project itself. */
export function purgeStatements(db: Db, projectId: string): Statement[] {
  const on = tables(db)
  const owned = (table: OwnedTable) => on.deleteFrom<OwnedTable>(table).where('project_id', '=', projectId)
  const tasks = on.selectFrom('tasks').select('id').where('project_id', '=', projectId)
  return [
    on
      .deleteFrom('dependencies')
      .where((eb) => eb.or([eb('predecessor_project_id', '=', projectId), eb('successor_project_id', '=', projectId)])),
    on.deleteFrom('task_schedules').where('task_id', 'in', tasks),
    owned('task_duration_events'),
    owned('task_operations'),
    owned('task_sync_links'),
    on
      .deleteFrom('task_labels')
      .where('label_id', 'in', on.selectFrom('labels').select('id').where('project_id', '=', projectId)),
    owned('labels'),
    owned('task_skill_requirements'),
    owned('task_resources'),
    owned('project_resources'),
    owned('acceptance_criteria'),
    on.updateTable('tasks').set({ blocking_task_id: null }).where('blocking_task_id', 'in', tasks),
    owned('tasks'),
    owned('monte_carlo_runs'),
    owned('task_runs'),
    owned('template_applications'),
    on.updateTable('project_templates').set({ source_project_id: null }).where('source_project_id', '=', projectId),
    on
      .deleteFrom('import_chunks')
      .where('request_id', 'in', on.selectFrom('import_requests').select('id').where('project_id', '=', projectId)),
    owned('import_requests'),
    owned('share_links'),
    owned('api_tokens'),
    owned('project_calendar_overlays'),
    on.deleteFrom('pins').where('kind', '=', 'project').where('object_id', '=', projectId),
    owned('project_members'),
    owned('workspace_group_projects'),
    on
      .updateTable('issued_keys')
      .set({ retired_at: sql<string>`coalesce(retired_at, now())` })
      .where('object_id', '=', projectId),
    on.deleteFrom('projects').where('id', '=', projectId),
    owned('project_counters'),
  ]
}

/** Removes a project and all that hangs on it for good. */
export async function purgeProject(db: Db, projectId: string): Promise<void> {
  for (const statement of purgeStatements(db, projectId)) await statement.execute()
}
