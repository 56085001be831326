import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

export type CloseStatus = 'pending' | 'in_flight' | 'completed' | 'failed'
export type CloseFailure = '' | 'cancelled' | 'not_closable' | 'stalled' | 'error'

/** Somebody's wish that a sprint end: pending, in flight, then completed, or failed. It ends for good without a next attempt. */
export const CloseRequestSchema = defineEntity({
  name: 'CloseRequest',
  tableName: 'sprint_close_requests',
  properties: {
    id: p.uuid().primary(),
    sprint_id: p.uuid(),
    requested_by_id: p.uuid().nullable(),
    /** Whereto unfinished work goes; a sprint is named beside it. */
    carry_over: p.text().$type<'backlog' | 'none' | 'sprint'>(),
    carry_over_sprint_id: p.uuid().nullable(),
    pending_disposition: p.text().$type<'carry' | 'reject'>(),
    source: p.text().default('api'),
    status: p.text().$type<CloseStatus>().default('pending'),
    attempt_count: p.integer().default(0),
    failure_reason: p.text().$type<CloseFailure>().default(''),
    error_message: p.string().columnType('varchar(1000)').default(''),
    requested_at: p.datetime(),
    started_at: p.datetime().nullable(),
    completed_at: p.datetime().nullable(),
    next_attempt_at: p.datetime().nullable(),
  },
  checks: [
    {
      name: 'sprint_close_requests_status_known',
      expression: `status in ('pending', 'in_flight', 'completed', 'failed')`,
    },
  ],
  indexes: [
    {
      name: 'sprint_close_requests_newest',
      expression:
        'create index "sprint_close_requests_newest" on "sprint_close_requests" ("sprint_id", "requested_at" desc)',
    },
    {
      name: 'sprint_close_requests_open',
      expression: `create unique index "sprint_close_requests_open" on "sprint_close_requests" ("sprint_id") where "status" in ('pending', 'in_flight') or "next_attempt_at" is not null`,
    },
  ],
})
references(CloseRequestSchema, {
  sprint_id: ownedBy('sprints'),
  requested_by_id: mayName('accounts'),
  carry_over_sprint_id: mayName('sprints'),
})
