import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { simulationDocument } from '../../compute/model/documents/simulation-document.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import { formatCivilDay, parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { Plan, PlanTask } from '../../compute/plan/plan-document.ts'
import type { SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import { roundHalfEven } from '../../compute/simulation/prepare/round-half-even.ts'
import { confidenceCurve, histogramBuckets } from '../../compute/simulation/result/histogram.ts'
import { percentile } from '../../compute/simulation/result/percentiles.ts'
import { rankSensitivities, type SimulationResult } from '../../compute/simulation/result/simulation-result.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { replayDurations } from './replay-durations.ts'

const KNOWN_ANSWER = ['2026-08-07', '2026-10-06', '2026-12-07']
const EVERY_DAY = { calendar: { working_days: [1, 2, 3, 4, 5, 6, 7] } }

function run(plan: Plan, options: Partial<SimulationOptions> = {}): SimulationResult {
  return simulate(buildGraph(columnsFromPlan(plan)), { runs: 1000, ...options })
}

function estimate(id: string, low: number, likely: number, high: number, rest: Partial<PlanTask> = {}): PlanTask {
  return task(id, likely, {
    optimistic_duration: low,
    most_likely_duration: likely,
    pessimistic_duration: high,
    ...rest,
  })
}

/** Durations in days of the single task of a plan that starts on 2026-01-05, from its finishes on a seven-day week. */
function durations(plan: Plan, runs: number, options: Partial<SimulationOptions> = {}): number[] {
  return Array.from(run(plan, { runs, ...options }).finishDays, (day) => day - (parseCivilDay('2026-01-05') ?? 0) + 1)
}

t.test('beta samples have the moments of the estimate and stay inside it', async (t) => {
  for (const [low, likely, high] of [
    [500, 1000, 1500],
    [200, 400, 1200],
    [100, 100, 700],
    [100, 700, 700],
  ] as const) {
    const found = durations(buildPlan([estimate('A', low, likely, high)], [], EVERY_DAY), 20_000)
    const mean = found.reduce((sum, value) => sum + value, 0) / found.length
    const deviation = Math.sqrt(found.reduce((sum, value) => sum + (value - mean) ** 2, 0) / found.length)
    const range = high - low
    t.ok(Math.abs(mean - (low + 4 * likely + high) / 6) < range * 0.01, `${low} ${likely} ${high}: mean ${mean}`)
    t.ok(Math.abs(deviation - range / 6) < range * 0.01, `${low} ${likely} ${high}: deviation ${deviation}`)
    t.ok(Math.min(...found) >= low && Math.max(...found) <= high)
  }
})

t.test('triangular samples follow the triangular distribution', async (t) => {
  const found = durations(buildPlan([estimate('A', 100, 400, 1000)], [], EVERY_DAY), 20_000, {
    distribution: 'triangular',
  })
  const below = (limit: number): number => found.filter((value) => value <= limit).length / found.length
  t.ok(Math.abs(below(250) - (150 * 150) / (900 * 300)) < 0.012, `${below(250)}`)
  t.ok(Math.abs(below(400) - 300 / 900) < 0.012, `${below(400)}`)
  t.ok(Math.abs(below(700) - (1 - (300 * 300) / (900 * 600))) < 0.012, `${below(700)}`)
})

t.test('velocity samples count sprints until the points are reached', async (t) => {
  const rest = { velocity_samples: [10, 20, 30, -5, 0], sprint_length_days: 10, ...EVERY_DAY }
  const plan = buildPlan([task('A', 3, { delivery_mode: 'scrum', story_points: 40 })], [], rest)
  const found = durations(plan, 20_000)
  const share = (days: number): number => found.filter((value) => value === days).length / found.length
  t.ok(Math.abs(share(20) - 18 / 27) < 0.012, `20 days: ${share(20)}`)
  t.ok(Math.abs(share(30) - 8 / 27) < 0.012, `30 days: ${share(30)}`)
  t.ok(Math.abs(share(40) - 1 / 27) < 0.006, `40 days: ${share(40)}`)
})

t.test('progress shortens samples, and a completed task does not vary', async (t) => {
  const begun = durations(buildPlan([estimate('A', 10, 20, 30, { percent_complete: 50 })], [], EVERY_DAY), 500)
  t.ok(Math.min(...begun) >= 1 && Math.max(...begun) <= 20)
  const done = [estimate('A', 10, 20, 30, { actual_finish: '2026-01-31' }), estimate('B', 5, 5, 9)]
  const result = run(buildPlan(done, [link('A FS B')]))
  t.equal(result.tasksWithVariance, 1)
  t.equal(result.hasSensitivity[0], 0)
  t.equal(result.criticality[0], 0)
  t.equal(result.criticality[1], 1)
})

t.test('completing a task leaves the draws of the others as they were', async (t) => {
  const plan = (rest: Partial<PlanTask>): Plan => buildPlan([estimate('A', 1, 2, 3, rest), estimate('B', 50, 90, 200)])
  const open = run(plan({}))
  const done = run(plan({ actual_finish: '2026-01-06' }))
  t.strictSame(open.finishDays, done.finishDays)
})

t.test('criticality and sensitivity single out what decides the finish', async (t) => {
  const tasks = [estimate('A', 10, 30, 60), estimate('B', 1, 2, 5), task('C', 1), task('D', 1)]
  const result = run(buildPlan(tasks, [link('A FS C'), link('B FS C'), link('D SS A')]))
  t.strictSame(Array.from(result.criticality), [1, 0, 1, 1])
  t.ok((result.sensitivity[0] ?? 0) > 0.998)
  t.ok(Math.abs(result.sensitivity[1] ?? 1) < 0.1)
  const rows = rankSensitivities(result, Int32Array.of(0, 1, 2, 3))
  t.strictSame(
    rows.map((row) => row.taskIndex),
    [0, 1],
  )
})

t.test('the sensitivity table has the twenty greatest, of equal ones those with the least ids', (t) => {
  const sensitivity = Float64Array.from({ length: 90 }, (_, task) => ((task % 3) - 1) / (1 + (task % 7)))
  const hasSensitivity = Uint8Array.from(sensitivity, (_, task) => (task % 5 === 0 ? 0 : 1))
  const idRank = Int32Array.from({ length: 90 }, (_, task) => (task * 37) % 90)
  const rows = rankSensitivities({ sensitivity, hasSensitivity } as unknown as SimulationResult, idRank)
  const all = Array.from(sensitivity, (value, taskIndex) => ({ taskIndex, index: Math.abs(value) }))
  const sorted = all
    .filter(({ taskIndex }) => hasSensitivity[taskIndex] === 1)
    .sort((a, b) => b.index - a.index || (idRank[a.taskIndex] ?? 0) - (idRank[b.taskIndex] ?? 0))
  t.strictSame(rows, sorted.slice(0, 20))
  t.end()
})

t.test('two equal paths share the criticality', async (t) => {
  const tasks = [estimate('A', 10, 30, 60), estimate('B', 10, 30, 60), task('M', 0)]
  const { criticality } = run(buildPlan(tasks, [link('A FS M'), link('B FS M')]), { runs: 4000 })
  t.ok(Math.abs((criticality[0] ?? 0) - 0.5) < 0.04)
  t.ok((criticality[0] ?? 0) + (criticality[1] ?? 0) >= 1)
  t.equal(criticality[2], 1)
})

t.test('the document carries the P80 of milestones, and of all tasks on request', async (t) => {
  const plan = buildPlan(
    [estimate('A', 5, 10, 20), task('M', 0), task('S', 0), task('B', 2, { parent: 'S' })],
    [link('A FS M')],
  )
  const document = simulationDocument(plan, run(plan))
  t.strictSame(
    document.tasks.map((row) => row.id),
    ['A', 'M', 'B'],
  )
  t.strictSame(
    document.tasks.map((row) => row.p80_finish !== null),
    [false, true, false],
  )
  t.equal(document.tasks[1]?.p80_finish, document.p80)
  const all = simulationDocument(plan, run(plan, { taskFinishes: 'all' }))
  t.equal(all.tasks[2]?.p80_finish, '2026-01-06')
  t.equal(
    all.histogram.reduce((sum, [, count]) => sum + count, 0),
    1000,
  )
})

t.test('a seed gives the same bits, another seed others', async (t) => {
  const plan = buildPlan([estimate('A', 50, 90, 300), estimate('B', 50, 90, 300)], [link('A FS B')])
  t.strictSame(run(plan), run(plan))
  t.strictSame(run(plan, { seed: 2 ** 40 + 1 }).seed, 2 ** 40 + 1)
  t.notSame(run(plan, { seed: 1 }).finishDays, run(plan, { seed: 2 }).finishDays)
  t.notSame(run(plan, { seed: 1 }).finishDays, run(plan, { seed: 2 ** 32 + 1 }).finishDays)
  t.strictSame(run(plan, { runs: 64 }).finishDays.length, 64)
})

t.test('a known answer, to notice any change of the random streams', async (t) => {
  const plan = buildPlan([estimate('A', 50, 90, 300), estimate('B', 10, 40, 90)], [link('A FS B')])
  const { p50Day, p80Day, p95Day } = run(plan, { seed: 7 })
  t.strictSame([p50Day, p80Day, p95Day].map(formatCivilDay), KNOWN_ANSWER)
})

t.test('replay on one calendar is exact', async (t) => {
  const plan = buildPlan([task('A', 5), task('B', 5)], [link('A FS B')])
  const replay = replayDurations(
    buildGraph(columnsFromPlan(plan)),
    [
      [5, 5.5, 6],
      [5, 5, 0.2],
    ],
    3,
  )
  t.strictSame(Array.from(replay.completions), [10, 10.5, 7])
  t.equal(formatCivilDay(replay.p50Day), '2026-01-16')
})

t.test('percentiles and rounding', async (t) => {
  t.equal(percentile(Float64Array.of(1, 2, 3, 4), 0.5), 2.5)
  t.equal(percentile(Float64Array.of(7), 0.95), 7)
  t.equal(percentile(Float64Array.of(0, 10), 0.8), 8)
  t.strictSame([0.5, 1.5, 2.5, -0.5, 2.4999, 2.5001].map(roundHalfEven), [0, 2, 2, -0, 2, 3])
})

t.test('histogram and confidence curve', async (t) => {
  const days = Int32Array.from({ length: 100 }, (_, index) => 1000 + index)
  const buckets = histogramBuckets(days)
  t.equal(buckets.length, 30)
  t.equal(
    buckets.reduce((sum, bucket) => sum + bucket.count, 0),
    100,
  )
  t.strictSame(buckets[0], { day: 1001, count: 4 })
  t.strictSame(confidenceCurve(buckets).at(-1)?.percent, 100)
  const flat = histogramBuckets(Int32Array.of(5, 5))
  t.strictSame(flat, [
    { day: 5, count: 2 },
    { day: 5, count: 0 },
  ])
})

t.test('caps have codes of their own and come before the plan is looked at', async (t) => {
  const plan = buildPlan([task('A', 1), task('B', 1)], [link('A FS B')])
  const caps = { maxRuns: 1000, maxTasks: 5000, maxLagTableCells: 5_000_000 }
  const codeOf = (options: Partial<SimulationOptions>, of = plan): string => {
    try {
      run(of, options)
      return 'computed'
    } catch (error) {
      return error instanceof PlanRefusal ? error.code : String(error)
    }
  }
  t.equal(codeOf({ caps }), 'computed')
  t.equal(codeOf({ runs: 1001, caps }), 'simulation_run_cap_exceeded')
  t.equal(codeOf({ runs: 1001, caps: { ...caps, maxTasks: 1 } }), 'simulation_task_cap_exceeded')
  t.equal(codeOf({ runs: 0 }), 'invalid_graph_input')
  t.equal(codeOf({ seed: -1 }), 'invalid_graph_input')
  t.equal(codeOf({ runs: 1.5 }), 'invalid_graph_input')
  const lagged = buildPlan([task('A', 36_000), task('B', 36_000)], [link('A FS+1 B'), link('A SF B')])
  t.equal(codeOf({ runs: 2, caps: { ...caps, maxLagTableCells: 100_000 } }, lagged), 'simulation_lag_table_too_large')
  t.equal(codeOf({ runs: 2, caps: { ...caps, maxLagTableCells: 200_000 } }, lagged), 'computed')
})

t.test(
  'a task held at its finish starts the later the shorter it is, and so does what follows its start',
  async (t) => {
    const tasks = [task('A', 50), estimate('B', 1, 20, 40), task('C', 30), task('M', 0)]
    const plan = buildPlan(tasks, [link('A FF B'), link('B SS C'), link('C FS M')], EVERY_DAY)
    const all = run(plan, { taskFinishes: 'all', runs: 20_000 })
    const few = run(plan, { taskFinishes: 'all', runs: 100 })
    const [, , c, m] = all.taskP80Day
    t.equal(m, (c ?? 0) + 1, 'the milestone takes its day after C')
    t.equal(m, all.p80Day, 'counted finishes agree with those of the whole')
    t.equal(few.taskP80Day[3], few.p80Day)
  },
)
