import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { BenchCase } from '../bench-case.ts'
import { nextFrame, untilQuiet } from '../service/frames.ts'
import { sharedService } from '../service/shared-service.ts'

const BATCH = 500
const STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'COMPLETE']
const DAYS = { start_date: '2027-01-04', finish_date: '2027-01-15' }

const shared = { group: 'service', unit: 'ms', warmUps: 2 } as const satisfies Partial<BenchCase>

/** A whole sprint is closed: asked for, done in the background, told to the sockets. Half of its tasks are left. */
export const closeSprint: BenchCase = {
  ...shared,
  name: 'close-sprint',
  summary: 'request to close a sprint, half done, to its frame on a socket',
  sizeName: 'tasks',
  quickSizes: [100],
  fullSizes: [500],
  aims: () => [{ of: 'p95', atMost: 1_000 }],
  samples: 12,
  async prepare(size) {
    const service = await sharedService()
    return {
      async sample() {
        const project = await newProject('Closed')
        const { id: sprint } = await call('POST', `/projects/${project}/sprints/`, { name: 'One', ...DAYS })
        await createTasks(project, size, (index) => ({
          sprint,
          story_points: 3,
          status: index % 2 === 0 ? 'COMPLETE' : 'IN_PROGRESS',
        }))
        await call('POST', `/sprints/${sprint}/activate/`)
        const socket = await service.openSocket(project)
        await untilQuiet(socket)
        const startedMs = performance.now()
        const told = nextFrame(socket, 'sprint_closed')
        await call('POST', `/sprints/${sprint}/close/`, { carry_over_to: 'backlog' })
        await told
        const value = performance.now() - startedMs
        socket.terminate()
        const { review } = (await call('GET', `/sprints/${sprint}/outcome/`)) as unknown as {
          review: { shipped: unknown[] }
        }
        if (review.shipped.length !== size / 2) throw new Error(`${review.shipped.length} tasks were shipped`)
        return { value, hash: null }
      },
    }
  },
}

/** Flow metrics replayed from moves of tasks between statuses, which are spread over the last ninety days. */
export const flowMetrics: BenchCase = {
  ...shared,
  name: 'flow-metrics',
  summary: 'GET /projects/{id}/flow-metrics/, ninety days of moves',
  sizeName: 'moves',
  quickSizes: [2_000],
  fullSizes: [20_000],
  aims: () => [{ of: 'p95', atMost: 150 }],
  samples: 60,
  async prepare(moves) {
    const project = await newProject('Flow')
    const ids = await createTasks(project, moves / 4, () => ({ status: 'BACKLOG' }))
    if (ids.length * STATUSES.length !== moves) throw new Error('each task is moved on four times')
    await movePast(project)
    const address = `/projects/${project}/flow-metrics/`
    const { throughput } = (await call('GET', address)) as unknown as { throughput: { completed_count: number }[] }
    const completed = throughput.reduce((sum, week) => sum + week.completed_count, 0)
    if (completed < moves / 8) throw new Error(`only ${completed} tasks were completed`)
    return {
      async sample() {
        const startedMs = performance.now()
        await call('GET', address)
        return { value: performance.now() - startedMs, hash: null }
      },
    }
  },
}

async function call(method: string, path: string, body: unknown = {}): Promise<Record<string, string>> {
  const service = await sharedService()
  return (await service.call(method, path, method === 'GET' ? undefined : body)) as Record<string, string>
}

async function newProject(name: string): Promise<string> {
  return (await call('POST', '/projects/', { name, start_date: '2026-03-02' })).id as string
}

async function createTasks(project: string, count: number, fields: (index: number) => object): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await inBatches(ids, (batch, first) =>
    batch.map((id, at) => ({ op: 'create', id, data: { name: `Story ${first + at}`, ...fields(first + at) } })),
  )(project)
  return ids
}

function inBatches(ids: readonly string[], operationsOf: (batch: readonly string[], first: number) => object[]) {
  return async (project: string): Promise<void> => {
    for (let first = 0; first < ids.length; first += BATCH) {
      const operations = operationsOf(ids.slice(first, first + BATCH), first)
      const reply = await call('POST', `/projects/${project}/tasks/bulk/`, { operations })
      const { applied } = reply as unknown as { applied: unknown[] }
      if (applied.length !== operations.length)
        throw new Error(`${applied.length} of ${operations.length} were applied`)
    }
  }
}

/**
 * Moves every task on from status to status, as if one after the other since ninety days. The service has no door to the past, so
 * the rows are changed below it; what is kept of that is written by the triggers that keep everything.
 */
async function movePast(project: string): Promise<void> {
  const service = await sharedService()
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  for (const status of STATUSES)
    await client.query('update tasks set status = $2 where project_id = $1', [project, status])
  await client.query(
    `with ranked as (select id, percent_rank() over (order by id) as place from history_rows where project_id = $1)
     update history_rows h set at = now() - (1 - ranked.place) * interval '89 days' from ranked where ranked.id = h.id`,
    [project],
  )
  await client.query('analyze history_rows')
  await client.end()
}
