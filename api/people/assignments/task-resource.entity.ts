import { defineEntity, p } from '@mikro-orm/postgresql'
import { keepHistory } from '../../platform/db/kept-history.ts'
import { ownedBy, references } from '../../platform/db/references.ts'
import { notesUse } from '../../platform/db/table-in-use-trigger.ts'

/** Who works on a task, and how much. The project stands beside the task, which never leaves it. */
export const TaskResourceSchema = defineEntity({
  name: 'TaskResource',
  tableName: 'task_resources',
  triggers: [notesUse('task_resources', 'task_id')],
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    project_id: p.uuid(),
    task_id: p.uuid(),
    resource_id: p.uuid(),
    units: p.decimal().columnType('numeric(4,2)').default('1.00'),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'task_resources_pair', properties: ['task_id', 'resource_id'] }],
  indexes: [
    { name: 'task_resources_resource', properties: ['resource_id', 'project_id'] },
    { name: 'task_resources_project', properties: ['project_id'] },
  ],
})
references(
  TaskResourceSchema,
  {
    project_id: ownedBy('projects'),
    task_id: ownedBy('tasks'),
    resource_id: ownedBy('resources'),
  },
  'commit',
)
/** The past of a task tells who was put to it, with how much, and who was taken off. */
keepHistory(TaskResourceSchema, {
  kind: 'assignment',
  id: 'task_id',
  untracked: ['id', 'server_version', 'project_id', 'task_id', 'created_at'],
  told: { columns: ['resource_id', 'units'], removed: { unlessGone: 'tasks' } },
})
