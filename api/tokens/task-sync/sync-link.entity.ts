import { defineEntity, p } from '@mikro-orm/postgresql'

/** Ties a row of an outside system to its task: one link for each (project, source, external id). */
export const TaskSyncLinkSchema = defineEntity({
  name: 'TaskSyncLink',
  tableName: 'task_sync_links',
  properties: {
    projectId: p.uuid().primary(),
    source: p.string().columnType('varchar(32)').primary(),
    externalId: p.string().columnType('varchar(255)').primary(),
    taskId: p.uuid(),
    externalUrl: p.text().default(''),
    parentExternalId: p.text().default(''),
    /** An address that belonged to no member yet; tried again with the next push. */
    parkedEmail: p.text().default(''),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ properties: ['taskId'] }],
})
