import { defineEntity, p } from '@mikro-orm/postgresql'
import { keepHistory } from '../platform/db/kept-history.ts'
import { ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'
import { remarkColumns, remarkReferences } from '../tasks/remarks/remark-columns.ts'

/** What is to be kept of a task: a note, which may be pinned, and may be a decision. */
export const NoteSchema = defineEntity({
  name: 'Note',
  tableName: 'task_notes',
  triggers: [notesUse('task_notes', 'task_id')],
  properties: { ...remarkColumns, pinned: p.boolean().default(false), decision: p.boolean().default(false) },
  indexes: [
    { name: 'task_notes_of_task', properties: ['task_id', 'created_at', 'id'] },
    { name: 'task_notes_sync', properties: ['project_id', 'sync_seq'] },
    {
      name: 'task_notes_decisions',
      expression:
        'create index "task_notes_decisions" on "task_notes" ("project_id", "created_at") where "decision" and not "is_deleted"',
    },
  ],
})
references(NoteSchema, remarkReferences)

/** Who reads the decisions of a project; without a row, Team Members and above. */
export const DecisionsPolicySchema = defineEntity({
  name: 'DecisionsPolicy',
  tableName: 'decisions_policies',
  properties: {
    project_id: p.uuid().primary(),
    oversight_visible: p.boolean().default(false),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})
references(DecisionsPolicySchema, { project_id: ownedBy('projects') })
keepHistory(DecisionsPolicySchema, {
  kind: 'decisions_policy',
  untracked: ['project_id', 'updated_at'],
  id: 'project_id',
})
