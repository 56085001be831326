import fc from 'fast-check'
import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { checkOptions } from '../../compute/simulation/input/simulation-options.ts'
import { roundHalfEven } from '../../compute/simulation/prepare/round-half-even.ts'
import { openRowPercentiles } from '../../compute/simulation/result/kept-percentiles.ts'
import { percentile } from '../../compute/simulation/result/percentiles.ts'
import {
  allocateSinks,
  KEPT_TOGETHER,
  ownMemory,
  rowOf,
  sharedMemory,
} from '../../compute/simulation/run/simulation-sinks.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { mulberry32 } from '../../fixtures/generate/random.ts'
import { kernels } from './all-kernels.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'
import { dayNumber, SlowCalendar } from './reference/slow-calendar.ts'
import { assertSameReplay } from './same-replay.ts'

const SHAPE: PlanShape = { ...FULL_SHAPE, withEstimates: true, maxTasks: 10 }

t.test('a replayed matrix gives the percentiles and completions of the slow engine', async (t) => {
  assertSameReplay(SHAPE, 5)
  t.pass()
})

t.test('a plan in which nothing varies ends on its critical path finish in every run', async (t) => {
  const shape = { ...FULL_SHAPE, withEstimates: false }
  fc.assert(
    fc.property(randomPlan(shape), (plan) => {
      fc.pre(!startsOnDayOff(plan))
      const result = simulate(buildGraph(columnsFromPlan(plan)), { runs: 3 })
      const finishes = [result.p50Day, result.p80Day, result.p95Day, ...result.finishDays]
      if (finishes.some((day) => day !== result.cpmFinishDay)) {
        throw new Error(`${finishes} but ${result.cpmFinishDay}: ${JSON.stringify(plan)}`)
      }
    }),
    { numRuns: caseCount(300), seed: 6 },
  )
  t.pass()
})

t.test('document order changes no bit of a simulation', async (t) => {
  fc.assert(
    fc.property(randomPlan(SHAPE), fc.nat(), (plan, seed) => {
      const turned = {
        ...plan,
        tasks: [...plan.tasks].reverse(),
        dependencies: [...(plan.dependencies ?? [])].reverse(),
      }
      const options = { runs: 70, seed, taskFinishes: 'all' } as const
      const here = simulate(buildGraph(columnsFromPlan(plan)), options)
      const there = simulate(buildGraph(columnsFromPlan(turned)), options)
      const same =
        here.finishDays.join() === there.finishDays.join() &&
        here.criticality.join() === there.criticality.toReversed().join() &&
        here.sensitivity.join() === there.sensitivity.toReversed().join() &&
        here.taskP80Day.join() === there.taskP80Day.toReversed().join()
      if (!same) throw new Error(JSON.stringify(plan))
    }),
    { numRuns: caseCount(100), seed: 8 },
  )
  t.pass()
})

t.test('kept finishes have the day of the percentile of the sorted runs in every kernel', async (t) => {
  const rows = fc.record({
    runs: fc.integer({ min: 1, max: 140 }),
    kept: fc.integer({ min: 1, max: 2 * KEPT_TOGETHER + 3 }),
    least: fc.nat({ max: 65_534 }),
    span: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 65_534 })),
    // Finishes of 32 bits, from these units on and this many times as far apart.
    wide: fc.option(fc.record({ from: fc.nat({ max: 9_000_000 }), times: fc.integer({ min: 1, max: 50 }) })),
    // Most runs lie close to the least, and few far away.
    skew: fc.constantFrom(1, 8),
    unitsPerDay: fc.constantFrom(16, 32, 64),
    isShared: fc.boolean(),
    seed: fc.nat(),
  })
  fc.assert(
    fc.property(rows, ({ runs, kept, least, span, wide, skew, unitsPerDay, isShared, seed }) => {
      const nothing = { taskCount: 0, drawn: 0, risks: 0, mostDelayUnits: 0, projects: 0 }
      const mostKeptUnits = wide === null ? 65_535 : 10_000_000
      const sizes = { ...nothing, kept, keptUnits: kept * mostKeptUnits, mostKeptUnits }
      const memory = isShared ? sharedMemory(1) : ownMemory(kernels.at(-1) ?? tsKernel)
      const sinks = allocateSinks(sizes, checkOptions({ runs }, 1), memory)
      // What lanes without a run hold is of no matter.
      const next = mulberry32(seed)
      for (let at = 0; at < sinks.finishes.length; at++)
        sinks.finishes[at] =
          (wide?.from ?? 0) + (wide?.times ?? 1) * Math.min(65_534, least + Math.floor(next() ** skew * (span + 1)))
      for (const kernel of kernels) {
        const percentiles = openRowPercentiles(sinks, { runs, unitsPerDay }, kernel)
        let days: Int32Array = new Int32Array(0)
        for (let task = 0; task < kept; task++) {
          const place = task % sinks.keptTogether
          if (place === 0) days = percentiles.read(task)
          const units = Float64Array.from(
            { length: runs },
            (_, run) => sinks.finishes[rowOf(sinks, task, run >> 5) + (run & 31)] as number,
          )
          const expected = roundHalfEven(percentile(units.sort(), 0.8) / unitsPerDay)
          if (days[place] !== expected) throw new Error(`task ${task} has ${days[place]} in ${kernel.name}`)
        }
      }
    }),
    { numRuns: caseCount(400), seed: 12 },
  )
  t.pass()
})

/** The one case in which a simulation may be a day later: it moves a start recorded on a day off forward. */
function startsOnDayOff(plan: Plan): boolean {
  return plan.tasks.some((task) => {
    if (task.actual_start == null) return false
    const own = task.calendar == null ? undefined : plan.calendars?.[task.calendar]
    return !new SlowCalendar(own ?? plan.calendar ?? {}).works(dayNumber(task.actual_start))
  })
}
