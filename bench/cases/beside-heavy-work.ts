import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import type { BenchCase, Run } from '../bench-case.ts'
import { taskToEdit } from '../service/lengthen-task.ts'
import { LoadClient, type LoadRequest, type LoadResult } from '../service/load.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'
import { quantile } from '../statistics.ts'

const PROJECT_TASKS = 5_000
const IMPORTED_TASKS = 1_000
const WINDOW_MS = { quick: 1_000, full: 3_000 } as const
const HEALTH_PER_SECOND = 50
const PAGES_PER_SECOND = 5

/** Small requests at a fixed rate while simulations, recomputes and an import run; the value is the p99 of health. */
export const besideHeavyWork: BenchCase = {
  name: 'health-beside-heavy-work',
  group: 'service',
  summary: `p99 of /health/ at ${HEALTH_PER_SECOND}/s beside simulations, recomputes and imports, and with nothing else`,
  unit: 'ms',
  sizeName: 'tasks',
  quickSizes: [PROJECT_TASKS],
  fullSizes: [PROJECT_TASKS],
  aims: () => [
    { of: 'median', atMost: 100 },
    { of: 'part:page_p99', atMost: 250 },
  ],
  warmUps: 1,
  samples: 8,
  async prepare(size, mode) {
    const windowMs = WINDOW_MS[mode]
    const project = await sharedProject(size)
    const service = await sharedService()
    const client = new LoadClient(service.url, 16)
    const edit = await taskToEdit(service, project)
    const plan = generatePlan({ taskCount: IMPORTED_TASKS })
    const health: LoadRequest = { method: 'GET', path: '/api/v1/health/' }
    const pagePath = `/api/v1/tasks/?project=${project}&page_size=50`
    const page: LoadRequest = { method: 'GET', path: pagePath, headers: service.headers }
    const probe = async (isOver: () => boolean): Promise<Run> => {
      const [healths, pages] = await Promise.all([
        client.openLoop(HEALTH_PER_SECOND, isOver, () => health),
        client.openLoop(PAGES_PER_SECOND, isOver, () => page),
      ])
      return probeRun(healths, pages)
    }
    const heavyWork = async (isOver: () => boolean) => {
      const simulation = { n_simulations: 1_000, seed: 1 }
      const simulate = async () => {
        while (!isOver()) await service.call('POST', `/projects/${project}/monte-carlo/`, simulation)
      }
      const recompute = async () => {
        while (!isOver()) await edit()
      }
      await Promise.all([simulate(), recompute(), service.importPlan(plan)])
    }
    return {
      async sample() {
        const isOver = after(windowMs)
        const [run] = await Promise.all([probe(isOver), heavyWork(isOver)])
        return run
      },
      peers: [{ name: 'with nothing else', sample: () => probe(after(windowMs)) }],
      close: () => client.close(),
    }
  },
}

function after(ms: number): () => boolean {
  const endMs = performance.now() + ms
  return () => performance.now() >= endMs
}

function probeRun(healths: LoadResult, pages: LoadResult): Run {
  const error = healths.firstError ?? pages.firstError
  if (error !== null) throw new Error(`${healths.errors + pages.errors} requests failed, one with ${error}`)
  const parts = {
    health_p50: quantile(healths.latencies, 0.5),
    page_p50: quantile(pages.latencies, 0.5),
    page_p99: quantile(pages.latencies, 0.99),
  }
  return { value: quantile(healths.latencies, 0.99), hash: null, parts }
}
