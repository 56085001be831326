import type { Ctx } from '../context.ts'
import { sql } from '../db/sql.ts'

/**
 * Writes the events and jobs collected by a use case, as the last statements before the commit: the channel row lock
 * that numbers a project's events is then held only for the commit itself. Channels are locked in id order.
 */
export async function writeConsequences(ctx: Ctx): Promise<void> {
  await ctx.em.flush()
  if (ctx.events.length > 0) await writeEvents(ctx)
  if (ctx.jobs.length > 0) await writeJobs(ctx)
}

async function writeEvents(ctx: Ctx): Promise<void> {
  const events = ctx.events
  const channels = [...new Set(events.flatMap((event) => (event.projectId ? [event.projectId] : [])))].sort()
  const counts = channels.map((channel) => events.filter((event) => event.projectId === channel).length)
  const nextSeq = new Map<string, number>()
  if (channels.length > 0) {
    const rows = await sql<{ channel: string; last_seq: string }>(
      ctx,
      `insert into outbox_channels (channel, last_seq)
       select channel, count from unnest($1::uuid[], $2::int[]) as added(channel, count) order by channel
       on conflict (channel) do update set last_seq = outbox_channels.last_seq + excluded.last_seq
       returning channel, last_seq`,
      [channels, counts],
    )
    for (const row of rows) {
      const count = counts[channels.indexOf(row.channel)] ?? 0
      nextSeq.set(row.channel, Number(row.last_seq) - count + 1)
    }
  }
  const seqs = events.map((event) => {
    if (!event.projectId) return null
    const seq = nextSeq.get(event.projectId) ?? 0
    nextSeq.set(event.projectId, seq + 1)
    return seq
  })
  const rows = await sql<{ id: string; channel: string | null }>(
    ctx,
    `insert into outbox_events (channel, seq, socket_name, socket_payload, webhook_name, webhook_payload)
     select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
     returning id, channel`,
    [
      events.map((event) => event.projectId),
      seqs,
      events.map((event) => event.socket),
      events.map((event) => (event.socket === null ? null : JSON.stringify(event.payload))),
      events.map((event) => event.webhook),
      events.map((event) => (event.webhookPayload === null ? null : JSON.stringify(event.webhookPayload))),
    ],
  )
  await ctx.services.fanout.announce(ctx, notices(rows))
}

/** One notice per channel: the highest event id written; receivers read on from what they have. */
function notices(rows: { id: string; channel: string | null }[]): { channel: string; lastId: number }[] {
  const last = new Map<string, number>()
  for (const row of rows) if (row.channel) last.set(row.channel, Math.max(last.get(row.channel) ?? 0, Number(row.id)))
  return [...last].map(([channel, lastId]) => ({ channel, lastId }))
}

async function writeJobs(ctx: Ctx): Promise<void> {
  for (const job of ctx.jobs) {
    await sql(
      ctx,
      `select graphile_worker.add_job($1, $2::json, max_attempts => $3, job_key => $4, run_at => $5)`,
      [job.name, JSON.stringify(job.payload), job.maxAttempts, job.jobKey, job.runAt?.toISOString() ?? null],
    )
  }
}
