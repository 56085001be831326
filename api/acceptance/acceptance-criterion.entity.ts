import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'

/** A condition its task is accepted by. The project stands beside the task, which never leaves it. */
export const AcceptanceCriterionSchema = defineEntity({
  name: 'AcceptanceCriterion',
  tableName: 'acceptance_criteria',
  triggers: [notesUse('acceptance_criteria', 'task_id')],
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    task_id: p.uuid(),
    text: p.text(),
    given_text: p.text().default(''),
    when_text: p.text().default(''),
    then_text: p.text().default(''),
    position: p.integer().default(0),
    met: p.boolean().default(false),
    met_by_id: p.uuid().nullable(),
    met_at: p.datetime().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'acceptance_criteria_task', properties: ['task_id', 'position', 'id'] },
    { name: 'acceptance_criteria_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(
  AcceptanceCriterionSchema,
  {
    project_id: ownedBy('projects'),
    task_id: ownedBy('tasks'),
    met_by_id: mayName('accounts'),
  },
  'commit',
)
