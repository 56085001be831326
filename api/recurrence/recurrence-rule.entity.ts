import { defineEntity, p } from '@mikro-orm/postgresql'
import { keepHistory } from '../platform/db/kept-history.ts'
import { mayName, ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'CUSTOM'] as const
export const END_TYPES = ['NEVER', 'ON_DATE', 'AFTER_N'] as const

/** How often a task is to be done again. Its task is a template from then on, which no schedule counts. */
export const RecurrenceRuleSchema = defineEntity({
  name: 'RecurrenceRule',
  tableName: 'recurrence_rules',
  triggers: [notesUse('recurrence_rules', 'task_id')],
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    task_id: p.uuid(),
    frequency: p.text().$type<(typeof FREQUENCIES)[number]>().default('DAILY'),
    interval: p.smallint().default(1),
    /** Monday 1 to Sunday 64. */
    weekdays: p.smallint().default(0),
    day_of_month: p.smallint().nullable(),
    time_of_day: p.text().default('09:00:00'),
    timezone: p.string().columnType('varchar(64)').default('UTC'),
    end_type: p.text().$type<(typeof END_TYPES)[number]>().default('NEVER'),
    end_date: p.date().nullable(),
    end_count: p.integer().nullable(),
    inherit_assignee: p.boolean().default(true),
    inherit_subtasks: p.boolean().default(false),
    inherit_attachments: p.boolean().default(false),
    inherit_morning_notification: p.boolean().default(false),
    /** Counted from here where the template says no planned start. */
    made_on: p.date(),
    generated_through: p.date().nullable(),
    occurrence_count: p.integer().default(0),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'recurrence_rules_interval', expression: '"interval" >= 1 and "interval" <= 365' }],
  indexes: [
    {
      name: 'recurrence_rules_one_each',
      expression:
        'create unique index "recurrence_rules_one_each" on "recurrence_rules" ("task_id") where not "is_deleted"',
    },
    { name: 'recurrence_rules_task', properties: ['task_id'] },
    { name: 'recurrence_rules_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(RecurrenceRuleSchema, { project_id: ownedBy('projects'), task_id: ownedBy('tasks') })
keepHistory(RecurrenceRuleSchema, {
  kind: 'task_recurrence',
  untracked: [
    'id',
    'server_version',
    'sync_seq',
    'project_id',
    'generated_through',
    'occurrence_count',
    'deleted_at',
    'created_at',
  ],
})

/** The days for which a rule has made a task, each once, whatever became of the task. */
export const RecurrenceOccurrenceSchema = defineEntity({
  name: 'RecurrenceOccurrence',
  tableName: 'recurrence_occurrences',
  properties: {
    rule_id: p.uuid().primary(),
    day: p.date().primary(),
    made_task_id: p.uuid().nullable(),
    /** Whoever does the task has been reminded on the morning of the day. */
    is_told: p.boolean().default(false),
  },
  indexes: [
    {
      name: 'recurrence_occurrences_made',
      expression:
        'create index "recurrence_occurrences_made" on "recurrence_occurrences" ("made_task_id") where "made_task_id" is not null',
    },
  ],
})
references(RecurrenceOccurrenceSchema, { rule_id: ownedBy('recurrence_rules'), made_task_id: mayName('tasks') })
