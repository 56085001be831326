import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references, unchecked } from '../../platform/db/references.ts'

/** What became of one task in a sprint that was closed. Fixed at the close; what is said of it in the review is not. */
export const TaskOutcomeSchema = defineEntity({
  name: 'TaskOutcome',
  tableName: 'sprint_task_outcomes',
  properties: {
    id: p.uuid().primary(),
    sprint_id: p.uuid(),
    task_id: p.uuid().nullable(),
    task_short_id: p.text(),
    task_title: p.string().columnType('varchar(512)'),
    story_points: p.integer().nullable(),
    final_status: p.text(),
    disposition: p.text().$type<'completed' | 'carried' | 'dropped'>(),
    next_sprint_id: p.uuid().nullable(),
    was_pending: p.boolean().default(false),
    /** Written later, of a sprint that was closed before outcomes were kept. */
    backfilled: p.boolean().default(false),
    demo_ready: p.boolean().default(false),
    /** Place in the demo from 1 on; 0 for none. */
    demo_order: p.integer().default(0),
    presenter: p.string().columnType('varchar(120)').default(''),
    review_note: p.string().columnType('varchar(200)').default(''),
    /** The backlog item that the review made of it. */
    flagged_task_id: p.uuid().nullable(),
  },
  uniques: [{ name: 'sprint_task_outcomes_once', properties: ['sprint_id', 'task_id'] }],
  checks: [
    {
      name: 'sprint_task_outcomes_disposition_known',
      expression: `disposition in ('completed', 'carried', 'dropped')`,
    },
  ],
  indexes: [{ name: 'sprint_task_outcomes_task', properties: ['task_id'] }],
})
references(TaskOutcomeSchema, {
  sprint_id: ownedBy('sprints'),
  task_id: mayName('tasks'),
  task_short_id: unchecked('a reference as it was printed at the close'),
  next_sprint_id: mayName('sprints'),
  flagged_task_id: mayName('tasks'),
})
