import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Gives the lock back. */
export type Unlock = () => Promise<void>

/**
 * Takes a lock on a folder that holds as long as this process lives; null when another process has it.
 *
 * It is a listening socket in Linux's abstract namespace: taking it is atomic, and the kernel lets go of it when
 * the process dies in whatever way, so there are no stale lock files to judge. Network namespaces do not see each
 * other's locks: two containers must not share a data folder.
 */
export async function takeProcessLock(folder: string, purpose: string): Promise<Unlock | null> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)
  const server = createServer((socket) => socket.destroy()).unref()
  server.listen({ path: `\0svc-${purpose}-${digest}` })
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
  return () => new Promise((settle) => server.close(() => settle()))
}

/** Waits for the lock at most `patienceMs`; null when another process still has it then. */
export async function waitForProcessLock(folder: string, purpose: string, patienceMs: number): Promise<Unlock | null> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const unlock = await takeProcessLock(folder, purpose)
    if (unlock !== null || Date.now() > deadline) return unlock
    await sleep(25)
  }
}
