/**
 * Ends the shared test server when nobody has used it for a while, and removes what it kept. Started detached
 * by `database.ts` with the folder of the server.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { takeProcessLock } from '../../api/platform/embedded-postgres/process-lock.ts'
import { startEmbeddedPostgres } from '../../api/platform/embedded-postgres/start-embedded-postgres.ts'
import { isServerInUse } from './database.ts'

const lookEveryMs = 3_000
const idleLimitMs = 30_000

const [testServerDir = ''] = process.argv.slice(2)
const unlockReaper = await takeProcessLock(testServerDir, 'test-reaper')
if (unlockReaper !== null) await reap()

/** A server that is gone by other hands ends this process with the failed connection. */
async function reap(): Promise<void> {
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: testServerDir, fsync: false })
  for (let idleMs = 0; ; ) {
    await sleep(lookEveryMs)
    idleMs = (await isInUse(connectionString)) ? 0 : idleMs + lookEveryMs
    if (idleMs < idleLimitMs) continue
    // Nobody can begin to use the server between the last look and its end.
    const unlock = await takeProcessLock(testServerDir, 'test-server')
    if (unlock === null || (await isInUse(connectionString))) idleMs = 0
    else return end(stop)
    await unlock?.()
  }
}

async function end(stop: () => Promise<void>): Promise<void> {
  await stop()
  rmSync(testServerDir, { recursive: true, force: true })
}

async function isInUse(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return await isServerInUse(client)
  } finally {
    await client.end()
  }
}
