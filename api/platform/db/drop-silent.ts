import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'

/** The driver's types do not tell of its socket. */
type Connected = PoolClient & { readonly connection: { readonly stream: Socket } }

/**
 * Ends connections that are in use and say nothing although the database's own time limits are over: its machine or the
 * way to it is gone without a word, which the kernel would notice after a quarter of an hour. Idle ones may be silent.
 */
export function dropSilentConnections(pool: Pool, silentMs: number): void {
  const lent = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => lent.add(client))
  pool.on('release', (_error, client) => lent.delete(client as PoolClient))
  pool.on('connect', (client) => {
    const { stream } = (client as Connected).connection
    stream.setTimeout(silentMs)
    stream.on('timeout', () => {
      if (lent.has(client)) stream.destroy(new Error('the database does not answer'))
    })
  })
}
