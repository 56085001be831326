import type { Ctx } from '../context.ts'
import { sql } from '../db/sql.ts'
import type { Notice, PassingFrame } from '../realtime/fanout.ts'
import type { PendingEvent } from './define-event.ts'

/**
 * Writes the events and jobs collected by a use case, as the last statements before the commit: the channel row lock
 * that numbers a project's events is then held only for the commit itself. Channels are locked in id order.
 */
export async function writeConsequences(ctx: Ctx): Promise<void> {
  await ctx.em.flush()
  for (const work of ctx.beforeCommit.splice(0)) await work()
  if (ctx.events.length > 0) await writeEvents(ctx)
  if (ctx.jobs.length > 0) await writeJobs(ctx)
}

async function writeEvents(ctx: Ctx): Promise<void> {
  const frames = ctx.events.filter((event) => !event.isKept && event.socket !== null)
  const rows = ctx.events.filter((event) => isOnChannel(event) || event.webhook !== null)
  const written = rows.length === 0 ? [] : await insertRows(ctx, rows)
  await ctx.services.fanout.announce(ctx, notices(written), passingFrames(frames))
}

/** Whether an event is kept for a project's sockets. Only these are numbered, so that a gap means a missed frame. */
function isOnChannel(event: PendingEvent): event is PendingEvent & { projectId: string } {
  return event.isKept && event.socket !== null && event.projectId !== null
}

/**
 * Counts the channels on and stores the events in one statement. An event is numbered from the end of its channel's
 * count, and gets its row only after the channel's row is locked, so that ids and numbers rise together.
 */
async function insertRows(ctx: Ctx, events: readonly PendingEvent[]) {
  const counts = new Map<string, number>()
  const places = events.map((event) => {
    if (!isOnChannel(event)) return null
    const place = (counts.get(event.projectId) ?? 0) + 1
    counts.set(event.projectId, place)
    return place
  })
  const channels = [...counts.keys()].sort()
  return sql<{ id: string; channel: string | null; seq: string | null }>(
    ctx,
    `with counted as (
       insert into outbox_channels (channel, last_seq)
       select channel, count from unnest($1::uuid[], $2::int[]) as added(channel, count) order by channel
       on conflict (channel) do update set last_seq = outbox_channels.last_seq + excluded.last_seq
       returning channel, last_seq)
     insert into outbox_events (channel, seq, socket_name, socket_payload, webhook_name, webhook_payload)
     select row.channel, counted.last_seq - row.behind, row.socket_name, row.socket_payload, row.webhook_name,
       row.webhook_payload
     from unnest($3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[]) with ordinality
       as row(channel, behind, socket_name, socket_payload, webhook_name, webhook_payload, place)
     left join counted on counted.channel = row.channel and row.behind is not null
     order by row.place
     returning id, channel, seq`,
    [
      channels,
      channels.map((channel) => counts.get(channel)),
      events.map((event) => event.projectId),
      places.map((place, at) => (place === null ? null : (counts.get(events[at]?.projectId as string) ?? 0) - place)),
      events.map((event) => (isOnChannel(event) ? event.socket : null)),
      events.map((event) => (isOnChannel(event) ? JSON.stringify(event.payload) : null)),
      events.map((event) => event.webhook),
      events.map((event) => (event.webhookPayload === null ? null : JSON.stringify(event.webhookPayload))),
    ],
  )
}

/** One notice per channel: the highest event id written; receivers read on from what they have. */
function notices(rows: { id: string; channel: string | null; seq: string | null }[]): Notice[] {
  const last = new Map<string, number>()
  for (const { id, channel, seq } of rows) {
    if (channel !== null && seq !== null) last.set(channel, Math.max(last.get(channel) ?? 0, Number(id)))
  }
  return [...last].map(([channel, lastId]) => ({ channel, lastId }))
}

function passingFrames(events: readonly PendingEvent[]): PassingFrame[] {
  return events.flatMap(({ projectId, socket, payload }) =>
    projectId === null || socket === null ? [] : [{ channel: projectId, eventType: socket, payload }],
  )
}

async function writeJobs(ctx: Ctx): Promise<void> {
  for (const job of ctx.jobs) {
    await sql(
      ctx,
      `select graphile_worker.add_job($1, $2::json, max_attempts => $3, job_key => $4, run_at => $5, flags => $6,
         priority => $7)`,
      [
        job.name,
        JSON.stringify(job.payload),
        job.maxAttempts,
        job.jobKey,
        job.runAt?.toISOString() ?? null,
        job.flag === null ? null : [job.flag],
        job.priority,
      ],
    )
  }
}
