import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references, unchecked } from '../platform/db/references.ts'

/** Ties a row of an outside system to its task: one link for each (project, source, external id). */
export const TaskSyncLinkSchema = defineEntity({
  name: 'TaskSyncLink',
  tableName: 'task_sync_links',
  properties: {
    project_id: p.uuid().primary(),
    source: p.string().columnType('varchar(32)').primary(),
    external_id: p.string().columnType('varchar(255)').primary(),
    task_id: p.uuid(),
    external_url: p.text().default(''),
    parent_external_id: p.text().default(''),
    /** An address that belonged to no member yet; tried again with the next push. */
    parked_email: p.text().default(''),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ properties: ['task_id'] }],
})
references(
  TaskSyncLinkSchema,
  {
    project_id: ownedBy('projects'),
    task_id: ownedBy('tasks'),
    external_id: unchecked('named by another system'),
    parent_external_id: unchecked('named by another system'),
  },
  'commit',
)
