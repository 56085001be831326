import { sketchStrands } from '../../fixtures/generate/sketch-strands.ts'
import { planFromSketch } from '../../fixtures/generate/write-sketch.ts'
import type { BenchCase, Prepared } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'

const RUNS = 1_000
const SEED = 7

interface Forecast {
  readonly p50: string
  readonly p80: string
  readonly p95: string
  readonly sensitivity: readonly { readonly task_id: string; readonly index: number }[]
  readonly forecast_diagnostic: { readonly deterministic: boolean }
}

/** A forecast as a client asks for it; the plan is resident after the first. */
export const simulateOverRest: BenchCase = {
  name: 'simulate-over-rest',
  group: 'service',
  summary: `POST /projects/{id}/monte-carlo/ with ${RUNS} runs, to the reply`,
  unit: 'ms',
  sizeName: 'tasks',
  workName: 'task-run',
  quickSizes: [5_000],
  fullSizes: [1_000, 5_000],
  aims: (size) => (size === 5_000 ? [{ of: 'median', atMost: 40 }] : []),
  warmUps: 3,
  samples: 30,
  prepare: async (size) => simulateProject(await sharedProject(size), size),
}

/** A plan of decades, most of it critical; the peer is the plain plan of the same size. */
export const simulateLongPlan: BenchCase = {
  ...simulateOverRest,
  name: 'simulate-long-over-rest',
  summary: `POST /projects/{id}/monte-carlo/ with ${RUNS} runs of a plan of decades, to the reply`,
  quickSizes: [],
  fullSizes: [5_000],
  aims: () => [{ of: 'median', atMost: 45 }],
  async prepare(size) {
    const service = await sharedService()
    const project = await service.importPlan(planFromSketch(sketchStrands(size)))
    const plain = await simulateProject(await sharedProject(size), size)
    return { ...(await simulateProject(project, size)), peers: [{ name: 'plain plan', sample: plain.sample }] }
  },
}

async function simulateProject(project: string, size: number): Promise<Prepared> {
  const service = await sharedService()
  const body = { n_simulations: RUNS, seed: SEED }
  return {
    async sample() {
      const startedMs = performance.now()
      const reply = (await service.call('POST', `/projects/${project}/monte-carlo/`, body)) as Forecast
      const value = performance.now() - startedMs
      if (reply.forecast_diagnostic.deterministic) throw new Error('wrong answer: the forecast does not vary')
      return { value, hash: hashAnswer(reply.p50, reply.p80, reply.p95, JSON.stringify(reply.sensitivity)) }
    },
    facts: { work: RUNS * size },
  }
}
