// Ordinary conditions that a plan of users meets and a generated one does not, each beside the plain plan: none may cost
// six times as much.

import { buildGraph } from '../../compute/model/build-graph.ts'
import type { ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import { checkOptions, type SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import type { SimulationResult } from '../../compute/simulation/result/simulation-result.ts'
import { simulatePrepared } from '../../compute/simulation/simulate.ts'
import { chooseKernel } from '../../compute/wasm/choose-kernel.ts'
import { sketchWith } from '../../fixtures/generate/generate-plan.ts'
import type { PlanSketch } from '../../fixtures/generate/plan-sketch.ts'
import { mulberry32 } from '../../fixtures/generate/random.ts'
import { sketchStrands } from '../../fixtures/generate/sketch-strands.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import type { BenchCase, Prepared } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { NumpyProcess, type NumpyScript, numpyVersion } from '../peers/numpy-process.ts'
import { wholePlan } from '../peers/whole-numpy.ts'
import { repeatWork } from '../repeat-work.ts'

const TASKS = 5_000
const PLAIN = 'plain plan'
const NUMPY = 'NumPy, rows of runs, finish only'
const WHOLE_NUMPY = 'NumPy, criticality, sensitivity and costs too'

interface Condition {
  readonly name: string
  readonly summary: string
  /** Milliseconds for 1,000 runs. */
  readonly aim: number
  readonly columns: () => ScheduleColumns
  readonly options?: Partial<SimulationOptions>
  /** Whether NumPy does all of it beside the finish alone. */
  readonly hasWholePeer?: boolean
}

const plain = () => columnsFromSketch(sketchWith('plain', TASKS))

const CONDITIONS: readonly Condition[] = [
  {
    name: 'strands',
    summary: 'strands of 100 tasks with random links ahead, 44 years long',
    aim: 12,
    columns: () => columnsFromSketch(sketchStrands(TASKS)),
  },
  {
    name: 'far-estimate',
    summary: 'one task with a pessimistic value of 9,000 days',
    aim: 12,
    columns: () => changed((columns) => columns.pessimisticDays.fill(9_000, 7, 8)),
  },
  {
    name: 'far-start',
    summary: 'one task with a planned start twenty years on',
    aim: 12,
    columns: () =>
      changed((columns) => columns.plannedStartDay.fill(columns.projectStartDay + 7_300, TASKS - 10, TASKS - 9)),
  },
  {
    name: 'driver',
    summary: 'one driver that can stretch every task ninefold',
    aim: 12,
    columns: plain,
    options: { causes: { risks: [], drivers: [stretchAll()] } },
  },
  {
    name: 'summary-start',
    summary: 'one link from the start of a summary',
    aim: 8,
    columns: () => columnsFromSketch(linkFromSummary(sketchWith('summaries', TASKS))),
  },
  {
    name: 'calendars',
    summary: 'thirty calendars and 21 lags',
    aim: 40,
    columns: () => columnsFromSketch(manyCalendars(sketchWith('lags', TASKS))),
    hasWholePeer: true,
  },
  {
    name: 'velocities',
    summary: 'a third of the tasks sampled by the velocity of a team',
    aim: 12,
    columns: () => columnsFromSketch(withVelocities(sketchWith('plain', TASKS))),
  },
  {
    name: 'risks',
    summary: '200 risks and what each of them costs',
    aim: 40,
    columns: plain,
    options: { causes: { risks: drawRisks(200), drivers: [] } },
    hasWholePeer: true,
  },
  {
    name: 'risks-on-calendars',
    summary: '50 risks on three calendars, beside lags, summaries and work under way',
    aim: 40,
    columns: () => columnsFromSketch(sketchWith('full', TASKS)),
    options: { causes: { risks: drawRisks(50, 0.9 * TASKS), drivers: [] } },
    hasWholePeer: true,
  },
  {
    name: 'all-finishes',
    summary: 'finishes of all tasks kept',
    aim: 20,
    columns: plain,
    options: { taskFinishes: 'all' },
  },
]

export const simulationConditions: readonly BenchCase[] = CONDITIONS.map((condition) => ({
  name: `simulation-with-${condition.name}`,
  group: 'simulation',
  summary: `finish, criticality and sensitivity, ${TASKS} tasks, 1 thread: ${condition.summary}`,
  unit: 'ms',
  sizeName: 'runs',
  workName: 'task-run',
  quickSizes: [1_000],
  fullSizes: [1_000],
  warmUps: 3,
  samples: 20,
  aims: () => [
    { of: 'median', atMost: condition.aim },
    { of: `peer:${PLAIN}`, atMost: 6 },
    { of: `peer:${NUMPY}`, atMost: 0.2 },
  ],
  async prepare(runs) {
    const { columns, simulation, sample } = sampleOf(condition.columns(), runs, condition.options)
    const numpy = numpyVersion() === null ? null : await openNumpy(columns, runs)
    const whole = condition.hasWholePeer ? wholePlan(simulation, condition.options?.causes, runs) : null
    const wholeNumpy = numpy === null || whole === null ? null : await runNumpy(whole, 'simulation_numpy_whole.py')
    const peers = [
      { name: PLAIN, sample: sampleOf(plain(), runs).sample },
      ...(numpy === null ? [] : [{ name: NUMPY, sample: numpy.sample }]),
      ...(wholeNumpy === null ? [] : [{ name: WHOLE_NUMPY, sample: wholeNumpy.sample }]),
    ]
    return {
      sample,
      peers,
      notMeasured: numpy === null ? ['NumPy: python3 has no numpy here'] : [],
      facts: { work: TASKS * runs, links: columns.linkCount },
      close: () => {
        numpy?.close()
        wholeNumpy?.close()
      },
    }
  },
}))

/**
 * The finish of the same network in NumPy, with less to do than we have: links as plain finish to start, one calendar, no
 * velocities, risks or drivers, and neither criticality nor sensitivity.
 */
function openNumpy(columns: ScheduleColumns, runs: number) {
  const { nodeCount, edgeOffset, edgeSource, taskOfNode } = buildGraph(columns)
  const days = (row: ArrayLike<number>) =>
    Array.from(taskOfNode, (task) => Math.max(0, finiteOr(row[task], columns.durationDays[task] ?? 0)))
  const plan = {
    low: days(columns.optimisticDays),
    mode: days(columns.mostLikelyDays),
    high: days(columns.pessimisticDays),
    before: Array.from({ length: nodeCount }, (_, node) => [
      ...edgeSource.subarray(edgeOffset[node], edgeOffset[node + 1]),
    ]),
    runs,
  }
  return runNumpy(plan, 'simulation_numpy.py')
}

async function runNumpy(plan: object, script: NumpyScript) {
  const numpy = new NumpyProcess(plan, script)
  await numpy.ready()
  let first: number | null = null
  const sample = async () => {
    const { ms, p50 } = await numpy.run()
    first ??= p50
    if (!(p50 > 0) || p50 !== first) throw new Error(`NumPy answers ${p50} days, and before it was ${first}`)
    return { value: ms, hash: 'its own' }
  }
  return { sample, close: () => numpy.close() }
}

function finiteOr(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isFinite(value) && value >= 0 ? value : otherwise
}

function sampleOf(columns: ScheduleColumns, runs: number, more: Partial<SimulationOptions> = {}) {
  const options = checkOptions({ runs, taskFinishes: 'none', ...more }, TASKS)
  const kernel = chooseKernel()
  const simulation = prepareSimulation(buildGraph(columns), options, kernel)
  const sample: Prepared['sample'] = repeatWork({
    unit: 'ms',
    once: () => simulatePrepared(simulation, options, kernel),
    consume: (result) => result.p80Day,
    hash: (result: SimulationResult) =>
      hashAnswer(result.finishDays, result.criticality, result.sensitivity, result.taskP80Day),
  })
  return { columns, simulation, sample }
}

function changed(change: (columns: ScheduleColumns) => void): ScheduleColumns {
  const columns = plain()
  change(columns)
  return columns
}

function stretchAll() {
  const spread = { distribution: 'triangular', low: 0.8, likely: 1, high: 9 } as const
  return { id: 'all', effect: 'factor', spread, tasks: Array.from({ length: TASKS }, (_, task) => task) } as const
}

/** From the first lower summary to a task far behind it. */
function linkFromSummary(sketch: PlanSketch): PlanSketch {
  const source = sketch.parent[0] as number
  return {
    ...sketch,
    from: Int32Array.of(...sketch.from, source),
    to: Int32Array.of(...sketch.to, Math.floor(TASKS * 0.9)),
    type: Uint8Array.of(...sketch.type, 1),
    lag: Int32Array.of(...sketch.lag, 0),
  }
}

function manyCalendars(sketch: PlanSketch): PlanSketch {
  const next = mulberry32(3)
  const week = [1, 2, 3, 4, 5, 6, 7]
  const calendars = Array.from({ length: 30 }, (_, at) => ({
    key: at === 0 ? '' : `calendar ${at}`,
    workingDays: week.filter((day) => day !== 1 + (at % 7) && day !== 1 + ((3 * at) % 7)),
    daysOff: [[sketch.startDay + 40 + 9 * at, sketch.startDay + 43 + 9 * at] as const],
  }))
  return {
    ...sketch,
    calendars,
    calendar: sketch.calendar.map(() => Math.floor(next() * calendars.length)),
    lag: sketch.lag.map(() => Math.floor(next() * 21) - 5),
  }
}

function withVelocities(sketch: PlanSketch): PlanSketch {
  const next = mulberry32(5)
  const points = [1, 2, 3, 5, 8, 13, 40, 60]
  const mode = sketch.mode.map(() => (next() < 0.35 ? 1 : 0))
  return {
    ...sketch,
    mode,
    points: sketch.points.map((_, task) =>
      mode[task] === 1 ? (points[Math.floor(next() * points.length)] as number) : Number.NaN,
    ),
    velocities: [21, 25, 18, 30, 24, 19],
    sprintLengthDays: 10,
  }
}

/** Two tasks each of those in front, in one run of twenty to one of two. */
function drawRisks(count: number, taskCount = TASKS) {
  const next = mulberry32(7)
  return Array.from({ length: count }, (_, at) => ({
    id: `risk ${at}`,
    probability: 0.05 + 0.4 * next(),
    delayDays: { distribution: 'triangular', low: 1, likely: 5, high: 20 } as const,
    tasks: [2 * Math.floor((next() * taskCount) / 2), 1 + 2 * Math.floor((next() * taskCount) / 2)],
  }))
}
