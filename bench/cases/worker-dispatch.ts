import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createComputePool } from '../../compute/workers/pool.ts'
import { generateColumns, generatePlan } from '../../fixtures/generate/generate-plan.ts'
import type { BenchCase, Run } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'

/** So small that its schedule costs next to nothing beside the way there and back. */
const TASKS = 10
const CLONED_TASKS = 20_000
const ROUNDS = 20

/** The way to a worker thread and back, its network resident: what every job pays. */
export const workerDispatch: BenchCase = {
  name: 'worker-dispatch',
  group: 'compute',
  summary: `a job for a warm worker and its answer, ${TASKS} resident tasks; by how long the worker was idle before`,
  unit: 'µs',
  sizeName: 'ms idle',
  quickSizes: [0, 20],
  fullSizes: [0, 20, 200],
  aims: (idleMs) => [{ of: 'median', atMost: idleMs === 0 ? 120 : 300 }],
  warmUps: 10,
  samples: 60,
  async prepare(idleMs) {
    const pool = createComputePool({ threads: 1, maxQueue: 4, deadlineMs: 10_000 })
    const columns = generateColumns('plain', TASKS)
    const once = async (): Promise<{ us: number; hash: string }> => {
      const startedMs = performance.now()
      const result = await pool.schedule(columns)
      return { us: (performance.now() - startedMs) * 1_000, hash: hashAnswer(result.earlyStartDay) }
    }
    for (let round = 0; round < 200; round++) await once()
    const worker = idleMs === 0 ? new Worker(new URL('../peers/clone-worker.ts', import.meta.url)) : null
    return {
      async sample(): Promise<Run> {
        if (idleMs > 0) {
          await sleep(idleMs)
          const { us, hash } = await once()
          return { value: us, hash }
        }
        let total = 0
        let hash = ''
        for (let round = 0; round < ROUNDS; round++) {
          const one = await once()
          total += one.us
          hash = one.hash
        }
        return { value: total / ROUNDS, hash }
      },
      peers: worker ? [clonePeer(worker)] : [],
      async close() {
        await Promise.all([pool.close(), worker?.terminate()])
      },
    }
  },
}

function clonePeer(worker: Worker) {
  const plan = generatePlan({ taskCount: CLONED_TASKS })
  return {
    name: `object graph of ${CLONED_TASKS} tasks by structured clone`,
    sample: () =>
      new Promise<Run>((resolve) => {
        const startedMs = performance.now()
        worker.once('message', (answer: unknown[]) =>
          resolve({ value: (performance.now() - startedMs) * 1_000, hash: hashAnswer(answer.length) }),
        )
        worker.postMessage(plan)
      }),
  }
}
