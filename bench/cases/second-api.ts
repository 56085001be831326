import type { BenchCase, Run } from '../bench-case.ts'
import { burstRun, LoadClient, type LoadRequest, together } from '../service/load.ts'
import { startMeasuredApi } from '../service/measured-api.ts'
import type { RunningService } from '../service/running-service.ts'
import { sharedService } from '../service/shared-service.ts'

/** Writes of one project take turns. */
const PROJECTS = 8
const TASKS_OF_PROJECT = 25
const REQUESTS = 2_000
/** Of so many requests one writes. */
const READS_AND_WRITE = 5

/**
 * The same requests to one API process and to two on the same database, half of the connections each. Where the processors
 * are busy already, as with the load and the database on the same machine, a second process can only share them.
 */
export const secondApi: BenchCase = {
  name: 'second-api',
  group: 'service',
  summary: `${REQUESTS} requests, four reads of a task to each rename, to two API processes; microseconds a request`,
  unit: 'µs',
  sizeName: 'connections',
  quickSizes: [],
  fullSizes: [40],
  warmUps: 2,
  samples: 10,
  async prepare(connections) {
    const service = await sharedService()
    const tasks = await makeTasks(service)
    const second = await startMeasuredApi(service)
    const alone = new LoadClient(service.url, connections)
    const halves = [service.url, second.url].map((url) => new LoadClient(url, connections / 2))
    let round = 0

    const requestAt = (index: number): LoadRequest => {
      const path = `/api/v1/tasks/${tasks[index % tasks.length]}/`
      if (index % READS_AND_WRITE > 0) return { method: 'GET', path, headers: service.headers }
      const headers = { 'Content-Type': 'application/json', ...service.headers }
      return { method: 'PATCH', path, headers, body: JSON.stringify({ name: `Named ${round} ${index}` }) }
    }
    const sample = async (clients: readonly LoadClient[]): Promise<Run> => {
      round++
      return burstRun(await together(clients.map((client) => client.closedLoop(REQUESTS / clients.length, requestAt))))
    }
    return {
      sample: () => sample(halves),
      peers: [{ name: 'one API process', sample: () => sample([alone]) }],
      async close() {
        await Promise.all([...halves, alone].map((client) => client.close()))
        await second.stop()
      },
    }
  },
}

/** Their ids, one of each project after the other. */
async function makeTasks(service: RunningService): Promise<string[]> {
  const operations = Array.from({ length: TASKS_OF_PROJECT }, (_, index) => ({
    op: 'create',
    data: { name: `Task ${index}`, duration: 1 + (index % 9) },
  }))
  const projects: string[][] = []
  for (let number = 0; number < PROJECTS; number++) {
    const body = { name: `Shared ${number}`, start_date: '2026-03-02' }
    const { id } = (await service.call('POST', '/projects/', body)) as { id: string }
    await service.call('POST', `/projects/${id}/tasks/bulk/`, { operations })
    const page = (await service.call('GET', `/tasks/?project=${id}`)) as { results: { id: string }[] }
    projects.push(page.results.map((task) => task.id))
  }
  return Array.from({ length: TASKS_OF_PROJECT }, (_, index) => projects.map((ids) => ids[index] as string)).flat()
}
