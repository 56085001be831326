import fc from 'fast-check'
import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { Plan, PlanTask } from '../../compute/plan/plan-document.ts'
import { checkOptions, type SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import type { Spread } from '../../compute/simulation/input/spread.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import type { Simulation } from '../../compute/simulation/prepare/simulation.ts'
import type { BlockRunner } from '../../compute/simulation/run/block-runner.ts'
import { TsBlocks } from '../../compute/simulation/run/ts/ts-blocks.ts'
import { lanesFor } from '../../compute/simulation/run/wasm/choose-lanes.ts'
import { MIXED_LANES, WIDE_LANES, WINDOW_LANES } from '../../compute/simulation/run/wasm/lanes.ts'
import { planWindows } from '../../compute/simulation/run/wasm/plan-windows.ts'
import { hasShortDays } from '../../compute/simulation/run/wasm/simulation-program.ts'
import { WasmBlocks } from '../../compute/simulation/run/wasm/wasm-blocks.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { loadBuild, loadModule } from '../../compute/wasm/load-module.ts'
import { mulberry32 } from '../../fixtures/generate/random.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'
import { dateText, dayNumber } from './reference/slow-calendar.ts'

const modules = [loadModule(), loadBuild('strict')].filter((module) => module !== null)
const RUNS = 77
/** Blocks that ran in windows so far, and those that did not fit. */
let [tried, lost] = [0, 0]

t.test('wide lanes take any plan and leave the rows of the readable kernel', async (t) => {
  const shapes: PlanShape[] = [
    { ...FULL_SHAPE, withEstimates: true },
    { ...FULL_SHAPE, withEstimates: true, withConstraints: true },
    { ...FULL_SHAPE, withEstimates: true, withProgress: false, withCalendars: false },
  ]
  let starts = 0
  for (const shape of shapes) {
    fc.assert(
      fc.property(randomPlan({ ...shape, maxTasks: 20 }), fc.nat(), fc.boolean(), (plan, seed, isHit) => {
        const simulation = prepare(plan, isHit ? causesFor(plan) : {})
        if (simulation.network.graph.hasSummaryStarts) starts++
        sameBlocks(simulation, seed, plan)
      }),
      { numRuns: caseCount(200), seed: 5 },
    )
  }
  t.ok(starts > caseCount(200) / 20, `${starts} plans wait for the start of a summary`)
})

t.test('one far estimate puts the plan in windows, to the same bits', async (t) => {
  const far = (pessimistic: number): PlanTask =>
    task('far', 100, { optimistic_duration: 100, most_likely_duration: 300, pessimistic_duration: pessimistic })
  for (const pessimistic of [4_100, 5_000, 30_000]) {
    const plan = buildPlan([far(pessimistic), task('next', 5)], [link('far FS next')])
    const simulation = prepare(plan, {})
    t.equal(lanesFor(simulation), WINDOW_LANES)
    sameBlocks(simulation, 11, plan)
  }
})

t.test(
  'plans that last for decades run in windows, and where dates leave them in wide lanes, to the same bits',
  async (t) => {
    const shape = { ...FULL_SHAPE, withCalendars: false, lagUnits: ['working' as const] }
    const before = [tried, lost]
    let starts = 0
    fc.assert(
      fc.property(
        randomPlan({ ...shape, withEstimates: true, withConstraints: true, maxTasks: 24 }),
        fc.nat(),
        fc.boolean(),
        (plan, seed, isHit) => {
          const stretched = stretch(plan, seed)
          const simulation = prepare(stretched, isHit ? causesFor(stretched) : {})
          if (simulation.network.graph.hasSummaryStarts && (planWindows(simulation)?.count ?? 0) > 1) starts++
          sameBlocks(simulation, seed, stretched)
        },
      ),
      { numRuns: caseCount(300), seed: 6 },
    )
    const [inWindows, left] = [tried - (before[0] as number), lost - (before[1] as number)]
    t.ok(left > caseCount(300) / 10, `${left} blocks left their windows`)
    t.ok(starts > caseCount(300) / 60, `${starts} plans wait for the start of a summary`)
    t.ok(inWindows - left > caseCount(300) / 2, `${inWindows - left} blocks stayed in them`)
  },
)

t.test('finishes on both sides of the last unit of a window agree', async (t) => {
  const before = [tried, lost]
  for (const last of [4_061, 4_062, 4_063, 4_092, 4_093, 4_094, 4_095, 4_096, 6_500]) {
    const plan = buildPlan(
      [
        task('far', 2_000, { optimistic_duration: 1, most_likely_duration: 2_000, pessimistic_duration: 4_000 }),
        task('short', 1),
        task('last', 3, { planned_start: dateText(dayNumber('2026-01-05') + Math.floor((last * 7) / 5)) }),
        task('behind', 300, { optimistic_duration: 100, most_likely_duration: 300, pessimistic_duration: 900 }),
      ],
      [link('far FS last'), link('short SS+90 last'), link('last FF+10 behind'), link('far FS-500 behind')],
    )
    sameBlocks(prepare(plan, {}), last, plan)
  }
  t.ok(tried > (before[0] as number))
})

t.test('a simulation that loses most of its blocks no longer tries windows', async (t) => {
  const far = (id: string): PlanTask =>
    task(id, 100, { optimistic_duration: 1, most_likely_duration: 10, pessimistic_duration: 9_000 })
  const plan = buildPlan([far('A'), far('B'), task('a', 1), task('b', 1)], [link('A FS a'), link('B FS b')])
  const simulation = prepare(plan, {})
  t.equal(lanesFor(simulation), WINDOW_LANES)
  for (const module of modules) {
    const blocks = new WasmBlocks(module, simulation, WINDOW_LANES).open(3)
    for (let block = 0; block < 60; block++) {
      blocks.sample(block)
      blocks.forward(new Float64Array(32), false, false)
    }
    const counts = blocks.blocksInWindows
    t.ok(counts !== null && counts.lost > 4 && counts.tried < 30, JSON.stringify(counts))
  }
})

t.test(
  'a run ends with a task that a milestone on a sparse calendar follows, where its half day rounds beyond that',
  async (t) => {
    const estimates = { optimistic_duration: 10, most_likely_duration: 11, pessimistic_duration: 13 }
    const plan = buildPlan([task('A', 5, estimates), task('M', 0, { calendar: 'sundays' })], [link('A FS M')], {
      calendars: { sundays: { working_days: [7] } },
    })
    const simulation = prepare(plan, {})
    for (let seed = 0; seed < 40; seed++) sameBlocks(simulation, seed, plan)
    t.pass()
  },
)

t.test('a lead onto another calendar agrees up to the last offset that 16 bits hold', async (t) => {
  const lanes = new Set<unknown>()
  for (const pessimistic of [3_100, 3_255, 3_270, 3_282, 3_290, 3_294, 3_300]) {
    const rest = {
      optimistic_duration: pessimistic - 9,
      most_likely_duration: pessimistic - 5,
      pessimistic_duration: pessimistic,
    }
    const plan = buildPlan(
      [task('far', 3_050, { ...rest, calendar: 'four' }), task('next', 2), task('last', 1, { calendar: 'four' })],
      [link('far FS-30 next'), link('far SS+3 last'), link('next FF-2 last')],
      { calendars: { four: { working_days: [1, 2, 3, 4] } } },
    )
    const simulation = prepare(plan, {})
    lanes.add(lanesFor(simulation)?.isWide)
    sameBlocks(simulation, 7, plan)
  }
  t.same([...lanes], [false, true], 'on both sides of the end')
})

function prepare(plan: Plan, causes: Pick<SimulationOptions, 'causes'>): Simulation {
  const options = checkOptions({ runs: RUNS, taskFinishes: 'all', ...causes }, plan.tasks.length)
  return prepareSimulation(buildGraph(columnsFromPlan(plan)), options, tsKernel)
}

/** The same plan with some tasks, lags and planned starts of years. */
function stretch(plan: Plan, seed: number): Plan {
  const next = mulberry32(seed)
  const factor = () => [1, 1, 20, 90, 300][Math.floor(next() * 5)] as number
  return {
    ...plan,
    tasks: plan.tasks.map((row) => {
      const by = factor()
      const times = (days: number | null | undefined) => (days == null ? null : days * by)
      const planned = row.planned_start == null ? null : dateText(dayNumber(row.planned_start) + 30 * factor())
      return {
        ...row,
        duration: row.duration * by,
        planned_start: planned,
        optimistic_duration: times(row.optimistic_duration),
        most_likely_duration: times(row.most_likely_duration),
        pessimistic_duration: times(row.pessimistic_duration),
      }
    }),
    dependencies: (plan.dependencies ?? []).map((row) => ({ ...row, lag: (row.lag ?? 0) * factor() })),
  }
}

/** A factor, a shift and two risks that overlap. */
function causesFor(plan: Plan): Pick<SimulationOptions, 'causes'> {
  const parents = new Set(columnsFromPlan(plan).parentIndex)
  const tasks = plan.tasks.map((_, at) => at).filter((at) => !parents.has(at))
  const triangle = (low: number, likely: number, high: number): Spread => ({
    distribution: 'triangular',
    low,
    likely,
    high,
  })
  const [even, third] = [tasks.filter((_, at) => at % 2 === 0), tasks.filter((_, at) => at % 3 === 0)]
  return {
    causes: {
      drivers: [
        { id: 'f', effect: 'factor', spread: triangle(0.7, 1, 1.9), tasks: even },
        { id: 's', effect: 'shift', spread: triangle(-3, 0, 9), tasks: third },
      ],
      risks: [
        { id: 'r', probability: 0.4, delayDays: triangle(1, 5, 30), tasks: third },
        { id: 'q', probability: 0.2, delayDays: triangle(1, 2, 3), tasks: even },
      ],
    },
  }
}

function sameBlocks(simulation: Simulation, seed: number, plan: Plan): void {
  const expected = rowsOf(new TsBlocks(simulation, seed), simulation)
  for (const module of modules) {
    const mixed = hasShortDays(simulation) ? [MIXED_LANES] : []
    const windows = planWindows(simulation) === null ? [] : [WINDOW_LANES]
    for (const lanes of new Set([lanesFor(simulation), ...mixed, ...windows, WIDE_LANES])) {
      if (lanes === null) continue
      const blocks = new WasmBlocks(module, simulation, lanes).open(seed)
      const actual = rowsOf(blocks, simulation)
      tried += blocks.blocksInWindows?.tried ?? 0
      lost += blocks.blocksInWindows?.lost ?? 0
      if (actual !== expected) throw new Error(`differs for ${JSON.stringify(plan)}\n${expected}\n${actual}`)
    }
  }
}

/** Everything that two blocks leave behind, as text. */
function rowsOf(runner: BlockRunner, simulation: Simulation): string {
  const { network, groups, causes } = simulation
  const rows: unknown[] = []
  const { graph, isConstant } = network
  for (const block of [0, 2]) {
    const happens = runner.sample(block)
    rows.push([...happens])
    const completions = new Float64Array(32)
    runner.forward(completions, groups.length > 0, true)
    rows.push([...completions])
    const units = new Int32Array(32)
    for (let node = 0; node < graph.nodeCount; node++) {
      if (isConstant[node] === 1 || graph.isSummaryStart[node] === 1) continue
      runner.readFinishes({ from: node, to: node + 1 }, units, 0)
      rows.push([node, ...units])
    }
    runner.trace(block === 2 ? 13 : 32)
    // Every run without one risk of its own, the last to strike before the others; and then the same in other lanes, some runs in two.
    const passes = (runOfLane: Int32Array) =>
      [...(causes?.costOrder ?? [])].map((risk) => {
        const has = (lane: number) => (((happens[risk] as number) >>> (runOfLane[lane] as number)) & 1) === 1
        const without = Int32Array.from({ length: 32 }, (_, lane) => (has(lane) ? risk : -1))
        runner.forwardWithout(without, completions)
        return Array.from(completions, (value, lane) => (has(lane) ? value : null))
      })
    const inPlace = passes(Int32Array.from({ length: 32 }, (_, lane) => lane))
    const runOfLane = Int32Array.from({ length: 32 }, (_, lane) => (((lane + block) * 7) % 32) >> (lane & 1))
    runner.regroup(runOfLane)
    const moved = inPlace.map((row) => Array.from(runOfLane, (run) => row[run] ?? null))
    if (JSON.stringify(passes(runOfLane)) !== JSON.stringify(moved))
      throw new Error(`other lanes, other runs: ${runOfLane}`)
    rows.push(inPlace)
  }
  const criticalRuns = new Int32Array(new SharedArrayBuffer(4 * graph.columns.taskCount))
  runner.addCriticalRuns(criticalRuns)
  return JSON.stringify([...rows, [...criticalRuns]])
}
