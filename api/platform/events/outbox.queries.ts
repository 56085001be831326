import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { statementsOver, type TablesOf } from '../db/statements.ts'
import { isHeardOutside } from './event.hooks.ts'
import type { OutboxChannelSchema, OutboxEventSchema } from './outbox.entity.ts'

/** The tables of events, for the statements of those who write and read them. */
export type OutboxTables = TablesOf<typeof OutboxEventSchema | typeof OutboxChannelSchema>

/** An event as it is stored. What stands on a channel is numbered there; `places` counts such events from 1. */
export interface NewOutboxEvent {
  readonly channel: string | null
  /** Place among the events of its channel in this statement; null reaches no channel. */
  readonly place: number | null
  readonly socket_name: string | null
  readonly socket_payload: string | null
  readonly webhook_name: string | null
  readonly webhook_payload: string | null
}

export interface NumberedEvent {
  readonly id: number
  readonly channel: string | null
  readonly seq: number | null
  /** Whether a webhook hears of it. */
  readonly is_heard: boolean
}

/**
 * Counts the channels on and stores the events in one statement. An event is numbered from the end of its channel's
 * count, and gets its row only after the channel's row is locked, so that ids and numbers rise together. Channels are
 * locked in id order. `noticesTo`: where in the database the last id of each channel is told with the commit, if at all.
 */
export async function insertEvents(
  db: Db,
  events: readonly NewOutboxEvent[],
  noticesTo: string | null,
): Promise<NumberedEvent[]> {
  const counts = new Map<string, number>()
  for (const { channel, place } of events) if (channel !== null && place !== null) counts.set(channel, place)
  const channels = [...counts.keys()].sort()
  const inserted = await sql<NumberedEvent>`
    with counted as (
      insert into outbox_channels (channel, last_seq)
      select channel, count from unnest(${channels}::uuid[], ${channels.map((channel) => counts.get(channel))}::int[])
        as added(channel, count) order by channel
      on conflict (channel) do update set last_seq = outbox_channels.last_seq + excluded.last_seq
      returning channel, last_seq),
    written as (
    insert into outbox_events (channel, seq, socket_name, socket_payload, webhook_name, webhook_payload)
    select row.channel, counted.last_seq - row.behind, row.socket_name, row.socket_payload, row.webhook_name,
      row.webhook_payload
    from unnest(${events.map((event) => event.channel)}::uuid[],
        ${events.map(({ channel, place }) => (place === null ? null : (counts.get(channel ?? '') ?? 0) - place))}::int[],
        ${events.map((event) => event.socket_name)}::text[], ${events.map((event) => event.socket_payload)}::text[],
        ${events.map((event) => event.webhook_name)}::text[], ${events.map((event) => event.webhook_payload)}::text[])
      with ordinality
      as row(channel, behind, socket_name, socket_payload, webhook_name, webhook_payload, place)
    left join counted on counted.channel = row.channel and row.behind is not null
    order by row.place
    returning id, channel, seq, ${sql.join(isHeardOutside.parts(), sql` or `)} as is_heard)
    ${noticesTo === null ? sql`select * from written` : toldTo(noticesTo)} order by id`.execute(
    statementsOver<OutboxTables>(db),
  )
  return inserted.rows
}

/** A trip less for every write: the notice is a row of the statement that makes the ids. */
function toldTo(noticesTo: string) {
  return sql`, said as materialized (
      select pg_notify(${noticesTo}, json_agg(json_build_array(channel, last_id))::text)
      from (select channel, max(id) as last_id from written where seq is not null group by channel) as last
      having count(*) > 0)
    select written.* from written left join said on true`
}
