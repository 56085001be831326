import type WebSocket from 'ws'
import type { BenchCase } from '../bench-case.ts'
import { LoadClient } from '../service/load.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'
import { quantile } from '../statistics.ts'

const PROJECT_TASKS = 1_000
const WRITERS = 30
const WRITES = 600
const OPENED_AT_ONCE = 20
const MS_PER_SECOND = 1_000

/** Many write in one project, each as fast as answers come, while many more look on. */
export const writersAndListeners: BenchCase = {
  name: 'writers-and-listeners',
  group: 'service',
  summary: `${WRITERS} writers of one project, ${WRITES} writes in all, while sockets listen; microseconds a write`,
  unit: 'µs',
  sizeName: 'sockets',
  quickSizes: [],
  fullSizes: [300],
  // 150 writes a second.
  aims: () => [
    { of: 'median', atMost: 1_000_000 / 150 },
    { of: 'part:p95_ms', atMost: 300 },
  ],
  warmUps: 1,
  samples: 5,
  async prepare(count) {
    const project = await sharedProject(PROJECT_TASKS)
    const service = await sharedService()
    const page = (await service.call('GET', `/tasks/?project=${project}&page_size=200`)) as {
      results: { id: string; duration: number }[]
    }
    const sockets: WebSocket[] = []
    let frames = 0
    while (sockets.length < count) {
      const opened = await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => service.openSocket(project)))
      for (const socket of opened) socket.on('message', () => frames++)
      sockets.push(...opened)
    }
    const client = new LoadClient(service.url, WRITERS)
    let round = 0
    return {
      async sample() {
        round++
        frames = 0
        const { latencies, errors, firstError, elapsedMs } = await client.closedLoop(WRITES, (index) => {
          const task = page.results[index % page.results.length]
          // Every other one moves dates.
          const body =
            index % 2 === 0 ? { name: `Name ${round} ${index}` } : { duration: (task?.duration ?? 1) + (round % 2) }
          return {
            method: 'PATCH',
            path: `/api/v1/tasks/${task?.id}/`,
            headers: { 'Content-Type': 'application/json', ...service.headers },
            body: JSON.stringify(body),
          }
        })
        if (errors > 0) throw new Error(`${errors} writes failed, the first with ${firstError}`)
        const parts = {
          per_second: (WRITES * MS_PER_SECOND) / elapsedMs,
          p50_ms: quantile(latencies, 0.5),
          p95_ms: quantile(latencies, 0.95),
          frames_a_socket_and_write: frames / count / WRITES,
        }
        return { value: (elapsedMs * MS_PER_SECOND) / WRITES, hash: null, parts }
      },
      async close() {
        for (const socket of sockets) socket.terminate()
        await client.close()
      },
    }
  },
}
