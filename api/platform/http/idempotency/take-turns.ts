import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../../errors.ts'

/**
 * Lets work of one name run one after the other within this process. Repeats of one keyed request wait here and not
 * inside the database, where ten of them would hold every connection of the pool. Other processes meet them there.
 */
export function createTurns(waitMs: number): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const before = last.get(name) ?? Promise.resolve()
    const turn = Promise.withResolvers<void>()
    // Whoever gives up hands its turn on only when those before it are done.
    const mine = before.then(() => turn.promise)
    last.set(name, mine)
    try {
      const timer = new AbortController()
      const isLate = await Promise.race([
        before.then(() => false),
        sleep(waitMs, true, { signal: timer.signal, ref: false }).catch(() => false),
      ])
      timer.abort()
      if (isLate) throw unavailable('The first request with this key is still running.')
      return await work()
    } finally {
      turn.resolve()
      void mine.then(() => {
        if (last.get(name) === mine) last.delete(name)
      })
    }
  }
}
