import { Piscina } from 'piscina'
import type { WriteTask } from './write-plan.ts'

/** Plans up to this size are written where they are: that takes less than handing them over. */
const SMALL_PLAN_TASKS = 300

/** Too many plans are being written already. */
export class WritersBusy extends Error {}

export type WritePool = {
  write: (task: WriteTask, signal: AbortSignal) => Promise<Uint8Array>
  /** How many plans were written on threads. */
  completed: () => number
  close: () => Promise<void>
}

export type WritePoolOptions = { threads: number; heapMb: number; maxQueue: number }

/** Threads that write large plans, apart from the process that answers requests. */
export function createWritePool({ threads, heapMb, maxQueue }: WritePoolOptions): WritePool {
  const piscina = new Piscina({
    filename: new URL('./entry.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    maxQueue,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  return {
    async write(task, signal) {
      if (task.plan.tasks.length <= SMALL_PLAN_TASKS) {
        // The writers of all formats are read with the first plan that is written.
        const { writePlan } = await import('./write-plan.ts')
        return writePlan(task)
      }
      if (piscina.queueSize >= maxQueue) throw new WritersBusy('too many plans are being written')
      return new Uint8Array((await piscina.run(task, { signal })) as ArrayBuffer)
    },
    completed: () => piscina.completed,
    close: () => piscina.destroy(),
  }
}
