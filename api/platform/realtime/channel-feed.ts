/**
 * Reads committed events of the channels that have sockets in this process and hands each to its readers once and in
 * order. A notice only says "look": rows are read by number, and the numbers of a channel follow the commits, because
 * the row that counts them stays locked until the commit. So late, doubled and overtaken notices change nothing.
 */
import { setImmediate as takeBreath } from 'node:timers/promises'
import type { Services } from '../context.ts'
import type { Notice, PassingFrame } from './fanout.ts'
import { type ChannelEvent, loadEventsAfter, loadPosition, loadReplay } from './feed.queries.ts'
import { frameBytes } from './frame.ts'

const MAX_REPLAY_EVENTS = 1_000
/** More than this would look like a slow reader the moment it is sent. */
const MAX_REPLAY_BYTES = 512 * 1024
const RETRY_MS = 500
/** Readers that get their bytes before requests have a turn: about half a millisecond. */
const DELIVERIES_IN_A_ROW = 50
/**
 * A channel is read again no sooner than this for each of its readers, so that events which follow each other closely
 * reach many readers in one write; who is alone hears of each at once.
 */
const GAP_OF_READER_MS = 0.2
const LONGEST_GAP_MS = 200

export interface Subscriber {
  readonly channel: string
  /** Takes the bytes of one frame or of several in a row. */
  deliver(frames: Buffer): void
}

/** Where a client left off: a number, nothing, or something that is no number. */
export type Since = number | 'none' | 'unreadable'

export interface ChannelFeed {
  /** From its return on the subscriber gets every event committed after the call began, after what it asked to see again. */
  subscribe(subscriber: Subscriber, since: Since): Promise<void>
  unsubscribe(subscriber: Subscriber): void
  wake(notice: Notice): void
  wakeAll(): void
  pass(frame: PassingFrame): void
  close(): void
}

interface Reader {
  readonly subscriber: Subscriber
  /** Highest number delivered or knowingly left out. */
  lastSeq: number
  /** Events that arrive while the replay is being read; null once the reader is live. */
  held: ChannelEvent[] | null
}

interface Channel {
  readonly readers: Map<Subscriber, Reader>
  /** Events up to here have been handed out; null until the first reader knows its position. */
  cursor: number | null
  lastId: number
  /** When events of it were handed out last. */
  readAtMs: number
}

