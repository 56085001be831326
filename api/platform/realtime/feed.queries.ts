import type { Ctx } from '../context.ts'
import { sql, sqlOne } from '../db/sql.ts'
import { frameBytes } from './frame.ts'

/** Rows of one read; what is beyond is read next. */
const BATCH_ROWS = 1_000

type Db = Pick<Ctx, 'em'>

export interface ChannelEvent {
  readonly channel: string
  readonly id: number
  readonly seq: number
  readonly frame: Buffer
}

interface EventRow {
  channel: string
  id: string
  seq: string
  socket_name: string
  socket_payload: string
}

/** Events past a known number, of several channels at once, by channel and number. */
export async function loadEventsAfter(
  db: Db,
  known: readonly [channel: string, seq: number][],
): Promise<{ events: ChannelEvent[]; isComplete: boolean }> {
  const rows = await sql<EventRow>(
    db,
    `select e.channel, e.id, e.seq, e.socket_name, e.socket_payload
     from unnest($1::uuid[], $2::bigint[]) as known(channel, seq)
     join outbox_events e on e.channel = known.channel and e.seq > known.seq
     where e.socket_name is not null order by e.channel, e.seq limit ${BATCH_ROWS}`,
    [known.map(([channel]) => channel), known.map(([, seq]) => seq)],
  )
  const events = rows.map((row) => ({
    channel: row.channel,
    id: Number(row.id),
    seq: Number(row.seq),
    frame: frameBytes(row.socket_name, row.socket_payload, Number(row.seq)),
  }))
  return { events, isComplete: rows.length < BATCH_ROWS }
}

export interface Position {
  /** The last number handed out. */
  readonly lastSeq: number
  /** How many events past `since` are still kept, and their size; zero when none were asked for. */
  readonly keptCount: number
  readonly keptBytes: number
}

/** Where a channel stands, in one snapshot with what is kept past `since`. */
export async function loadPosition(db: Db, channel: string, since: number | null): Promise<Position> {
  const row = await sqlOne<{ last_seq: string; kept_count: string; kept_bytes: string }>(
    db,
    `with standing as (select coalesce(max(last_seq), 0) as last_seq from outbox_channels where channel = $1)
     select standing.last_seq, count(e.seq) as kept_count, coalesce(sum(octet_length(e.socket_payload)), 0) as kept_bytes
     from standing left join outbox_events e on e.channel = $1 and e.seq > $2::bigint and e.seq <= standing.last_seq
       and e.socket_name is not null and standing.last_seq - $2::bigint <= ${BATCH_ROWS}
     group by standing.last_seq`,
    [channel, since],
  )
  return {
    lastSeq: Number(row?.last_seq ?? 0),
    keptCount: Number(row?.kept_count ?? 0),
    keptBytes: Number(row?.kept_bytes ?? 0),
  }
}

export interface ReplayedEvent {
  readonly seq: number
  readonly eventType: string
  readonly payload: string
}

/** Kept events with since < number <= lastSeq, in order. */
export async function loadReplay(db: Db, channel: string, since: number, lastSeq: number): Promise<ReplayedEvent[]> {
  if (since === lastSeq) return []
  const rows = await sql<EventRow>(
    db,
    `select seq, socket_name, socket_payload from outbox_events
     where channel = $1 and seq > $2 and seq <= $3 and socket_name is not null order by seq`,
    [channel, since, lastSeq],
  )
  return rows.map((row) => ({ seq: Number(row.seq), eventType: row.socket_name, payload: row.socket_payload }))
}
