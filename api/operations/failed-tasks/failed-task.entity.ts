import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, references, unchecked } from '../../platform/db/references.ts'

/** `pending_retry` waits for a later attempt; `retried` was given back to the queue, `dismissed` taken out of it. */
export type FailedTaskStatus = 'dead' | 'pending_retry' | 'dismissed' | 'retried'

/** A job that was given up after its last attempt; one row for a job, however often it fails. */
export const FailedTaskSchema = defineEntity({
  name: 'FailedTask',
  tableName: 'failed_tasks',
  properties: {
    id: p.uuid().primary(),
    /** Its number in the queue. */
    job_id: p.bigint('number'),
    task_name: p.text(),
    /** As the job had it; shown without what is secret. */
    payload: p.json<Record<string, unknown>>(),
    project_id: p.uuid().nullable(),
    exception_type: p.text().default(''),
    exception_message: p.text().default(''),
    traceback: p.text().default(''),
    failure_count: p.integer().default(1),
    first_failed_at: p.datetime(),
    last_failed_at: p.datetime(),
    status: p.text().$type<FailedTaskStatus>().default('dead'),
    resolution_note: p.text().default(''),
    resolved_by_id: p.uuid().nullable(),
    resolved_at: p.datetime().nullable(),
  },
  uniques: [{ name: 'failed_tasks_job', properties: ['job_id'] }],
  indexes: [
    {
      name: 'failed_tasks_newest',
      expression: 'create index "failed_tasks_newest" on "failed_tasks" ("last_failed_at" desc, "id")',
    },
    {
      name: 'failed_tasks_open',
      expression: `create index "failed_tasks_open" on "failed_tasks" ("last_failed_at") where status in ('dead', 'pending_retry')`,
    },
  ],
})
references(FailedTaskSchema, {
  job_id: unchecked('its number in the tables of the queue, which removes jobs by itself'),
  project_id: mayName('projects'),
  resolved_by_id: mayName('accounts'),
})
