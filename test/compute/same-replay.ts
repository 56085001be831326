import fc from 'fast-check'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { caseCount, type PlanShape, randomPlan } from './reference/random-plan.ts'
import { referenceReplay } from './reference/reference-simulation.ts'
import { replayDurations } from './replay-durations.ts'

const RUNS = 4

/** Fails where a matrix of durations, replayed over a plan of the shape, does not give what the slow engine gives. */
export function assertSameReplay(shape: PlanShape, seed: number): void {
  const matrix = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 40, maxLength: 40 })
  fc.assert(
    fc.property(randomPlan(shape), matrix, (plan, numbers) => {
      const days = plan.tasks.map((_, index) => numbers.slice(index * RUNS, index * RUNS + RUNS))
      const replay = replayDurations(buildGraph(columnsFromPlan(plan)), days, RUNS)
      const named = new Map(plan.tasks.map((task, index) => [task.id, days[index] ?? []]))
      const expected = referenceReplay(plan, named, RUNS)
      const isEqual =
        expected.completions.every((value, run) => Math.abs(value - (replay.completions[run] ?? Number.NaN)) <= 1e-9) &&
        [replay.p50Day, replay.p80Day, replay.p95Day].join() === [expected.p50, expected.p80, expected.p95].join()
      if (!isEqual) throw new Error(JSON.stringify({ plan, days, expected, have: replay }))
    }),
    { numRuns: caseCount(300), seed },
  )
}
