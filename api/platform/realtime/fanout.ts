import type { Redis } from 'ioredis'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import { notify } from './notify.queries.ts'

/** Says that a channel (a project) has outbox events up to `lastId`. Ids only: who listens reads the rows. */
export interface Notice {
  readonly channel: string
  readonly lastId: number
}

/** An event that is shown to whoever is connected and kept nowhere: presence, progress of a run. */
export interface PassingFrame {
  readonly channel: string
  readonly eventType: string
  readonly payload: object
}

export interface FanoutListener {
  onNotice(notice: Notice): void
  onFrame(frame: PassingFrame): void
  onMessage(topic: string, message: unknown): void
  /** Notices may have been missed: the listening connection was away and is back. */
  onResumed(): void
}

/** What an announcement needs of a context. */
export interface Announcing extends Db {
  readonly afterCommit: (() => void)[]
}

/**
 * Tells every process that events were committed. Over PostgreSQL NOTIFY, which is sent with the commit or not at all;
 * with Redis configured over its pub/sub after the commit. Best effort: a listener that was away catches up by `since`.
 */
export interface Fanout {
  /** Where the database tells notices itself, with the rows of the events; null where `announce` has to be told them. */
  readonly noticesTo: string | null
  /** Called inside the transaction that wrote the events. */
  announce(ctx: Announcing, notices: readonly Notice[], frames?: readonly PassingFrame[]): Promise<void>
  /** Messages that are neither rows nor frames, such as "close the sockets of this member". */
  broadcast(topic: string, message: object): Promise<void>
  /** Starts listening; resolves once nothing committed from now on is missed. Several listeners share a connection. */
  listen(listener: FanoutListener): Promise<void>
  /** False while the shared store (Redis, or the listening connection) is away. */
  isHealthy(): boolean
  close(): Promise<void>
}

const NOTICE_CHANNEL = 'svc_events'
const FRAME_CHANNEL = 'svc_frames'
const MESSAGE_CHANNEL = 'svc_messages'
const CHANNELS = [NOTICE_CHANNEL, FRAME_CHANNEL, MESSAGE_CHANNEL]
const RECONNECT_MS = 500
/** A connection whose peer vanished without a word is found by asking. */
const HEARTBEAT_MS = 10_000
const HEARTBEAT_TIMEOUT_MS = 5_000
/** PostgreSQL takes 7,999 bytes a notification. */
const MAX_NOTIFY_BYTES = 7_900

export function createFanout(options: { databaseUrl: string; redis: Redis | null; log: Logger }): Fanout {
  return options.redis ? redisFanout(options.redis, options.log) : postgresFanout(options.databaseUrl, options.log)
}

/** Hands a received message to every listener; one that cannot be read is logged and left out. */
function dispatch(listeners: ReadonlySet<FanoutListener>, channel: string, text: string, log: Logger): void {
  try {
    const message: unknown = JSON.parse(text)
    for (const listener of listeners) {
      if (channel === NOTICE_CHANNEL) {
        for (const [id, lastId] of message as [string, number][]) listener.onNotice({ channel: id, lastId })
      } else if (channel === FRAME_CHANNEL) listener.onFrame(message as PassingFrame)
      else listener.onMessage(...(message as [string, unknown]))
    }
  } catch (error) {
    log.warn({ channel, message: (error as Error).message }, 'fan-out message left out')
  }
}

/** The notices of one transaction as texts that each fit a notification. */
function noticeTexts(notices: readonly Notice[]): string[] {
  const texts: string[] = []
  for (let from = 0; from < notices.length; from += 100) {
    texts.push(JSON.stringify(notices.slice(from, from + 100).map((notice) => [notice.channel, notice.lastId])))
  }
  return texts
}

/** The text of a frame, or null when it is larger than a notification: such a frame is a bug of its emitter. */
function frameText(frame: PassingFrame, log: Logger): string | null {
  const text = JSON.stringify(frame)
  if (Buffer.byteLength(text) <= MAX_NOTIFY_BYTES) return text
  log.error({ eventType: frame.eventType }, 'passing frame is too large and was left out')
  return null
}

function postgresFanout(databaseUrl: string, log: Logger): Fanout {
  const listeners = new Set<FanoutListener>()
  const listening = listeningConnection(databaseUrl, listeners, log)
  let sender: Promise<Client> | null = null

  /** Opened with the first message: most processes never send one. */
  function openSender(): Promise<Client> {
    const own = new Client({ connectionString: databaseUrl, application_name: 'svc-fanout-send', keepAlive: true })
    const opened = own.connect().then(() => own)
    const forget = () => {
      if (sender === opened) sender = null
    }
    own.on('error', forget)
    own.on('end', forget)
    opened.catch(forget)
    sender = opened
    return opened
  }

  return {
    noticesTo: NOTICE_CHANNEL,
    async announce(ctx, notices, frames = []) {
      const texts: [string, string][] = noticeTexts(notices).map((text) => [NOTICE_CHANNEL, text])
      for (const frame of frames) {
        const text = frameText(frame, log)
        if (text !== null) texts.push([FRAME_CHANNEL, text])
      }
      if (texts.length === 0) return
      await notify(ctx, texts)
    },
    async broadcast(topic, message) {
      const client = await (sender ?? openSender())
      await client.query('select pg_notify($1, $2)', [MESSAGE_CHANNEL, JSON.stringify([topic, message])])
    },
    async listen(listener) {
      listeners.add(listener)
      await listening.open()
    },
    isHealthy: () => listening.isHealthy(),
    async close() {
      listeners.clear()
      await Promise.allSettled([listening.close(), sender?.then((client) => client.end())])
    },
  }
}

