import { actorId, type Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { syncConnection } from './connection.jobs.ts'
import { type ConnectionRow, lockConnection, updateConnection } from './connection.queries.ts'
import type { Source } from './connection.schema.ts'
import { loadConnection } from './write-connection.ts'

const COOLDOWN_SECONDS = 60

/** Asks for the work of a connection, once a minute at most. */
export async function requestSync(ctx: Ctx<unknown>, source: Source): Promise<{ queued: true }> {
  await lockConnection(ctx, source)
  const row = await loadConnection(ctx, source)
  const waitSeconds = cooldownOf(row, ctx.services.clock.now())
  if (waitSeconds > 0) throw coolingDown(waitSeconds)
  await queueSync(ctx, row)
  return { queued: true }
}

/** Opening the list of one's work asks for what is older than the operator wants it, and never fails for that. */
export async function refreshOnOpen(ctx: Ctx<unknown>, rows: readonly ConnectionRow[]): Promise<void> {
  const now = ctx.services.clock.now()
  const staleBefore = now.getTime() - ctx.services.config.externalSyncOnOpenStaleSeconds * 1_000
  const isOld = ({ last_synced_at: at }: ConnectionRow) => at === null || Date.parse(at) < staleBefore
  const due = rows.filter((row) => row.status === 'connected' && isOld(row) && cooldownOf(row, now) === 0)
  // An agent only reads.
  if (due.length === 0 || ctx.actor.kind !== 'account' || actorId(ctx) === null) return
  await ctx.services.systemContext(async (own) => {
    for (const row of due) await queueSync(own, row)
  })
}

async function queueSync(ctx: Ctx<unknown>, { id }: ConnectionRow): Promise<void> {
  await updateConnection(ctx, id, { last_requested_at: ctx.services.clock.now() })
  enqueue(ctx, syncConnection, { connectionId: id })
}

function cooldownOf({ last_requested_at: at }: ConnectionRow, now: Date): number {
  if (at === null) return 0
  return Math.max(0, Math.ceil(COOLDOWN_SECONDS - (now.getTime() - Date.parse(at)) / 1_000))
}

function coolingDown(waitSeconds: number): Refusal {
  return new Refusal(429, 'The work was asked for a moment ago.', {
    code: 'sync_cooldown',
    extra: { retry_after: waitSeconds },
    headers: { 'Retry-After': String(waitSeconds) },
  })
}
