import pg from 'pg'
import type { BenchCase } from '../bench-case.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'

const AIM_MS = 150
/** How often each task was edited before, and the size of a batch. */
const PASSES = 2
const BATCH = 500

const shared = {
  group: 'service',
  unit: 'ms',
  sizeName: 'tasks',
  quickSizes: [1_000],
  fullSizes: [50_000],
  aims: () => [{ of: 'p95' as const, atMost: AIM_MS }],
  warmUps: 3,
  samples: 60,
} as const satisfies Partial<BenchCase>

type Addresses = Readonly<Record<string, string>>

/** The past of a project that thousands of edits were made in: each sample reads every kind, and the slowest counts. */
export const readHistory: BenchCase = {
  ...shared,
  name: 'read-history',
  summary:
    'the slowest of the histories of a project, a task, and all records (changelog, board activity), first pages',
  async prepare(size) {
    const { project, edited } = await editedProject(size)
    return slowestOf({
      project: `/projects/${project}/history/`,
      task: `/projects/${project}/tasks/${edited[0]}/history/`,
      task_events: `/projects/${project}/tasks/${edited[0]}/history/?include=all`,
      changelog: `/projects/${project}/changelog/?page_size=100`,
      changelog_of_tasks: `/projects/${project}/changelog/?object_type=task&change_type=updated`,
      board_activity: `/projects/${project}/board/activity/?limit=100`,
    })
  },
}

/** A client that syncs: from nothing, and from the mark it had before the last batch of edits. */
export const syncPull: BenchCase = {
  ...shared,
  name: 'sync-pull',
  summary: 'the slowest of a pull page of 1,000 rows from nothing, of what a batch of edits changed, and of no change',
  async prepare(size) {
    const { project, edited } = await editedProject(size)
    const before = await markOf(project)
    await edit(project, edited.slice(0, BATCH), 'synced')
    return slowestOf({
      first_page: `/projects/${project}/sync/?since=0`,
      after_a_batch: `/projects/${project}/sync/?since=${before}`,
      nothing_new: `/projects/${project}/sync/?since=${await markOf(project)}`,
    })
  },
}

/** Finding tasks by name, in one project and everywhere. */
export const searchTasks: BenchCase = {
  ...shared,
  name: 'search-tasks',
  summary: 'the slowest of the searches for a frequent word, a rare one and none, in a project and everywhere',
  async prepare(size) {
    const { project } = await editedProject(size)
    const service = await sharedService()
    const page = (await service.call('GET', `/tasks/?project=${project}&page_size=1`)) as {
      results: { name: string }[]
    }
    const rare = encodeURIComponent(page.results[0]?.name ?? '')
    return slowestOf({
      everywhere_frequent: '/me/search/?q=task',
      everywhere_rare: `/me/search/?q=${rare}`,
      everywhere_none: '/me/search/?q=zyzzyva',
      project_frequent: `/tasks/search/?project=${project}&q=task`,
      project_rare: `/tasks/search/?project=${project}&q=${rare}`,
      project_none: `/tasks/search/?project=${project}&q=zyzzyva`,
      list: `/tasks/?project=${project}&search=${rare}`,
    })
  },
}

/** Reads the addresses one after the other; each is a part. */
async function slowestOf(addresses: Addresses) {
  const service = await sharedService()
  return {
    async sample() {
      const parts: Record<string, number> = {}
      for (const [name, address] of Object.entries(addresses)) {
        const startedMs = performance.now()
        await service.call('GET', address)
        parts[name] = performance.now() - startedMs
      }
      return { value: Math.max(...Object.values(parts)), hash: null, parts }
    },
  }
}

const past = new Map<number, Promise<{ project: string; edited: string[] }>>()

function editedProject(size: number) {
  const known = past.get(size)
  if (known) return known
  const made = makePast(size)
  past.set(size, made)
  return made
}

async function makePast(size: number): Promise<{ project: string; edited: string[] }> {
  const project = await sharedProject(size)
  const service = await sharedService()
  const { results } = (await service.call('GET', `/tasks/?project=${project}&page_size=${BATCH}`)) as {
    results: { id: string }[]
  }
  const edited = results.map(({ id }) => id)
  // Below the service: its triggers write the past whoever edits, and a hundred thousand requests take an hour.
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  for (let pass = 0; pass < PASSES; pass++)
    await client.query('update tasks set notes = $2 where project_id = $1', [project, `Looked at ${pass}`])
  await client.query('vacuum analyze tasks')
  await client.query('analyze history_rows')
  await client.end()
  return { project, edited }
}

async function edit(project: string, ids: readonly string[], notes: string): Promise<void> {
  const service = await sharedService()
  const operations = ids.map((id) => ({ op: 'update', id, data: { notes } }))
  await service.call('POST', `/projects/${project}/tasks/bulk/`, { operations })
}

/** Where a client stands that has pulled everything. */
async function markOf(project: string): Promise<number> {
  const service = await sharedService()
  const page = (await service.call('GET', `/projects/${project}/sync/?since=0&page_size=1`)) as { timestamp: number }
  return page.timestamp
}
