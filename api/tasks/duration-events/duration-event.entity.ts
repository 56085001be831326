import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

/** One change of a task's duration by a person, while work on it was reported. Never changed or removed. */
export const DurationEventSchema = defineEntity({
  name: 'DurationEvent',
  tableName: 'task_duration_events',
  properties: {
    id: p.uuid().primary(),
    project_id: p.uuid(),
    task_id: p.uuid(),
    actor_id: p.uuid().nullable(),
    sprint_id: p.uuid().nullable(),
    old_duration: p.integer(),
    new_duration: p.integer(),
    percent_complete_at_change: p.double(),
    /** Only when the policy changed it. */
    percent_complete_after: p.double().nullable(),
    policy_applied: p.text(),
    source: p.text().default('user_edit'),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'task_duration_events_task',
      expression: 'create index "task_duration_events_task" on "task_duration_events" ("task_id", "created_at" desc)',
    },
    {
      name: 'task_duration_events_sprint',
      expression:
        'create index "task_duration_events_sprint" on "task_duration_events" ("sprint_id") where "sprint_id" is not null',
    },
  ],
})
references(
  DurationEventSchema,
  {
    project_id: ownedBy('projects'),
    task_id: ownedBy('tasks'),
    actor_id: mayName('accounts'),
    sprint_id: mayName('sprints'),
  },
  'commit',
)
