import { randomUUID } from 'node:crypto'
import type { Aim, BenchCase, Prepared } from '../bench-case.ts'
import { BARE, BareServer } from '../service/bare-peer.ts'
import { burstRun, LoadClient, type LoadRequest } from '../service/load.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'

const PROJECT_TASKS = 1_000
const TASKS_OF_A_BURST = 20
const MIN_OF_A_BURST = 100
/** The first requests of a process run code that is not compiled yet: they are told as a fact, and not timed. */
const WARM_UP_READS = 1_000
const WARM_UP_WRITES = 400

const shared = {
  group: 'service',
  unit: 'µs',
  sizeName: 'connections',
  warmUps: 2,
  samples: 12,
} as const satisfies Partial<BenchCase>

const TASK_BY_ID_AIMS: Record<number, Aim[]> = {
  1: [{ of: 'median', atMost: 2_000 }],
  // 1,500 a second.
  16: [{ of: 'median', atMost: 667 }],
  32: [
    { of: `peer:${BARE}`, atMost: 1 / 0.3 },
    { of: 'part:p99_ms', atMost: 100 },
  ],
}

/** One task by its id. */
export const taskById: BenchCase = {
  ...shared,
  name: 'task-by-id',
  summary: 'GET /tasks/{id}/ in bursts; microseconds of the whole burst a request',
  quickSizes: [32],
  fullSizes: [1, 16, 32],
  aims: (connections) => TASK_BY_ID_AIMS[connections] ?? [],
  async prepare(connections) {
    const project = await sharedProject(PROJECT_TASKS)
    const ids = await someTasks(project)
    const idAt = (index: number) => ids[index % ids.length] as string
    return bursts(connections, Math.max(MIN_OF_A_BURST, connections * TASKS_OF_A_BURST), WARM_UP_READS, {
      ours: (index) => ({ method: 'GET', path: `/api/v1/tasks/${idAt(index)}/` }),
      bare: (index) => ({ method: 'GET', path: `/task?id=${idAt(index)}` }),
    })
  },
}

/** A page of 200 tasks, by how many tasks the project has. */
export const pageOf200: BenchCase = {
  ...shared,
  name: 'page-of-200',
  summary: 'GET /tasks/?page_size=200, first page, 4 connections; by tasks of the project',
  sizeName: 'tasks',
  quickSizes: [1_000],
  fullSizes: [1_000, 10_000],
  aims: () => [
    { of: `peer:${BARE}`, atMost: 1 / 0.8 },
    { of: 'part:p99_ms', atMost: 250 },
  ],
  async prepare(size) {
    const project = await sharedProject(size)
    return bursts(4, 24, 0, {
      ours: () => ({ method: 'GET', path: `/api/v1/tasks/?project=${project}&page_size=200` }),
      bare: () => ({ method: 'GET', path: `/page?project=${project}` }),
    })
  },
}

/** The last page beside the first of the same project. */
export const lastPage: BenchCase = {
  ...shared,
  name: 'last-page-of-200',
  summary: 'the last page of 200 tasks beside the first, 4 connections; by tasks of the project',
  sizeName: 'tasks',
  quickSizes: [],
  fullSizes: [10_000],
  aims: () => [{ of: 'peer:first page', atMost: 1.5 }],
  async prepare(size) {
    const project = await sharedProject(size)
    const service = await sharedService()
    const client = new LoadClient(service.url, 4)
    const page = (number: number) => async () =>
      burstRun(
        await client.closedLoop(24, () => ({
          method: 'GET',
          path: `/api/v1/tasks/?project=${project}&page_size=200&page=${number}`,
          headers: service.headers,
        })),
      )
    return { sample: page(size / 200), peers: [{ name: 'first page', sample: page(1) }], close: () => client.close() }
  },
}

const CREATE_AIMS: Record<number, Aim[]> = {
  // 300 a second.
  8: [{ of: 'median', atMost: 3_333 }],
  16: [
    { of: `peer:${BARE}`, atMost: 1 / 0.15 },
    { of: 'part:p99_ms', atMost: 300 },
  ],
}

/** Tasks created one by one, each under a key of its own, while the schedule is recomputed behind. */
export const createTasks: BenchCase = {
  ...shared,
  name: 'create-tasks',
  summary: 'POST /tasks/ with an Idempotency-Key in bursts; microseconds of the whole burst a request',
  quickSizes: [16],
  fullSizes: [1, 8, 16],
  aims: (connections) => CREATE_AIMS[connections] ?? [],
  async prepare(connections) {
    const service = await sharedService()
    const body = { name: 'Bench', start_date: '2026-03-02' }
    const { id: project } = (await service.call('POST', '/projects/', body)) as { id: string }
    const request =
      (path: string) =>
      (index: number): LoadRequest => ({
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        body: JSON.stringify({ project, name: `Made ${index}`, duration: 1 + (index % 9) }),
      })
    return bursts(connections, connections * 8, WARM_UP_WRITES, {
      ours: request('/api/v1/tasks/'),
      bare: request('/task'),
    })
  },
}

interface Burst {
  ours(index: number): LoadRequest
  bare(index: number): LoadRequest
}

async function bursts(connections: number, count: number, warmUp: number, { ours, bare }: Burst): Promise<Prepared> {
  const service = await sharedService()
  const peer = await BareServer.start(service.databaseUrl)
  const client = new LoadClient(service.url, connections)
  const bareClient = new LoadClient(peer.url, connections)
  const signed = (request: LoadRequest) => ({ ...request, headers: { ...request.headers, ...service.headers } })
  const ourBurst = async (requests: number) =>
    burstRun(await client.closedLoop(requests, (index) => signed(ours(index))))
  const first = await ourBurst(connections)
  if (warmUp > 0) {
    await ourBurst(warmUp)
    await bareClient.closedLoop(warmUp, bare)
  }
  return {
    sample: () => ourBurst(count),
    peers: [{ name: BARE, sample: async () => burstRun(await bareClient.closedLoop(count, bare)) }],
    facts: { requests_a_burst: count, first_requests_us: Math.round(first.value) },
    async close() {
      await Promise.all([client.close(), bareClient.close()])
      await peer.stop()
    },
  }
}

async function someTasks(project: string): Promise<string[]> {
  const service = await sharedService()
  const page = (await service.call('GET', `/tasks/?project=${project}&page_size=200`)) as { results: { id: string }[] }
  return page.results.map(({ id }) => id)
}
