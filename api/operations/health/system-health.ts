// What the operator looks at first. Counts and ages, never names, addresses or contents.

import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { telemetryTarget } from '../../platform/telemetry/telemetry-target.ts'
import { type HeldPolicy, readPolicies } from '../../retention/kept-for.ts'
import { POLICIES } from '../../retention/policies.ts'
import { areSecretsOurs } from '../check-secrets.ts'
import { cadenceOf, clockedParts } from './cadence.ts'
import { readLastStarts, readSystemFacts, type SystemFacts } from './system-health.queries.ts'

type Status = 'ok' | 'warn' | 'crit' | 'unknown'

interface Component {
  readonly key: string
  readonly label: string
  readonly status: Status
  readonly state_label: string
  readonly meta: Readonly<Record<string, unknown>>
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
/** Purges start hourly. */
const PURGE_LATE_S = 3 * HOUR_S

export async function readSystemHealth(ctx: Ctx): Promise<object> {
  const facts = await readSystemFacts(ctx)
  const { config, clock } = ctx.services
  // A look that fails says nothing of the key, and keeps nobody from the rest of the page.
  const isKeyOurs = await areSecretsOurs(ctx.services).catch(() => null)
  const staleSeconds = config.beatStaleSeconds
  const telemetry = telemetryTarget(config)
  return {
    generated_at: clock.now().toISOString(),
    components: [
      outboxDispatcher(facts),
      scheduler(facts, staleSeconds),
      deadLetter(facts),
      notificationDispatcher(facts, isKeyOurs),
      retentionPurge(facts),
    ],
    beat: {
      last_heartbeat: instantText(facts.beat_at),
      seconds_since: facts.beat_age === null ? null : Math.round(facts.beat_age),
      stale: facts.beat_age === null || facts.beat_age > staleSeconds,
      stale_threshold_seconds: staleSeconds,
    },
    scheduled_tasks: await tellClockedJobs(ctx),
    dead_letter: {
      parked: facts.parked,
      oldest_age_seconds: facts.parked_age === null ? null : Math.round(facts.parked_age),
      top_cause: facts.top_cause,
      by_status: facts.by_status,
    },
    retention: tellRetention(await readPolicies(ctx)),
    telemetry: {
      enabled: telemetry !== null,
      traces: config.otelTraces,
      metrics: config.otelMetrics,
    },
    security: { rate_limiting_enabled: config.rateLimitEnabled },
  }
}

/** Deliveries to webhooks: those that are due wait for nothing but the sender. */
function outboxDispatcher(facts: SystemFacts): Component {
  const late = facts.deliveries_late ?? 0
  const status = late > HOUR_S ? 'crit' : late > 10 * MINUTE_S ? 'warn' : 'ok'
  return component('outbox_dispatcher', 'Webhook deliveries', status, {
    pending: facts.deliveries_pending,
    oldest_due_seconds: Math.round(late),
    failed_last_day: facts.deliveries_failed,
  })
}

function scheduler({ beat_age }: SystemFacts, staleSeconds: number): Component {
  const status = beat_age === null ? 'unknown' : beat_age > staleSeconds ? 'crit' : 'ok'
  return component('scheduler', 'Background jobs', status, { seconds_since_heartbeat: rounded(beat_age) })
}

function deadLetter({ parked, parked_age }: SystemFacts): Component {
  const status = parked === 0 ? 'ok' : (parked_age ?? 0) > DAY_S ? 'crit' : 'warn'
  return component('dead_letter', 'Jobs that were given up', status, {
    parked,
    oldest_age_seconds: rounded(parked_age),
  })
}

function notificationDispatcher(facts: SystemFacts, isKeyOurs: boolean | null): Component {
  const { mail_waiting, mail_late, mail_sent, mail_failed } = facts
  const isBroken = isKeyOurs === false || (mail_failed > 0 && mail_sent === 0)
  const status = isBroken ? 'crit' : (mail_late ?? 0) > HOUR_S ? 'warn' : 'ok'
  return component('notification_dispatcher', 'Mail', status, {
    waiting: mail_waiting,
    sent_last_day: mail_sent,
    failed_last_day: mail_failed,
    secrets_readable: isKeyOurs,
  })
}

/** What ends by itself goes hourly, what policies keep by their schedule: the worse of both is told. */
function retentionPurge({ purge_age, purge_failed, last_purge }: SystemFacts): Component {
  const isBroken = purge_failed || last_purge === 'failed'
  const needsLook = last_purge === 'partial' || (purge_age ?? 0) > PURGE_LATE_S
  const status = isBroken ? 'crit' : purge_age === null ? 'unknown' : needsLook ? 'warn' : 'ok'
  return component('retention_purge', 'Removal of what is over', status, {
    seconds_since_last_run: rounded(purge_age),
    last_scheduled_run: last_purge,
  })
}

/** Jobs that start by the clock, by their names, with when they last did; null where they never have. */
async function tellClockedJobs(ctx: Ctx): Promise<object[]> {
  const lastRuns = new Map((await readLastStarts(ctx)).map(({ name, last_run }) => [name, last_run]))
  return clockedParts
    .parts()
    .map(({ job, when, category }) => ({
      name: job.name.replaceAll('_', ' '),
      task: job.name,
      cadence: cadenceOf(when),
      category,
      last_run: instantText(lastRuns.get(job.name) ?? null),
    }))
    .sort((a, b) => (a.task < b.task ? -1 : 1))
}

const STATE_LABELS = { ok: 'Healthy', warn: 'Needs a look', crit: 'Broken', unknown: 'Not known yet' } as const

const component = (key: string, label: string, status: Status, meta: Component['meta']): Component => ({
  key,
  label,
  status,
  state_label: STATE_LABELS[status],
  meta,
})

const rounded = (seconds: number | null) => (seconds === null ? null : Math.round(seconds))

/** How long each kind of record is kept; null keeps it for ever. */
function tellRetention(held: readonly HeldPolicy[]): object[] {
  return held.map(({ key, value, enabled }) => ({
    key,
    label: POLICIES[key].label,
    unit: POLICIES[key].unit,
    value: enabled ? value : null,
    disabled: !enabled,
  }))
}
