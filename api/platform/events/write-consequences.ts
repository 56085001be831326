import type { Ctx } from '../context.ts'
import type { WriteStatement } from '../db/statements.ts'
import { together } from '../db/together.ts'
import { insertJobs } from '../queue/job.queries.ts'
import type { Notice, PassingFrame } from '../realtime/fanout.ts'
import type { PendingEvent } from './define-event.ts'
import { planWebhooks, tellOfEvents, type WebhookFact } from './event.hooks.ts'
import { insertEvents, type NewOutboxEvent, type NumberedEvent } from './outbox.queries.ts'

/**
 * Writes the events and jobs collected by a use case, as the last statements before the commit: the channel row lock
 * that numbers a project's events is then held only for the commit itself. `last` is written with the jobs.
 */
export async function writeConsequences(ctx: Ctx, last: WriteStatement | null = null): Promise<void> {
  await ctx.em.flush()
  for (const work of ctx.beforeCommit.splice(0)) await work()
  if (ctx.events.length > 0) await tellOfEvents(ctx, ctx.events)
  const jobs = ctx.jobs.splice(0)
  const rows = ctx.events.filter((event) => isOnChannel(event) || event.webhook !== null)
  const noticesTo = channelsOf(rows).size > MAX_NOTICES ? null : ctx.services.fanout.noticesTo
  const [written] = await together(ctx, (ctx) =>
    Promise.all([
      rows.length === 0 ? [] : insertEvents(ctx, outboxRows(rows), noticesTo),
      jobs.length === 0 ? null : insertJobs(ctx, jobs, last),
    ]),
  )
  if (jobs.length === 0) await last?.execute()
  if (ctx.events.length > 0) {
    await tellOutside(ctx, rows, written)
    const frames = ctx.events.filter((event) => !event.isKept && event.socket !== null)
    await ctx.services.fanout.announce(ctx, noticesTo === null ? notices(written) : [], passingFrames(frames))
  }
  // Deliveries are sent by jobs.
  if (ctx.jobs.length > 0) await insertJobs(ctx, ctx.jobs.splice(0), null)
}

/** Channels whose notices fit one notification of the database. */
const MAX_NOTICES = 100

async function tellOutside(ctx: Ctx, rows: readonly PendingEvent[], written: readonly NumberedEvent[]): Promise<void> {
  const covering = new Set(
    ctx.events.flatMap(({ coversRows, projectId }) => (coversRows && projectId ? [projectId] : [])),
  )
  if (covering.size > 0 || written.some(({ is_heard }) => is_heard))
    await planWebhooks(ctx, { facts: rows.flatMap(webhookFact), rowsOf: [...covering].sort() })
}

function webhookFact({ webhook, webhookPayload, projectId }: PendingEvent): WebhookFact[] {
  if (webhook === null || webhookPayload === null || projectId === null) return []
  return [{ name: webhook, projectId, payload: webhookPayload }]
}

/** Whether an event is kept for a project's sockets. Only these are numbered, so that a gap means a missed frame. */
function isOnChannel(event: PendingEvent): event is PendingEvent & { projectId: string } {
  return event.isKept && event.socket !== null && event.projectId !== null
}

function channelsOf(events: readonly PendingEvent[]): ReadonlySet<string> {
  return new Set(events.filter(isOnChannel).map(({ projectId }) => projectId))
}

/** The rows of events; those of a channel are counted in their order. */
function outboxRows(events: readonly PendingEvent[]): NewOutboxEvent[] {
  const counts = new Map<string, number>()
  return events.map((event) => {
    const webhook_payload = event.webhookPayload === null ? null : JSON.stringify(event.webhookPayload)
    const row = { channel: event.projectId, webhook_name: event.webhook, webhook_payload }
    if (!isOnChannel(event)) return { ...row, place: null, socket_name: null, socket_payload: null }
    const place = (counts.get(event.projectId) ?? 0) + 1
    counts.set(event.projectId, place)
    return { ...row, place, socket_name: event.socket, socket_payload: JSON.stringify(event.payload) }
  })
}

/** One notice per channel: the highest event id written; receivers read on from what they have. */
function notices(rows: readonly NumberedEvent[]): Notice[] {
  const last = new Map<string, number>()
  for (const { id, channel, seq } of rows) {
    if (channel !== null && seq !== null) last.set(channel, Math.max(last.get(channel) ?? 0, id))
  }
  return [...last].map(([channel, lastId]) => ({ channel, lastId }))
}

function passingFrames(events: readonly PendingEvent[]): PassingFrame[] {
  return events.flatMap(({ projectId, socket, payload }) =>
    projectId === null || socket === null ? [] : [{ channel: projectId, eventType: socket, payload }],
  )
}
