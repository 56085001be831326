import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'
import { notesUse } from '../../platform/db/table-in-use-trigger.ts'

export const SCOPE_STATUSES = ['pending', 'accepted', 'rejected'] as const
export type ScopeStatus = (typeof SCOPE_STATUSES)[number]

/** Something that was added to a sprint under way. What nobody decided goes when the sprint ends. */
export const ScopeChangeSchema = defineEntity({
  name: 'ScopeChange',
  tableName: 'sprint_scope_changes',
  triggers: [notesUse('sprint_scope_changes', 'task_id')],
  properties: {
    id: p.uuid().primary(),
    sprint_id: p.uuid(),
    /** The task that was added; of a subtask the task it was made for, which stays in the sprint whatever is decided. */
    task_id: p.uuid(),
    item_name: p.string().columnType('varchar(512)'),
    is_subtask: p.boolean().default(false),
    status: p.text().$type<ScopeStatus>().default('pending'),
    goal_impact: p.boolean().default(false),
    added_by_id: p.uuid().nullable(),
    added_at: p.datetime(),
    decided_by_id: p.uuid().nullable(),
    decided_at: p.datetime().nullable(),
  },
  checks: [{ name: 'sprint_scope_changes_status_known', expression: `status in ('pending', 'accepted', 'rejected')` }],
  indexes: [
    {
      name: 'sprint_scope_changes_newest',
      expression:
        'create index "sprint_scope_changes_newest" on "sprint_scope_changes" ("sprint_id", "added_at" desc, "id")',
    },
    { name: 'sprint_scope_changes_task', properties: ['task_id'] },
  ],
})
references(ScopeChangeSchema, {
  sprint_id: ownedBy('sprints'),
  task_id: ownedBy('tasks'),
  added_by_id: mayName('accounts'),
  decided_by_id: mayName('accounts'),
})
