import { defineEntity, p } from '@mikro-orm/postgresql'
import type { PolicyKey } from '../../retention/policies.ts'

/** What a run did, or would do, of one policy. */
export interface PurgedPolicy {
  readonly key: PolicyKey
  readonly label: string
  readonly rows_deleted: number
  /** Null where the size of what goes with a row is not known. */
  readonly bytes_freed: number | null
  /** Empty where all went well. */
  readonly error: string
}

/** One removal of all that has been kept long enough. */
export const PurgeRunSchema = defineEntity({
  name: 'PurgeRun',
  tableName: 'purge_runs',
  properties: {
    id: p.uuid().primary(),
    trigger: p.text().$type<'scheduled' | 'manual' | 'dry_run'>(),
    status: p.text().$type<'queued' | 'running' | 'ok' | 'partial' | 'failed'>().default('queued'),
    /** Policy by policy, once it has ended. */
    tables: p.json<readonly PurgedPolicy[]>().defaultRaw(`'[]'`),
    rows_deleted: p.integer().default(0),
    bytes_freed: p.bigint('number').nullable(),
    error_detail: p.text().default(''),
    created_at: p.datetime(),
    started_at: p.datetime().nullable(),
    completed_at: p.datetime().nullable(),
  },
  checks: [{ name: 'purge_runs_status', expression: "status in ('queued', 'running', 'ok', 'partial', 'failed')" }],
  indexes: [
    { name: 'purge_runs_newest', properties: ['created_at'] },
    {
      name: 'purge_runs_open',
      expression: `create index "purge_runs_open" on "purge_runs" ("created_at") where "status" in ('queued', 'running')`,
    },
  ],
})

/** When runs begin by themselves; a single row with id 1, none as long as nobody changed it. */
export const RetentionScheduleSchema = defineEntity({
  name: 'RetentionSchedule',
  tableName: 'retention_schedule',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    frequency: p.text().$type<'daily' | 'weekly' | 'off'>(),
    /** `HH:MM`. */
    time_of_day_utc: p.text(),
    /** 0 is Monday; null is Monday too. */
    day_of_week: p.smallint().nullable(),
    on_failure: p.text().$type<'continue' | 'stop'>(),
  },
})
