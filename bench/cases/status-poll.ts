import type { BenchCase } from '../bench-case.ts'
import { burstRun, LoadClient } from '../service/load.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'

const POLLS = 20

/** What a header of a project asks every few seconds. */
export const statusPoll: BenchCase = {
  name: 'status-poll',
  group: 'service',
  summary: 'GET /projects/{id}/status-summary/, one at a time; microseconds a poll',
  unit: 'µs',
  sizeName: 'tasks',
  quickSizes: [1_000],
  fullSizes: [1_000, 20_000],
  aims: () => [{ of: 'median', atMost: 4_000 }],
  warmUps: 2,
  samples: 15,
  async prepare(size) {
    const project = await sharedProject(size)
    const service = await sharedService()
    const client = new LoadClient(service.url, 1)
    const path = `/api/v1/projects/${project}/status-summary/`
    return {
      sample: async () =>
        burstRun(await client.closedLoop(POLLS, () => ({ method: 'GET', path, headers: service.headers }))),
      close: () => client.close(),
    }
  },
}
