import { setTimeout as sleep } from 'node:timers/promises'

/** While people write faster than dates can be told, those of a project are computed no more often than this. */
const BUSY_GAP_MS = 250
/** Projects that are remembered; each for as long as the gap, but nobody has to tidy up after few. */
const MAX_REMEMBERED = 1_000

interface LastPass {
  readonly beganMs: number
  readonly endedMs: number
}

export interface Pace {
  /** Resolves when the pass may begin: at once, unless it was asked for while the one before it was under way. */
  wait(projectId: string, askedAtMs: number): Promise<void>
  note(projectId: string, beganMs: number): void
}

/**
 * Keeps a storm of writes from becoming a storm of passes and frames: a pass that was asked for before the last one had
 * ended waits until the gap is over, and takes with it whatever is written meanwhile. Who waits for the dates of one
 * edit before the next is never held up. `mostWaiting` is how many may wait in their slots at a time, so that one stays
 * free for the dates of others.
 */
export function pacePasses(mostWaiting: number, nowMs: () => number = Date.now): Pace {
  const last = new Map<string, LastPass>()
  let waiting = 0
  return {
    async wait(projectId, askedAtMs) {
      const before = last.get(projectId)
      if (before === undefined || askedAtMs > before.endedMs || waiting >= mostWaiting) return
      const leftMs = before.beganMs + BUSY_GAP_MS - nowMs()
      if (leftMs <= 0) return
      waiting += 1
      await sleep(leftMs).finally(() => {
        waiting -= 1
      })
    },
    note(projectId, beganMs) {
      last.delete(projectId)
      last.set(projectId, { beganMs, endedMs: nowMs() })
      for (const [oldest] of last) {
        if (last.size <= MAX_REMEMBERED) break
        last.delete(oldest)
      }
    },
  }
}
