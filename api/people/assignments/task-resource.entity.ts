import { defineEntity, p } from '@mikro-orm/postgresql'

/** Who works on a task, and how much. The project stands beside the task, which never leaves it. */
export const TaskResourceSchema = defineEntity({
  name: 'TaskResource',
  tableName: 'task_resources',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    projectId: p.uuid(),
    taskId: p.uuid(),
    resourceId: p.uuid(),
    units: p.decimal().columnType('numeric(4,2)').default('1.00'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'task_resources_pair', properties: ['taskId', 'resourceId'] }],
  indexes: [
    { name: 'task_resources_resource', properties: ['resourceId', 'projectId'] },
    { name: 'task_resources_project', properties: ['projectId'] },
  ],
})
