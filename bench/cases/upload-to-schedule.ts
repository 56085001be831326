import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import type { BenchCase } from '../bench-case.ts'
import { LoadClient, type LoadRequest } from '../service/load.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'
import { quantile } from '../statistics.ts'

const OTHER_TASKS = 1_000
const OTHERS_PER_SECOND = 20

/** A plan file goes in over HTTP; the value is when its schedule stands. Others read small pages meanwhile. */
export const uploadToSchedule: BenchCase = {
  name: 'upload-to-schedule',
  group: 'service',
  summary: `plan file uploaded, imported and scheduled, ${OTHERS_PER_SECOND} small requests a second meanwhile`,
  unit: 'ms',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [2_000],
  fullSizes: [2_000, 20_000],
  aims: (size) => [
    ...(size === 20_000 ? [{ of: 'median', atMost: 6_000 } as const] : []),
    { of: 'part:others_p99', atMost: 500 },
  ],
  warmUps: 1,
  samples: 6,
  async prepare(size) {
    const other = await sharedProject(OTHER_TASKS)
    const service = await sharedService()
    const plan = generatePlan({ taskCount: size })
    const client = new LoadClient(service.url, 16)
    const path = `/api/v1/tasks/?project=${other}&page_size=50`
    const request: LoadRequest = { method: 'GET', path, headers: service.headers }
    return {
      async sample() {
        let isDone = false
        const others = client.openLoop(
          OTHERS_PER_SECOND,
          () => isDone,
          () => request,
        )
        const startedMs = performance.now()
        await service.importPlan(plan).finally(() => {
          isDone = true
        })
        const value = performance.now() - startedMs
        const { latencies, firstError } = await others
        if (firstError !== null) throw new Error(`another request failed: ${firstError}`)
        const parts = { others_p50: quantile(latencies, 0.5), others_p99: quantile(latencies, 0.99) }
        return { value, hash: null, parts }
      },
      facts: { links: plan.dependencies.length },
      close: () => client.close(),
    }
  },
}
