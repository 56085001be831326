import type { Pool, PoolClient } from 'pg'

/**
 * Gives a connection that dies while it is lent back to its pool. The query builder keeps one whose BEGIN or ROLLBACK
 * failed for ever; ten such deaths would leave a process without connections, though the database is there again.
 */
export function giveBackDeadConnections(pool: Pool): void {
  const lent = new WeakSet<PoolClient>()
  pool.on('release', (_error, client) => lent.delete(client as PoolClient))
  pool.on('acquire', (client: PoolClient) => {
    lent.add(client)
    // The pool sets `release` after this event and before whoever asked runs on.
    queueMicrotask(() => lent.has(client) && watch(client))
  })
}

/** Its borrower may give it back once more, late: that is passed over. */
function watch(client: PoolClient): void {
  const release = client.release
  let isLent = true
  const giveBack: PoolClient['release'] = (error) => {
    if (!isLent) return
    isLent = false
    client.off('end', giveUp)
    release.call(client, error)
  }
  const giveUp = () => giveBack(true)
  client.release = giveBack
  client.once('end', giveUp)
}