/** One connection that listens, opened with the first listener and opened again whenever it is lost. */
function listeningConnection(databaseUrl: string, listeners: ReadonlySet<FanoutListener>, log: Logger) {
  let client: Client | null = null
  let opening: Promise<void> | null = null
  let isClosed = false
  let heartbeat: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const own = new Client({
      connectionString: databaseUrl,
      application_name: 'svc-fanout',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    })
    const lost = () => {
      if (client !== own) return
      client = null
      reconnectLater()
    }
    own.on('error', lost)
    own.on('end', lost)
    own.on('notification', ({ channel, payload }) => dispatch(listeners, channel, payload ?? 'null', log))
    await own.connect()
    await own.query(CHANNELS.map((channel) => `listen ${channel}`).join('; '))
    if (isClosed) return own.end()
    client = own
  }

  function reconnectLater(): void {
    if (isClosed) return
    setTimeout(() => {
      if (isClosed) return
      connect().then(
        () => {
          for (const listener of listeners) listener.onResumed()
        },
        (error: Error) => {
          log.warn({ message: error.message }, 'fan-out listener is away')
          reconnectLater()
        },
      )
    }, RECONNECT_MS).unref()
  }

  /** A query that gets no answer means the peer is gone: the connection is given up, which opens the next. */
  function beat(): void {
    const own = client
    own?.query('select 1').catch(() => {
      if (client !== own) return
      client = null
      own.end().catch(() => undefined)
      reconnectLater()
    })
  }

  return {
    open(): Promise<void> {
      opening ??= connect().then(() => {
        heartbeat = setInterval(beat, HEARTBEAT_MS).unref()
      })
      return opening
    },
    /** A process that does not listen misses nothing. */
    isHealthy: () => opening === null || client !== null,
    async close() {
      isClosed = true
      clearInterval(heartbeat)
      const own = client
      client = null
      await own?.end()
    },
  }
}

function redisFanout(redis: Redis, log: Logger): Fanout {
  const listeners = new Set<FanoutListener>()
  let subscribing: Promise<unknown> | null = null
  let subscriber: Redis | null = null

  async function publish(channel: string, text: string): Promise<void> {
    try {
      await redis.publish(channel, text)
    } catch (error) {
      log.warn({ message: (error as Error).message }, 'fan-out publish failed')
      // Redis is away: at least the sockets of this process hear of it at once.
      dispatch(listeners, channel, text, log)
    }
  }

  function subscribe(): Promise<unknown> {
    // It waits for a Redis that is away, however long; a listener has no reason to speak, so silence means nothing.
    const patient = { commandTimeout: undefined, socketTimeout: undefined, maxRetriesPerRequest: null }
    const own = redis.duplicate({ ...patient, enableOfflineQueue: true })
    subscriber = own
    own.on('error', (error) => log.warn({ message: error.message }, 'fan-out listener is away'))
    own.on('message', (channel: string, text: string) => dispatch(listeners, channel, text, log))
    const subscribed = own.subscribe(...CHANNELS)
    // The client subscribes again by itself after a reconnect.
    subscribed.then(
      () =>
        own.on('ready', () => {
          for (const listener of listeners) listener.onResumed()
        }),
      () => log.warn('fan-out listener was closed before it heard of anything'),
    )
    return subscribed
  }

  return {
    noticesTo: null,
    async announce(ctx, notices, frames = []) {
      const texts = noticeTexts(notices)
      const frameTexts = frames.map((frame) => frameText(frame, log)).filter((text) => text !== null)
      if (texts.length + frameTexts.length === 0) return
      ctx.afterCommit.push(() => {
        for (const text of texts) void publish(NOTICE_CHANNEL, text)
        for (const text of frameTexts) void publish(FRAME_CHANNEL, text)
      })
    },
    broadcast: (topic, message) => publish(MESSAGE_CHANNEL, JSON.stringify([topic, message])),
    async listen(listener) {
      listeners.add(listener)
      subscribing ??= subscribe()
      // A Redis that is away at the start must not keep the service from starting; it is subscribed to once it is back.
      if (redis.status === 'ready') await subscribing
    },
    isHealthy: () => redis.status === 'ready',
    async close() {
      listeners.clear()
      subscribing?.catch(() => undefined)
      subscriber?.disconnect()
    },
  }
}
