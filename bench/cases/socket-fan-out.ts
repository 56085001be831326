import { setTimeout as sleep } from 'node:timers/promises'
import type WebSocket from 'ws'
import type { BenchCase } from '../bench-case.ts'
import { nextFrame } from '../service/frames.ts'
import { taskToEdit } from '../service/lengthen-task.ts'
import type { RunningService } from '../service/running-service.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'
import { quantile } from '../statistics.ts'

const PROJECT_TASKS = 1_000
const OPENED_AT_ONCE = 40
/** Until what the handshakes left behind is collected. */
const SETTLE_MS = 3_000

/**
 * Everyone who looks at a project learns of a change; the value is when the last one has its frame. Memory is what the API
 * process grew by since no socket was open.
 */
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
    // Of few sockets it is the growth of the heap that is seen.
    ...(count < 5_000 ? [] : [{ of: 'part:kb_per_socket' as const, atMost: 40 }]),
  ],
  warmUps: 2,
  samples: 20,
  async prepare(count) {
    const project = await sharedProject(PROJECT_TASKS)
    const service = await sharedService()
    const sockets: WebSocket[] = []
    const before = await emptyKb(service)
    const close = () => {
      for (const socket of sockets) socket.terminate()
    }
    try {
      while (sockets.length < count) {
        const batch = Math.min(OPENED_AT_ONCE, count - sockets.length)
        sockets.push(...(await Promise.all(Array.from({ length: batch }, () => service.openSocket(project)))))
      }
    } catch (error) {
      close()
      throw error
    }
    await sleep(SETTLE_MS)
    const kb_per_socket = ((await residentKb(service)) - before) / count
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
          parts: { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), kb_per_socket },
        }
      },
      close,
    }
  },
}

const empty = new WeakMap<RunningService, Promise<number>>()

/**
 * What the API process took before any socket was opened: it gives back little of what earlier sizes made it take, so that
 * what it grew by since the last of them would tell nothing.
 */
function emptyKb(service: RunningService): Promise<number> {
  const known = empty.get(service) ?? residentKb(service)
  empty.set(service, known)
  return known
}

/** What the API process takes of memory, as it says itself. */
async function residentKb(service: RunningService): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]
  if (bytes === undefined) throw new Error('the service does not say how much memory it takes')
  return Number(bytes) / 1024
}
