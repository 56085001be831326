import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import type { BenchCase } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { naiveCpm } from '../peers/naive-cpm.ts'
import { repeatWork } from '../repeat-work.ts'
import { hashSchedule } from './cpm-answer.ts'

const AIMS_MS: Readonly<Record<number, number>> = { 5000: 2, 20000: 9, 100000: 50 }

/** A parsed plan, never seen before, to its schedule: checked, turned into columns, made a network, computed. */
export const planToResult: BenchCase = {
  name: 'plan-to-result',
  group: 'compute',
  summary: 'a parsed plan to its schedule: checked, turned into columns, laid out as a network, computed once',
  unit: 'ms',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [20_000],
  fullSizes: [5_000, 20_000, 100_000],
  warmUps: 3,
  samples: 30,
  aims(size) {
    const atMost = AIMS_MS[size]
    return atMost === undefined ? [] : [{ of: 'median', atMost }]
  },
  prepare(size) {
    const text = JSON.stringify(generatePlan({ taskCount: size, oddLinkShare: 0 }))
    const plan = JSON.parse(text) as Plan
    const links = (plan.dependencies ?? []).map(({ predecessor, successor }) => ({ predecessor, successor, lag: 0 }))
    return {
      sample: repeatWork({
        unit: 'ms',
        once: () => runCpm(buildGraph(columnsFromPlan(plan))),
        consume: (result) => result.projectFinishDay,
        hash: hashSchedule,
      }),
      peers: [
        {
          name: 'naive JS, links as plain finish to start',
          sample: repeatWork({
            unit: 'ms',
            once: () => naiveCpm(plan.tasks, links),
            consume: (dates) => dates.size,
            hash: (dates) => hashAnswer(Int32Array.from(dates.values(), ({ earlyFinish }) => earlyFinish)),
          }),
        },
      ],
      expectedHash: hashSchedule(runCpm(buildGraph(columnsFromPlan(plan)), tsKernel)),
      datasetHash: hashAnswer(text),
      facts: { links: links.length },
    }
  },
}
