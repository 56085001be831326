import type WebSocket from 'ws'
import type { BenchCase } from '../bench-case.ts'
import { nextFrame } from '../service/frames.ts'
import { taskToEdit } from '../service/lengthen-task.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'
import { quantile } from '../statistics.ts'

const PROJECT_TASKS = 1_000
const OPENED_AT_ONCE = 20

/** Everyone who looks at a project learns of a change; the value is when the last one has its frame. */
export const socketFanOut: BenchCase = {
  name: 'socket-fan-out',
  group: 'service',
  summary: 'commit of an edit to its frame on the last of many sockets of one project',
  unit: 'ms',
  sizeName: 'sockets',
  quickSizes: [100],
  fullSizes: [100, 1_000],
  aims: () => [{ of: 'p95', atMost: 750 }],
  warmUps: 2,
  samples: 20,
  async prepare(count) {
    const project = await sharedProject(PROJECT_TASKS)
    const service = await sharedService()
    const sockets: WebSocket[] = []
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
        return { value: sorted.at(-1) ?? 0, hash: null, parts: { p50: quantile(sorted, 0.5) } }
      },
      close,
    }
  },
}