export function createChannelFeed(services: Pick<Services, 'orm' | 'log'>): ChannelFeed {
  const channels = new Map<string, Channel>()
  const dirty = new Set<string>()
  let isReading = false
  let isTimed = false
  let isClosed = false

  function channelOf(id: string): Channel {
    const known = channels.get(id)
    if (known) return known
    const made: Channel = { readers: new Map(), cursor: null, lastId: 0, readAtMs: 0 }
    channels.set(id, made)
    return made
  }

  async function subscribe(subscriber: Subscriber, since: Since): Promise<void> {
    const reader: Reader = { subscriber, lastSeq: 0, held: [] }
    const channel = channelOf(subscriber.channel)
    channel.readers.set(subscriber, reader)
    try {
      const em = services.orm.em.fork()
      const position = await loadPosition({ em }, subscriber.channel, typeof since === 'number' ? since : null)
      reader.lastSeq = position.last_seq
      lowerCursor(subscriber.channel, channel, position.last_seq)
      if (since !== 'none') await replay({ em }, subscriber, since, position)
      goLive(reader)
    } catch (error) {
      unsubscribe(subscriber)
      throw error
    }
  }

  /** Two first readers may learn of different positions; what lies between is read again and skipped by who has it. */
  function lowerCursor(id: string, channel: Channel, lastSeq: number): void {
    if (channel.cursor !== null && channel.cursor <= lastSeq) return
    channel.cursor = lastSeq
    dirty.add(id)
    void readOn()
  }

  async function replay(
    db: Parameters<typeof loadReplay>[0],
    subscriber: Subscriber,
    since: number | 'unreadable',
    position: Awaited<ReturnType<typeof loadPosition>>,
  ): Promise<void> {
    const missed = since === 'unreadable' ? Number.POSITIVE_INFINITY : position.last_seq - since
    const isKept =
      missed >= 0 &&
      missed <= MAX_REPLAY_EVENTS &&
      position.kept_count === missed &&
      position.kept_bytes <= MAX_REPLAY_BYTES
    const events = isKept ? await loadReplay(db, subscriber.channel, since as number, position.last_seq) : []
    if (!isKept || events.length !== missed) {
      const payload = JSON.stringify({ latest_seq: position.last_seq })
      subscriber.deliver(frameBytes('resync_required', payload, null))
      return
    }
    const frames = events.map((event) => frameBytes(event.socket_name, event.socket_payload, event.seq, true))
    if (frames.length > 0) subscriber.deliver(Buffer.concat(frames))
  }

  function unsubscribe(subscriber: Subscriber): void {
    const channel = channels.get(subscriber.channel)
    channel?.readers.delete(subscriber)
    if (channel?.readers.size === 0) channels.delete(subscriber.channel)
  }

  /** Hands a reader those of the events that it has not had. `bytesFrom` is shared by the readers of a channel. */
  function deliver(reader: Reader, events: readonly ChannelEvent[], bytesFrom = bytesOf(events)): void {
    const first = events.findIndex(({ seq }) => seq > reader.lastSeq)
    if (first === -1) return
    if (reader.held) {
      reader.held.push(...events.slice(first))
      return
    }
    reader.lastSeq = events[events.length - 1]?.seq as number
    reader.subscriber.deliver(bytesFrom(first))
  }

  function goLive(reader: Reader): void {
    const held = reader.held ?? []
    reader.held = null
    deliver(reader, held)
  }

  /** Reads until nothing is left to read; one query serves all channels that were named meanwhile. */
  async function readOn(): Promise<void> {
    if (isReading || isClosed) return
    isReading = true
    try {
      for (let batch = takeDirty(); batch.length > 0 && !isClosed; batch = takeDirty()) await readBatch(batch)
    } catch (error) {
      services.log.warn({ message: (error as Error).message }, 'events could not be read; trying again')
      setTimeout(() => wakeAll(), RETRY_MS).unref()
    } finally {
      isReading = false
    }
  }

  function takeDirty(): [string, number][] {
    const batch: [string, number][] = []
    const nowMs = performance.now()
    for (const id of dirty) {
      const channel = channels.get(id)
      const cursor = channel?.cursor
      // A channel without a position stays out: its first reader wakes it with one.
      if (channel === undefined || cursor === undefined || cursor === null) dirty.delete(id)
      else if (dueAtMs(channel) > nowMs) readLater(dueAtMs(channel) - nowMs)
      else {
        dirty.delete(id)
        batch.push([id, cursor])
      }
    }
    return batch
  }

  function dueAtMs({ readAtMs, readers }: Channel): number {
    return readAtMs + Math.min(LONGEST_GAP_MS, readers.size * GAP_OF_READER_MS)
  }

  /** One timer for all channels that wait; whichever is not due then sets the next. */
  function readLater(ms: number): void {
    if (isTimed) return
    isTimed = true
    setTimeout(() => {
      isTimed = false
      void readOn()
    }, ms).unref()
  }

  async function readBatch(batch: readonly [string, number][]): Promise<void> {
    const { events, isComplete } = await loadEventsAfter({ em: services.orm.em.fork() }, batch)
    if (!isComplete) for (const [id] of batch) dirty.add(id)
    let deliveryCount = 0
    for (const [id, own] of Map.groupBy(events, ({ channel }) => channel)) {
      const channel = channels.get(id)
      const last = own[own.length - 1]
      if (!channel || !last) continue
      channel.cursor = Math.max(channel.cursor ?? 0, last.seq)
      channel.lastId = Math.max(channel.lastId, ...own.map((event) => event.id))
      channel.readAtMs = performance.now()
      const bytesFrom = bytesOf(own)
      for (const reader of [...channel.readers.values()]) {
        deliver(reader, own, bytesFrom)
        // Thousands of readers must not hold up the requests of this process.
        if (++deliveryCount % DELIVERIES_IN_A_ROW === 0) await takeBreath()
      }
    }
  }

  function wake(notice: Notice): void {
    const channel = channels.get(notice.channel)
    if (!channel || notice.lastId <= channel.lastId) return
    dirty.add(notice.channel)
    void readOn()
  }

  function wakeAll(): void {
    for (const id of channels.keys()) dirty.add(id)
    void readOn()
  }

  function pass(frame: PassingFrame): void {
    const readers = channels.get(frame.channel)?.readers
    if (!readers) return
    const bytes = frameBytes(frame.eventType, JSON.stringify(frame.payload), null)
    for (const reader of readers.values()) reader.subscriber.deliver(bytes)
  }

  return {
    subscribe,
    unsubscribe,
    wake,
    wakeAll,
    pass,
    close() {
      isClosed = true
      channels.clear()
    },
  }
}

/** The bytes of events from one of them on, made once however many readers are that far. */
function bytesOf(events: readonly ChannelEvent[]): (first: number) => Buffer {
  const made = new Map<number, Buffer>()
  return (first) => {
    const known = made.get(first) ?? Buffer.concat(events.slice(first).map(({ frame }) => frame))
    made.set(first, known)
    return known
  }
}
