import { setTimeout as sleep } from 'node:timers/promises'
import type WebSocket from 'ws'
import type { BenchCase } from '../bench-case.ts'
import { nextFrame } from '../service/frames.ts'
import { taskToEdit } from '../service/lengthen-task.ts'
import { startMeasuredApi } from '../service/measured-api.ts'
import type { RunningService } from '../service/running-service.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'
import { quantile } from '../statistics.ts'

const PROJECT_TASKS = 1_000
const OPENED_AT_ONCE = 40
/** Until the handshakes have ended in every process. */
const SETTLE_MS = 3_000
/** Of fewer it is the growth of the heap that is seen. */
const LEAST_FOR_MEMORY = 5_000

/** Everyone who looks at a project learns of a change; the value is when the last one has its frame. */
export const socketFanOut: BenchCase = {
  name: 'socket-fan-out',
  group: 'service',
  summary: 'commit of an edit to its frame on the last of many sockets of one project',
  unit: 'ms',
  sizeName: 'sockets',
  quickSizes: [100],
  fullSizes: [100, 1_000, 5_000],
  aims: (count) => [
    { of: 'p95', atMost: 750 },
    { of: 'part:p99', atMost: 750 },
    ...(count < LEAST_FOR_MEMORY ? [] : [{ of: 'part:kb_per_socket' as const, atMost: 40 }]),
  ],
  warmUps: 2,
  samples: 20,
  async prepare(count) {
    const project = await sharedProject(PROJECT_TASKS)
    const service = await sharedService()
    const sockets: WebSocket[] = []
    const memory = count < LEAST_FOR_MEMORY ? {} : await memoryOf(service, project, count)
    const close = () => {
      for (const socket of sockets) socket.terminate()
    }
    try {
      await openAll(service, project, count, sockets)
    } catch (error) {
      close()
      throw error
    }
    await sleep(SETTLE_MS)
    const edit = await taskToEdit(service, project)
    return {
      async sample() {
        const complete = Promise.all(sockets.map((socket) => nextFrame(socket, 'cpm_complete')))
        let committedMs = 0
        const cameMs: number[] = []
        const updated = sockets.map((socket) =>
          nextFrame(socket, 'task_updated').then(() => cameMs.push(performance.now())),
        )
        await edit().then(() => {
          committedMs = performance.now()
        })
        await Promise.all(updated)
        await complete
        const sorted = cameMs.map((ms) => Math.max(0, ms - committedMs)).sort((a, b) => a - b)
        return {
          value: sorted.at(-1) ?? 0,
          hash: null,
          parts: { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), ...memory },
        }
      },
      close,
    }
  },
}

/**
 * What one socket takes, in a process of its own that nothing else happened to: what lives after a collection, on the heap
 * and outside of it, and beside it how much more the process holds of the machine, garbage included.
 */
async function memoryOf(service: RunningService, project: string, count: number) {
  const api = await startMeasuredApi(service)
  const sockets: WebSocket[] = []
  try {
    // The first sockets bring the code and the feed of the project, which all of them share.
    await openAll(service, project, OPENED_AT_ONCE, sockets, api.url)
    await sleep(SETTLE_MS)
    const before = await api.memory()
    await openAll(service, project, count, sockets, api.url)
    await sleep(SETTLE_MS)
    const after = await api.memory()
    return {
      kb_per_socket: (after.livingKb - before.livingKb) / count,
      resident_kb_per_socket: (after.residentKb - before.residentKb) / count,
    }
  } finally {
    for (const socket of sockets) socket.terminate()
    await api.stop()
  }
}

/** Opens `count` more. */
async function openAll(service: RunningService, project: string, count: number, into: WebSocket[], url?: string) {
  for (let left = count; left > 0; left -= OPENED_AT_ONCE) {
    const batch = Array.from({ length: Math.min(OPENED_AT_ONCE, left) }, () => service.openSocket(project, url))
    into.push(...(await Promise.all(batch)))
  }
}
