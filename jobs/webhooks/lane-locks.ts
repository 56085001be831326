import pg from 'pg'
import { tryLocksForConnection, unlockForConnection } from '../../api/platform/db/advisory-locks.ts'

/** A remote machine that vanishes without a word is noticed after about 20 s instead of two hours. */
const SESSION_SETTINGS = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2'

/** Which process sends what: the locks end with the connection, so that another takes over as soon as a process dies. */
export interface LaneLocks {
  /** Takes those that no process has. */
  take(webhookIds: readonly string[]): Promise<string[]>
  release(webhookId: string): Promise<void>
  close(): Promise<void>
}

/** `onLost` is called when the connection ended and with it all locks. */
export function openLaneLocks(connectionString: string, onLost: () => void): LaneLocks {
  let connected: Promise<pg.Client> | null = null
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  function connection(): Promise<pg.Client> {
    connected ??= connect()
    return connected
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      application_name: 'svc webhooks',
      keepAlive: true,
      options: SESSION_SETTINGS,
      connectionTimeoutMillis: 5_000,
    })
    let isLost = false
    const lose = () => {
      if (isLost || isClosed) return
      isLost = true
      connected = null
      onLost()
    }
    client.on('error', lose).on('end', lose)
    try {
      await client.connect()
      return client
    } catch (error) {
      isLost = true
      connected = null
      throw error
    }
  }

  /** One statement a time, in the order asked: what is given back is free for the next. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {}) // Told to whoever asked.
    return result
  }

  return {
    async take(webhookIds) {
      if (webhookIds.length === 0) return []
      return inTurn(async () => tryLocksForConnection(await connection(), 'webhookLane', webhookIds))
    },
    release(webhookId) {
      return inTurn(async () => {
        // A connection that is gone has let go already.
        const client = await connected?.catch(() => null)
        if (client) await unlockForConnection(client, 'webhookLane', webhookId).catch(() => {})
      })
    },
    async close() {
      await last
      isClosed = true
      const client = await connected?.catch(() => null)
      await client?.end().catch(() => {})
    },
  }
}
