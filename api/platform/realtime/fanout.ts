import type { Redis } from 'ioredis'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Ctx } from '../context.ts'
import { sql } from '../db/sql.ts'

/** Says that a channel (a project) has outbox events up to `lastId`. Ids only: who listens reads the rows. */
export interface Notice {
  readonly channel: string
  readonly lastId: number
}

/**
 * Tells every process that events were committed. Over PostgreSQL NOTIFY, which is sent with the commit or not at all;
 * with Redis configured over its pub/sub after the commit. Best effort: a listener that was away catches up by `since`.
 */
export interface Fanout {
  /** Called inside the transaction that wrote the events. */
  announce(ctx: Ctx<unknown>, notices: readonly Notice[]): Promise<void>
  /** Messages that are not rows, such as "close the sockets of this member". */
  broadcast(topic: string, message: object): Promise<void>
  /** Starts listening; the callbacks run for each notice or message until `close`. */
  listen(onNotice: (notice: Notice) => void, onMessage: (topic: string, message: unknown) => void): Promise<void>
  /** False while the shared store (Redis, or the listening connection) is away. */
  isHealthy(): boolean
  close(): Promise<void>
}

const NOTICE_CHANNEL = 'svc_events'
const MESSAGE_CHANNEL = 'svc_messages'
const RECONNECT_MS = 500

export function createFanout(options: { databaseUrl: string; redis: Redis | null; log: Logger }): Fanout {
  return options.redis ? redisFanout(options.redis, options.log) : postgresFanout(options.databaseUrl, options.log)
}

function postgresFanout(databaseUrl: string, log: Logger): Fanout {
  let client: Client | null = null
  let closed = false
  let sender: Client | null = null

  async function connect(onNotice: (notice: Notice) => void, onMessage: (topic: string, message: unknown) => void): Promise<void> {
    const own = new Client({ connectionString: databaseUrl, application_name: 'svc-fanout', keepAlive: true })
    const reconnect = () => {
      if (closed || client !== own) return
      client = null
      setTimeout(() => void attempt(), RECONNECT_MS).unref()
    }
    const attempt = () => connect(onNotice, onMessage).catch((error: Error) => {
      log.warn({ message: error.message }, 'fan-out listener is away')
      if (!closed) setTimeout(() => void attempt(), RECONNECT_MS).unref()
    })
    own.on('error', reconnect)
    own.on('end', reconnect)
    own.on('notification', ({ channel, payload }) => {
      const parsed: unknown = JSON.parse(payload ?? 'null')
      if (channel === NOTICE_CHANNEL) for (const [id, lastId] of parsed as [string, number][]) onNotice({ channel: id, lastId })
      else onMessage(...(parsed as [string, unknown]))
    })
    await own.connect()
    client = own
    await own.query(`listen ${NOTICE_CHANNEL}; listen ${MESSAGE_CHANNEL}`)
  }

  return {
    async announce(ctx, notices) {
      // A notification holds at most 8,000 bytes: 100 pairs stay well below.
      for (let from = 0; from < notices.length; from += 100) {
        const pairs = notices.slice(from, from + 100).map((notice) => [notice.channel, notice.lastId])
        await sql(ctx, 'select pg_notify($1, $2)', [NOTICE_CHANNEL, JSON.stringify(pairs)])
      }
    },
    async broadcast(topic, message) {
      if (!sender) {
        const own = new Client({ connectionString: databaseUrl, application_name: 'svc-fanout-send', keepAlive: true })
        const forget = () => {
          if (sender === own) sender = null
        }
        own.on('error', forget)
        own.on('end', forget)
        await own.connect()
        sender = own
      }
      await sender.query('select pg_notify($1, $2)', [MESSAGE_CHANNEL, JSON.stringify([topic, message])])
    },
    listen: connect,
    isHealthy: () => true,
    async close() {
      closed = true
      await Promise.allSettled([client?.end(), sender?.end()])
    },
  }
}

function redisFanout(redis: Redis, log: Logger): Fanout {
  let subscriber: Redis | null = null
  const publish = (channel: string, message: unknown) =>
    redis.publish(channel, JSON.stringify(message)).catch((error: Error) => log.warn({ message: error.message }, 'fan-out publish failed'))
  return {
    async announce(ctx, notices) {
      if (notices.length === 0) return
      const pairs = notices.map((notice) => [notice.channel, notice.lastId])
      ctx.afterCommit.push(() => void publish(NOTICE_CHANNEL, pairs))
    },
    async broadcast(topic, message) {
      await publish(MESSAGE_CHANNEL, [topic, message])
    },
    async listen(onNotice, onMessage) {
      const own = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null })
      subscriber = own
      own.on('error', (error) => log.warn({ message: error.message }, 'fan-out listener is away'))
      own.on('message', (channel, payload) => {
        const parsed: unknown = JSON.parse(payload)
        if (channel === NOTICE_CHANNEL) for (const [id, lastId] of parsed as [string, number][]) onNotice({ channel: id, lastId })
        else onMessage(...(parsed as [string, unknown]))
      })
      await own.subscribe(NOTICE_CHANNEL, MESSAGE_CHANNEL)
    },
    isHealthy: () => redis.status === 'ready',
    async close() {
      subscriber?.disconnect()
    },
  }
}
