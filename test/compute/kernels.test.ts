import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { findOnlyCalendar, RECORD } from '../../compute/cpm/kernels/workday-network.ts'
import { NODE_STATE } from '../../compute/cpm/place-nodes.ts'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { MEMBER_EDGE } from '../../compute/model/expand-links.ts'
import { LINK_TYPE } from '../../compute/model/schedule-columns.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import type { Plan, PlanTask } from '../../compute/plan/plan-document.ts'
import { checkOptions, type SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import { lanesFor } from '../../compute/simulation/run/wasm/choose-lanes.ts'
import { NARROW_LANES, WINDOW_LANES } from '../../compute/simulation/run/wasm/lanes.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import { buildWasm, WASM_BUILDS } from '../../compute/wasm/build.ts'
import { chooseKernel, createWasmKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import * as layout from '../../compute/wasm/layout.ts'
import { loadBuild, loadModule } from '../../compute/wasm/load-module.ts'
import { scratchFolder } from '../support/scratch-folder.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'

const module = loadModule()
if (module === null) throw new Error('this machine runs no WebAssembly with vectors')
const wasmKernel = createWasmKernel(module)

/** All builds this machine can run: the one in use and, where that is the relaxed one, the strict one too. */
const strict = loadBuild('strict')
const wasmKernels = [wasmKernel, ...(module.build === 'relaxed' && strict !== null ? [createWasmKernel(strict)] : [])]

const WORKDAYS_ONLY: PlanShape = {
  ...FULL_SHAPE,
  withProgress: false,
  withCalendars: false,
  lagUnits: ['working'],
  withEstimates: true,
}

t.test('the committed module is what the sources build to', async (t) => {
  const folder = scratchFolder('svc-wasm-')
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const build of ['relaxed', 'strict'] as const) {
    const file = join(folder, WASM_BUILDS[build])
    buildWasm(file, build)
    const committed = readFileSync(new URL(`../../compute/wasm/build/${WASM_BUILDS[build]}`, import.meta.url))
    t.ok(readFileSync(file).equals(committed), `run npm run build:wasm and commit the result: ${build}`)
  }
})

t.test('this machine runs the fast kernel', async (t) => {
  t.equal(chooseKernel().name, 'wasm')
})

t.test('both kernels give the same schedule', async (t) => {
  let laidOut = 0
  fc.assert(
    fc.property(randomPlan({ ...WORKDAYS_ONLY, maxTasks: 30 }), (plan) => {
      const graph = buildGraph(columnsFromPlan(plan))
      if (findOnlyCalendar(graph) >= 0) laidOut++
      same(runCpm(graph, tsKernel), runCpm(graph, wasmKernel), plan)
    }),
    { numRuns: caseCount(200), seed: 21 },
  )
  t.ok(laidOut > caseCount(200) / 4, `${laidOut} plans were laid out in working days`)
})

t.test('a plan laid out where another one was has the schedule that it has alone', async () => {
  const large = buildGraph(
    columnsFromPlan(buildPlan(Array.from({ length: 3_000 }, (_, at) => task(`t${at}`, 1 + (at % 7))))),
  )
  for (const kernel of wasmKernels) {
    // Its memory has room for all that follow, and is full of dates.
    runCpm(large, kernel)
    fc.assert(
      fc.property(
        randomPlan({ ...WORKDAYS_ONLY, maxTasks: 30 }),
        randomPlan({ ...FULL_SHAPE, maxTasks: 30 }),
        (...plans) => {
          for (const plan of plans) {
            const graph = buildGraph(columnsFromPlan(plan))
            const result = runCpm(graph, kernel)
            same(runCpm(graph, tsKernel), result, plan)
            // Again, where it stays.
            same(result, runCpm(graph, kernel), plan)
          }
        },
      ),
      { numRuns: caseCount(200), seed: 29 },
    )
  }
})

t.test('both kernels give the same schedule where nothing lies in working days alone', async (t) => {
  let general = 0
  fc.assert(
    fc.property(randomPlan({ ...FULL_SHAPE, maxTasks: 30 }), (plan) => {
      const graph = buildGraph(columnsFromPlan(plan))
      if (findOnlyCalendar(graph) < 0) general++
      same(runCpm(graph, tsKernel), runCpm(graph, wasmKernel), plan)
    }),
    { numRuns: caseCount(300), seed: 23 },
  )
  t.ok(general > caseCount(300) / 2, `${general} plans were not`)
})

t.test('both kernels give the same schedule under constraints and deadlines', async (t) => {
  let held = 0
  fc.assert(
    fc.property(randomPlan({ ...FULL_SHAPE, withConstraints: true, maxTasks: 30 }), (plan) => {
      const graph = buildGraph(columnsFromPlan(plan))
      if (graph.columns.constraints !== null) held++
      same(runCpm(graph, tsKernel), runCpm(graph, wasmKernel), plan)
    }),
    { numRuns: caseCount(300), seed: 25 },
  )
  t.ok(held > caseCount(300) / 2, `${held} plans held some`)
})

t.test('the kernel numbers links and states as the engine does', async (t) => {
  t.strictSame(
    [layout.LINK_FS, layout.LINK_SS, layout.LINK_FF, layout.LINK_SF],
    [LINK_TYPE.FS, LINK_TYPE.SS, LINK_TYPE.FF, LINK_TYPE.SF],
  )
  t.equal(layout.MEMBER_LINK, MEMBER_EDGE)
  t.strictSame(
    [layout.STATE_OPEN, layout.STATE_PINNED, layout.STATE_DONE, layout.STATE_SUMMARY_START],
    [NODE_STATE.open, NODE_STATE.pinned, NODE_STATE.done, NODE_STATE.summaryStart],
  )
  t.strictSame(
    [layout.RECORD_LATE, layout.RECORD_NEXT, layout.RECORD_EARLY, layout.RECORD_LENGTH, layout.RECORD_BYTES],
    [RECORD.late, RECORD.next, RECORD.early, RECORD.length, RECORD.words].map((word) => 4 * word),
  )
})

t.test('both kernels give the same simulation', async (t) => {
  const shapes: [string, PlanShape][] = [
    ['plain', { ...WORKDAYS_ONLY, withSummaries: false }],
    ['progress', { ...WORKDAYS_ONLY, withSummaries: false, withProgress: true }],
    ['calendars', { ...FULL_SHAPE, withSummaries: false, withEstimates: true }],
    ['constraints', { ...FULL_SHAPE, withSummaries: false, withEstimates: true, withConstraints: true }],
    ['anything', { ...FULL_SHAPE, withEstimates: true, withConstraints: true }],
  ]
  for (const [name, shape] of shapes) {
    let inLanes = 0
    fc.assert(
      fc.property(randomPlan(shape), fc.integer({ min: 1, max: 150 }), fc.nat(), (plan, runs, seed) => {
        const graph = buildGraph(columnsFromPlan(plan))
        const options: SimulationOptions = { runs, seed, taskFinishes: 'all' }
        if (lanesFor(prepareSimulation(graph, checkOptions(options, 1), tsKernel)) !== null) inLanes++
        sameOnAll(graph, options, plan)
      }),
      { numRuns: caseCount(100), seed: 22 },
    )
    t.equal(inLanes, caseCount(100), `${name}: every plan ran in lanes`)
  }
})

t.test('both kernels agree on a large plan of every link type, velocity and begun work', async (t) => {
  const plan = largePlan(1500)
  const graph = buildGraph(columnsFromPlan(plan))
  const options: SimulationOptions = { runs: 333, seed: 99, taskFinishes: 'all' }
  t.equal(lanesFor(prepareSimulation(graph, checkOptions(options, 1), tsKernel)), NARROW_LANES)
  sameOnAll(graph, options, null)
  t.pass()
})

t.test('both kernels agree on a large plan of several calendars and elapsed lags', async (t) => {
  const plan = largePlan(1500)
  plan.calendars = {
    six: { working_days: [1, 2, 3, 4, 5, 6] },
    odd: { working_days: [1, 3, 7], exceptions: [{ from: '2026-02-01', to: '2026-04-20' }] },
  }
  plan.tasks.forEach((row, at) => {
    row.calendar = [null, 'six', null, 'odd'][at % 4] ?? null
  })
  plan.dependencies?.forEach((row, at) => {
    if (at % 3 === 0) row.lag_unit = 'elapsed'
  })
  const graph = buildGraph(columnsFromPlan(plan))
  const options: SimulationOptions = { runs: 200, seed: 5, taskFinishes: 'all' }
  t.equal(lanesFor(prepareSimulation(graph, checkOptions(options, 1), tsKernel)), NARROW_LANES)
  sameOnAll(graph, options, null)
})

t.test('a plan too long for 16-bit lanes takes windows and still agrees', async (t) => {
  const long = (id: string): PlanTask =>
    task(id, 2000, { optimistic_duration: 1000, most_likely_duration: 2000, pessimistic_duration: 4000 })
  const graph = buildGraph(columnsFromPlan(buildPlan([long('A'), long('B')], [link('A FS B')])))
  const options: SimulationOptions = { runs: 100 }
  t.equal(lanesFor(prepareSimulation(graph, checkOptions(options, 1), tsKernel)), WINDOW_LANES)
  sameOnAll(graph, options, null)
})

function largePlan(count: number): Plan {
  let state = 7
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % below
  }
  const tasks = Array.from({ length: count }, (_, index) => {
    const likely = draw(9)
    const rest: Partial<PlanTask> = {
      optimistic_duration: Math.max(0, likely - draw(4)),
      most_likely_duration: likely,
      pessimistic_duration: likely + draw(12),
    }
    if (index % 11 === 0) Object.assign(rest, { delivery_mode: 'scrum', story_points: 1 + draw(30) })
    if (index % 13 === 0) rest.percent_complete = draw(140)
    return task(`T${index}`, likely, rest)
  })
  const links = Array.from({ length: 2 * count }, () => {
    const to = 1 + draw(count - 1)
    const type = ['FS', 'FS', 'FS', 'SS', 'FF', 'SF'][draw(6)]
    const lag = draw(4) === 0 ? draw(9) - 4 : 0
    return link(`T${Math.max(0, to - 1 - draw(80))} ${type}${lag < 0 ? lag : `+${lag}`} T${to}`)
  })
  return buildPlan(tasks, links, { velocity_samples: [5, 8, 13], sprint_length_days: 3, status_date: '2026-01-20' })
}

function sameOnAll(graph: ScheduleGraph, options: SimulationOptions, plan: Plan | null): void {
  const expected = simulate(graph, options, tsKernel)
  for (const kernel of wasmKernels) same(expected, simulate(graph, options, kernel), plan)
}

function same(left: object, right: object, plan: Plan | null): void {
  const texts = [left, right].map((value) =>
    JSON.stringify(value, (_, field) => (ArrayBuffer.isView(field) ? Array.from(field as Int32Array) : field)),
  )
  if (texts[0] !== texts[1]) throw new Error(`differs for ${JSON.stringify(plan)}\n${texts[0]}\n${texts[1]}`)
}
