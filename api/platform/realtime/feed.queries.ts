import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { statementsOver } from '../db/statements.ts'
import type { OutboxTables } from '../events/outbox.queries.ts'
import { frameBytes } from './frame.ts'

/** Rows of one read; what is beyond is read next. */
const BATCH_ROWS = 1_000

export interface ChannelEvent {
  readonly channel: string
  readonly id: number
  readonly seq: number
  readonly frame: Buffer
}

/** What a socket is told of an event. */
interface SocketRow {
  readonly channel: string
  readonly id: number
  readonly seq: number
  readonly socket_name: string
  readonly socket_payload: string
}

/** Events past a known number, of several channels at once, by channel and number. */
export async function loadEventsAfter(
  db: Db,
  known: readonly [channel: string, seq: number][],
): Promise<{ events: ChannelEvent[]; isComplete: boolean }> {
  const { rows } = await sql<SocketRow>`
    select e.channel, e.id, e.seq, e.socket_name, e.socket_payload
    from unnest(${known.map(([channel]) => channel)}::uuid[], ${known.map(([, seq]) => seq)}::bigint[])
      as known(channel, seq)
    join outbox_events e on e.channel = known.channel and e.seq > known.seq
    where e.socket_name is not null order by e.channel, e.seq limit ${sql.lit(BATCH_ROWS)}`.execute(statementsOver(db))
  const events = rows.map(({ channel, id, seq, socket_name, socket_payload }) => ({
    channel,
    id,
    seq,
    frame: frameBytes(socket_name, socket_payload, seq),
  }))
  return { events, isComplete: rows.length < BATCH_ROWS }
}

export interface Position {
  /** The last number handed out. */
  readonly last_seq: number
  /** How many events past `since` are still kept, and their size; zero when none were asked for. */
  readonly kept_count: number
  readonly kept_bytes: number
}

/** Where a channel stands, in one snapshot with what is kept past `since`. */
export async function loadPosition(db: Db, channel: string, since: number | null): Promise<Position> {
  const { rows } = await sql<Position>`
    with standing as (
      select coalesce(max(last_seq), 0) as last_seq from outbox_channels where channel = ${channel})
    select standing.last_seq, count(e.seq) as kept_count, coalesce(sum(octet_length(e.socket_payload)), 0) as kept_bytes
    from standing left join outbox_events e on e.channel = ${channel} and e.seq > ${since}::bigint
      and e.seq <= standing.last_seq and e.socket_name is not null
      and standing.last_seq - ${since}::bigint <= ${sql.lit(BATCH_ROWS)}
    group by standing.last_seq`.execute(statementsOver(db))
  return rows[0] ?? { last_seq: 0, kept_count: 0, kept_bytes: 0 }
}

/** Kept events with since < number <= lastSeq, in order. */
export async function loadReplay(db: Db, channel: string, since: number, lastSeq: number) {
  if (since === lastSeq) return []
  return statementsOver<OutboxTables>(db)
    .selectFrom('outbox_events')
    .select(['seq', 'socket_name', 'socket_payload'])
    .$narrowType<{ seq: number; socket_name: string; socket_payload: string }>()
    .where('channel', '=', channel)
    .where('seq', '>', since)
    .where('seq', '<=', lastSeq)
    .where('socket_name', 'is not', null)
    .orderBy('seq')
    .execute()
}
