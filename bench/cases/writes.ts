import type { BenchCase } from '../bench-case.ts'
import { BARE, BareServer } from '../service/bare-peer.ts'
import { burstRun, LoadClient } from '../service/load.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'

const PROJECT_TASKS = 1_000
const ROWS_OF_A_BATCH = 500
/** The first requests of a process run code that is not compiled yet. */
const WARM_UP_WRITES = 400
const JSON_BODY = { 'Content-Type': 'application/json' }

/** One planner renames one task after the other. */
export const renameTask: BenchCase = {
  name: 'rename-task',
  group: 'service',
  summary: 'PATCH /tasks/{id}/ {name}, one at a time; microseconds a request',
  unit: 'µs',
  sizeName: 'connections',
  quickSizes: [1],
  fullSizes: [1],
  aims: () => [{ of: 'median', atMost: 5_000 }],
  warmUps: 3,
  samples: 15,
  async prepare(connections) {
    const service = await sharedService()
    const project = await sharedProject(PROJECT_TASKS)
    const page = (await service.call('GET', `/tasks/?project=${project}&page_size=20`)) as { results: { id: string }[] }
    const client = new LoadClient(service.url, connections)
    const peer = await BareServer.start(service.databaseUrl)
    const bare = new LoadClient(peer.url, connections)
    let round = 0
    const rename = (path: (id: string) => string) => () => {
      round++
      return (index: number) => ({
        method: 'PATCH' as const,
        path: path(page.results[index % page.results.length]?.id ?? ''),
        headers: { ...JSON_BODY, ...service.headers },
        body: JSON.stringify({ name: `Named ${round} ${index}` }),
      })
    }
    const ours = rename((id) => `/api/v1/tasks/${id}/`)
    const theirs = rename((id) => `/task?id=${id}`)
    await client.closedLoop(WARM_UP_WRITES, ours())
    await bare.closedLoop(WARM_UP_WRITES, theirs())
    return {
      sample: async () => burstRun(await client.closedLoop(page.results.length, ours())),
      peers: [{ name: BARE, sample: async () => burstRun(await bare.closedLoop(page.results.length, theirs())) }],
      async close() {
        await Promise.all([client.close(), bare.close()])
        await peer.stop()
      },
    }
  },
}

/** A batch of new tasks, as a paste from a sheet makes them. */
export const createBatch: BenchCase = {
  name: 'create-batch',
  group: 'service',
  summary: 'POST /projects/{id}/tasks/bulk/ with new tasks, in a project of their own',
  unit: 'ms',
  sizeName: 'rows',
  workName: 'row',
  quickSizes: [ROWS_OF_A_BATCH],
  fullSizes: [ROWS_OF_A_BATCH],
  // 2,000 rows a second.
  aims: (rows) => [{ of: 'median', atMost: rows / 2 }],
  warmUps: 2,
  samples: 12,
  async prepare(rows) {
    const service = await sharedService()
    const peer = await BareServer.start(service.databaseUrl)
    const project = { name: 'Batches', start_date: '2026-03-02' }
    const { id } = (await service.call('POST', '/projects/', project)) as { id: string }
    const operations = Array.from({ length: rows }, (_, index) => ({
      op: 'create',
      data: { name: `Row ${index}`, duration: 1 + (index % 9) },
    }))
    const bareBody = JSON.stringify({ project: id, rows: operations.map(({ data }) => data) })
    return {
      async sample() {
        const startedMs = performance.now()
        const reply = (await service.call('POST', `/projects/${id}/tasks/bulk/`, { operations })) as {
          applied: unknown[]
        }
        const value = performance.now() - startedMs
        if (reply.applied.length !== rows) throw new Error(`${reply.applied.length} of ${rows} rows were written`)
        return { value, hash: null }
      },
      peers: [
        {
          name: BARE,
          async sample() {
            const startedMs = performance.now()
            const reply = await fetch(`${peer.url}/tasks`, { method: 'POST', headers: JSON_BODY, body: bareBody })
            const made = (await reply.json()) as unknown[]
            if (made.length !== rows) throw new Error(`${made.length} of ${rows} rows were written`)
            return { value: performance.now() - startedMs, hash: null }
          },
        },
      ],
      close: () => peer.stop(),
    }
  },
}

/** Everybody creates at the same moment, in one project: all are answered in their turn. */
export const createAtOnce: BenchCase = {
  name: 'create-at-once',
  group: 'service',
  summary: 'so many POST /tasks/ of one project at the same moment, to the last answer',
  unit: 'ms',
  sizeName: 'requests',
  workName: 'request',
  quickSizes: [],
  fullSizes: [600],
  aims: () => [{ of: 'part:refused', atMost: 0 }],
  warmUps: 1,
  samples: 5,
  async prepare(count) {
    const service = await sharedService()
    const body = { name: 'At once', start_date: '2026-03-02' }
    const { id: project } = (await service.call('POST', '/projects/', body)) as { id: string }
    const client = new LoadClient(service.url, count)
    return {
      async sample() {
        const result = await client.closedLoop(count, (index) => ({
          method: 'POST',
          path: '/api/v1/tasks/',
          headers: { ...JSON_BODY, ...service.headers },
          body: JSON.stringify({ project, name: `One of many ${index}` }),
        }))
        if (result.errors === count) throw new Error(`all failed, the first with ${result.firstError}`)
        return {
          value: result.elapsedMs,
          hash: null,
          parts: { refused: result.errors, p50: result.latencies[count / 2] ?? 0 },
        }
      },
      close: () => client.close(),
    }
  },
}
