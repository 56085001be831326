import { defineEntity, p } from '@mikro-orm/postgresql'

/** One change of a task's duration by a person, while work on it was reported. Never changed or removed. */
export const DurationEventSchema = defineEntity({
  name: 'DurationEvent',
  tableName: 'task_duration_events',
  properties: {
    id: p.uuid().primary(),
    projectId: p.uuid(),
    taskId: p.uuid(),
    actorId: p.uuid().nullable(),
    sprintId: p.uuid().nullable(),
    oldDuration: p.integer(),
    newDuration: p.integer(),
    percentCompleteAtChange: p.double(),
    /** Only when the policy changed it. */
    percentCompleteAfter: p.double().nullable(),
    policyApplied: p.text(),
    source: p.text().default('user_edit'),
    createdAt: p.datetime().defaultRaw('now()'),
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
