import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../platform/db/references.ts'

/** Time that somebody spent on a task, on one day. A day of a task may have several. */
export const TimeEntrySchema = defineEntity({
  name: 'TimeEntry',
  tableName: 'time_entries',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    task_id: p.uuid(),
    account_id: p.uuid(),
    minutes: p.smallint(),
    entry_date: p.date(),
    note: p.string().columnType('varchar(500)').default(''),
    source: p.text().$type<'manual' | 'timer'>().default('manual'),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  checks: [
    { name: 'time_entries_minutes', expression: '"minutes" >= 1 and "minutes" <= 1440' },
    { name: 'time_entries_source', expression: `"source" in ('manual', 'timer')` },
  ],
  indexes: [
    { name: 'time_entries_of_account', properties: ['account_id', 'entry_date'] },
    { name: 'time_entries_of_task', properties: ['task_id', 'account_id'] },
    { name: 'time_entries_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(TimeEntrySchema, {
  project_id: ownedBy('projects'),
  task_id: ownedBy('tasks'),
  account_id: ownedBy('accounts'),
})

/** The one timer that runs for somebody. Its end makes it a time entry; it is never synchronised. */
export const RunningTimerSchema = defineEntity({
  name: 'RunningTimer',
  tableName: 'running_timers',
  properties: {
    account_id: p.uuid().primary(),
    id: p.uuid(),
    project_id: p.uuid(),
    task_id: p.uuid(),
    started_at: p.datetime(),
    note: p.string().columnType('varchar(500)').default(''),
  },
  indexes: [
    { name: 'running_timers_project', properties: ['project_id'] },
    { name: 'running_timers_task', properties: ['task_id'] },
  ],
})
references(RunningTimerSchema, {
  account_id: ownedBy('accounts'),
  project_id: ownedBy('projects'),
  task_id: ownedBy('tasks'),
})

/** That somebody calls a week complete. A mark for themselves: nothing is locked by it. */
export const TimesheetSchema = defineEntity({
  name: 'Timesheet',
  tableName: 'timesheets',
  properties: {
    account_id: p.uuid().primary(),
    /** A Monday. */
    week_start: p.date().primary(),
    submitted_at: p.datetime(),
  },
  checks: [{ name: 'timesheets_week_start', expression: 'extract(isodow from "week_start") = 1' }],
})
references(TimesheetSchema, { account_id: ownedBy('accounts') })
