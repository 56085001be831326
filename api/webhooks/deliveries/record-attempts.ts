import type { Ctx, Services } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { PING } from '../webhook-events.ts'
import { type AttemptRow, type DueDelivery, lockTroubled, saveAttempts, saveHealth } from './due.queries.ts'
import { type Answer, judgeAttempt, type Verdict } from './judge-attempt.ts'
import { type Health, healthAfter } from './webhook-health.ts'

/** One attempt that was made. */
export interface Attempted {
  readonly delivery: Pick<DueDelivery, 'id' | 'webhook_id' | 'event_type' | 'attempt_count'>
  readonly answer: Answer
}

type Judged = Attempted & { readonly verdict: Verdict }

/** Records attempts in the order they ended, and what they say of their webhooks. */
export async function recordAttempts(services: Services, attempts: readonly Attempted[]): Promise<void> {
  const judged = attempts.map((attempted) => ({
    ...attempted,
    verdict: judgeAttempt(attempted.answer, attempted.delivery.attempt_count + 1),
  }))
  const left = await recordAtOnce({ em: services.orm.em.fork() }, judged)
  if (left.length > 0) await services.systemContext((ctx) => recordWithHealth(ctx, left))
}

/**
 * Successes of webhooks that are well, which is nearly all, by one statement that is its own transaction: what was sent and
 * is not recorded when this process dies is sent again, so the time between is kept short. Returns the others.
 */
async function recordAtOnce(db: Db, judged: readonly Judged[]): Promise<Judged[]> {
  const failing = new Set(
    judged.filter(({ verdict }) => verdict.end === 'failed').map(({ delivery }) => delivery.webhook_id),
  )
  const plain = judged.filter(({ verdict, delivery }) => verdict.end === 'success' && !failing.has(delivery.webhook_id))
  if (plain.length === 0) return [...judged]
  const saved = await saveAttempts(db, plain.map(rowOf), true)
  return judged.filter(({ delivery }) => !saved.has(delivery.id))
}

async function recordWithHealth(ctx: Ctx<unknown>, judged: readonly Judged[]): Promise<void> {
  const webhooksWith = (end: Verdict['end']) =>
    judged.filter(({ verdict }) => verdict.end === end).map(({ delivery }) => delivery.webhook_id)
  const troubled = await lockTroubled(ctx, webhooksWith('failed'), webhooksWith('success'))
  const saved = await saveAttempts(ctx, judged.map(rowOf))
  for (const { id, ...health } of troubled) {
    const ended = judged.filter(({ delivery }) => delivery.webhook_id === id && saved.has(delivery.id))
    await followHealth(ctx, id, health, ended)
  }
}

async function followHealth(ctx: Ctx<unknown>, id: string, stored: Health, ended: readonly Judged[]): Promise<void> {
  const now = ctx.services.clock.now()
  const health = ended.reduce((known: Health, { verdict, delivery }) => {
    if (verdict.end === 'again') return known
    if (verdict.end === 'success') return healthAfter(known, { reason: null, isCounted: true }, now)
    const isCounted = verdict.isCounted && delivery.event_type !== PING
    return healthAfter(known, { reason: verdict.reason, isCounted }, now)
  }, stored)
  if (health === stored) return
  await saveHealth(ctx, id, health)
  if (stored.is_active && !health.is_active) ctx.services.log.warn({ webhook: id }, 'webhook switched off by failures')
}

function rowOf({ delivery, answer, verdict }: Judged): AttemptRow {
  return {
    id: delivery.id,
    status: verdict.end === 'again' ? 'pending' : verdict.end,
    response_status: answer.kind === 'answered' ? answer.status : null,
    attempt: delivery.attempt_count + 1,
    wait_seconds: verdict.end === 'again' ? verdict.waitSeconds : 0,
    failure: verdict.end === 'failed' ? verdict.failure : null,
  }
}
