import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

/** That somebody should take a task on, as somebody else proposed and only the one who is meant decides. */
export const TaskSuggestionSchema = defineEntity({
  name: 'TaskSuggestion',
  tableName: 'task_suggestions',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    task_id: p.uuid(),
    suggested_account_id: p.uuid(),
    suggested_by_id: p.uuid().nullable(),
    /** pending, accepted, declined, revoked. */
    state: p.string().columnType('varchar(8)').default('pending'),
    created_at: p.datetime().defaultRaw('now()'),
    decided_at: p.datetime().nullable(),
    is_deleted: p.boolean().default(false),
  },
  indexes: [
    { name: 'task_suggestions_task', properties: ['task_id'] },
    { name: 'task_suggestions_project', properties: ['project_id'] },
    { name: 'task_suggestions_suggested', properties: ['suggested_account_id'] },
    {
      name: 'task_suggestions_suggested_by',
      expression:
        'create index "task_suggestions_suggested_by" on "task_suggestions" ("suggested_by_id") where "suggested_by_id" is not null',
    },
  ],
})
references(TaskSuggestionSchema, {
  project_id: ownedBy('projects'),
  task_id: ownedBy('tasks'),
  suggested_account_id: ownedBy('accounts'),
  suggested_by_id: mayName('accounts'),
})
