import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { fieldError } from '../../platform/errors.ts'
import { overBefore, readPolicies } from '../../retention/kept-for.ts'
import { POLICIES, type PolicyKey } from '../../retention/policies.ts'
import { upsertPolicies } from '../../retention/retention-policy.queries.ts'
import { findPurgeRuns, type PurgeRunRow, upsertSchedule } from './purge-run.queries.ts'
import type { RetentionBody } from './retention.schema.ts'
import { readSchedule } from './schedule.ts'
import { countOver, countStock } from './stock.queries.ts'

const SHOWN_RUNS = 7

/** How long records are kept, when what is over goes, and how the last removals went. */
export async function readRetention(ctx: Ctx): Promise<object> {
  const policies = []
  for (const { key, value, enabled } of await readPolicies(ctx)) {
    const { rows, bytes } = await countStock(ctx, key)
    const { label, note, unit } = POLICIES[key]
    policies.push({ key, label, note, unit, value, enabled, row_count: rows, bytes })
  }
  const runs = await findPurgeRuns(ctx, SHOWN_RUNS)
  return { policies, schedule: await readSchedule(ctx), runs: runs.map(presentRun) }
}

export async function updateRetention(ctx: Ctx, { policies = [], schedule = {} }: RetentionBody): Promise<object> {
  for (const { key, enabled } of policies)
    if (!enabled && !POLICIES[key].mayBeOff) throw fieldError('policies', `${key} cannot be turned off.`)
  // Named twice, the last one holds.
  await upsertPolicies(ctx, [...new Map(policies.map((policy) => [policy.key, policy])).values()])
  const { time_of_day_utc: time, ...rest } = schedule
  if (Object.keys(schedule).length > 0)
    await upsertSchedule(ctx, {
      ...(await readSchedule(ctx)),
      ...rest,
      ...(time === undefined ? {} : { time_of_day_utc: time.slice(0, 5) }),
    })
  return readRetention(ctx)
}

/** What would go at once if records were kept so long. */
export async function readImpact(ctx: Ctx, { key, value }: { key: PolicyKey; value: number }): Promise<object> {
  const { rows, bytes } = await countOver(ctx, key, overBefore(ctx.services.clock.now(), key, value))
  return { eligible_rows: rows, eligible_bytes: bytes }
}

function presentRun({ status, error_detail, created_at, started_at, completed_at, ...run }: PurgeRunRow): object {
  const [began, ended] = [started_at ?? created_at, completed_at]
  return {
    ...run,
    started_at: instantText(began),
    finished_at: instantText(ended),
    state: status === 'queued' ? 'running' : status,
    error: error_detail,
    duration_ms: ended === null ? null : Math.max(0, Date.parse(ended) - Date.parse(began)),
  }
}
