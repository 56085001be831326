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
const DELIVERIES_IN_A_ROW = 200

export interface Subscriber {
  readonly channel: string
  deliver(frame: Buffer): void
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
}

export function createChannelFeed(services: Pick<Services, 'orm' | 'log'>): ChannelFeed {
  const channels = new Map<string, Channel>()
  const dirty = new Set<string>()
  let isReading = false
  let isClosed = false

  function channelOf(id: string): Channel {
    const known = channels.get(id)
    if (known) return known
    const made: Channel = { readers: new Map(), cursor: null, lastId: 0 }
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
    for (const event of events) subscriber.deliver(frameBytes(event.socket_name, event.socket_payload, event.seq, true))
  }

  function unsubscribe(subscriber: Subscriber): void {
    const channel = channels.get(subscriber.channel)
    channel?.readers.delete(subscriber)
    if (channel?.readers.size === 0) channels.delete(subscriber.channel)
  }

  function deliver(reader: Reader, event: ChannelEvent): void {
    if (event.seq <= reader.lastSeq) return
    if (reader.held) {
      reader.held.push(event)
      return
    }
    reader.lastSeq = event.seq
    reader.subscriber.deliver(event.frame)
  }

  function goLive(reader: Reader): void {
    const held = reader.held ?? []
    reader.held = null
    for (const event of held) deliver(reader, event)
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
    for (const id of dirty) {
      const cursor = channels.get(id)?.cursor
      // A channel without a position stays out: its first reader wakes it with one.
      if (cursor !== undefined && cursor !== null) batch.push([id, cursor])
    }
    dirty.clear()
    return batch
  }

  async function readBatch(batch: readonly [string, number][]): Promise<void> {
    const { events, isComplete } = await loadEventsAfter({ em: services.orm.em.fork() }, batch)
    if (!isComplete) for (const [id] of batch) dirty.add(id)
    let deliveryCount = 0
    for (const event of events) {
      const channel = channels.get(event.channel)
      if (!channel) continue
      channel.cursor = Math.max(channel.cursor ?? 0, event.seq)
      channel.lastId = Math.max(channel.lastId, event.id)
      for (const reader of [...channel.readers.values()]) {
        deliver(reader, event)
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
