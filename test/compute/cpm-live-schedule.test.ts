import fc from 'fast-check'
import t from 'tap'
import { LiveSchedule } from '../../compute/cpm/incremental/live-schedule.ts'
import type { ScheduleEdit } from '../../compute/cpm/incremental/schedule-edit.ts'
import { layoutOf, runCpm } from '../../compute/cpm/run-cpm.ts'
import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { CONSTRAINT, type TaskConstraint, takesDay } from '../../compute/model/constraint-columns.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import { NO_DAY, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import { CONSTRAINT_NAMES } from '../../compute/plan/constraint-names.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { chooseKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'

/** A random change as numbers that any plan can make something of. */
const change = fc.record({
  what: fc.constantFrom('duration', 'start', 'percent', 'lag', 'type', 'both', 'constraint' as const),
  pick: fc.nat(10_000),
  value: fc.nat(10_000),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

function editOf({ columns, hierarchy }: ScheduleGraph, { what, pick, value }: Change): ScheduleEdit | null {
  if (what === 'lag' || what === 'type') {
    const links = Array.from({ length: columns.linkCount }, (_, index) => index).filter(
      (index) =>
        hierarchy.isSummary[columns.predecessorIndex[index] ?? 0] === 0 &&
        hierarchy.isSummary[columns.successorIndex[index] ?? 0] === 0,
    )
    const chosen = links[pick % Math.max(1, links.length)]
    if (chosen === undefined) return null
    return what === 'lag' ? { link: chosen, lagDays: (value % 13) - 5 } : { link: chosen, type: value % 4 }
  }
  const leaf = hierarchy.leafOrder[pick % hierarchy.leafOrder.length] ?? 0
  const plannedStartDay = value % 5 === 0 ? NO_DAY : columns.projectStartDay + (value % 60) - 5
  if (what === 'constraint') return { task: leaf, constraint: constraintFrom(value, columns.projectStartDay) }
  if (what === 'start') return { task: leaf, plannedStartDay }
  if (what === 'percent') return { task: leaf, percentComplete: [0, 30, 99.9, 0, 50, 120][value % 6] ?? 0 }
  // Between no time and some, the links of a milestone with a moment ask something else: that is for a new network.
  const isMilestone = columns.durationDays[leaf] === 0
  const days = (most: number) =>
    columns.milestoneMoment[leaf] === 0 ? value % most : isMilestone ? 0 : 1 + (value % (most - 1))
  if (what === 'both') return { task: leaf, durationDays: days(20), plannedStartDay }
  return { task: leaf, durationDays: days(17) }
}

/** Any of the eight kinds, half of the time with a deadline. */
function constraintFrom(value: number, startDay: number): TaskConstraint {
  const type = value % CONSTRAINT_NAMES.length
  const day = startDay + (value % 45) - 5
  return { type, day: takesDay(type) ? day : NO_DAY, deadlineDay: value % 3 === 0 ? day + 4 : NO_DAY }
}

/** Every array of a result, as text. */
function textOf(result: ScheduleResult): string {
  return JSON.stringify(result, (_, field) => (ArrayBuffer.isView(field) ? Array.from(field as Int32Array) : field))
}

function copyOf(columns: ScheduleColumns): ScheduleColumns {
  return structuredClone({ ...columns, ids: columns.ids, calendarKeys: columns.calendarKeys })
}

/** A task's row of a result, to see which tasks a change altered. */
function rowOf(result: ScheduleResult, index: number): string {
  const { earlyStartDay, earlyFinishDay, lateStartDay, lateFinishDay, scheduledStartDay } = result
  const days = [earlyStartDay, earlyFinishDay, lateStartDay, lateFinishDay, scheduledStartDay]
  return [...days, result.totalFloatDays, result.freeFloatDays, result.isCritical].map((row) => row[index]).join()
}

const plain: PlanShape = { ...FULL_SHAPE, withProgress: false, withCalendars: false, lagUnits: ['working'] }
const SHAPES: [string, PlanShape][] = [
  ['plain', { ...plain, withSummaries: false, maxTasks: 40 }],
  ['summaries', plain],
  ['progress on one calendar', { ...plain, withProgress: true }],
  ['constraints on one calendar', { ...plain, withProgress: true, withConstraints: true }],
  ['anything', FULL_SHAPE],
  ['anything held', { ...FULL_SHAPE, withConstraints: true }],
]

for (const [name, shape] of SHAPES) {
  t.test(`after every change the schedule is that of a full pass: ${name}`, async (t) => {
    let partial = 0
    fc.assert(
      fc.property(randomPlan(shape), fc.array(change, { maxLength: 12, size: 'max' }), (plan, changes) => {
        const kernel = changes.length % 2 === 0 ? tsKernel : chooseKernel()
        const graph = buildGraph(columnsFromPlan(plan))
        const live = new LiveSchedule(graph, kernel)
        for (const one of changes) {
          const edit = editOf(graph, one)
          if (edit === null) continue
          const before = live.result()
          const { changedTasks, wasFull } = live.change(edit)
          if (!wasFull) partial++
          const after = runCpm(buildGraph(copyOf(graph.columns)), tsKernel)
          if (textOf(live.result()) !== textOf(after))
            throw new Error(`${JSON.stringify(edit)} in ${JSON.stringify(plan)}`)
          if (textOf(runCpm(graph, kernel)) !== textOf(after))
            throw new Error(`the graph is behind: ${JSON.stringify(edit)}`)
          if (changedTasks === null) continue
          for (const leaf of graph.hierarchy.leafOrder) {
            if (!changedTasks.includes(leaf) && rowOf(before, leaf) !== rowOf(after, leaf))
              throw new Error(`missed ${leaf}`)
          }
        }
      }),
      { numRuns: caseCount(250), seed: 31 },
    )
    t.ok(partial > caseCount(250) / 4, `${partial} changes without a full pass`)
  })
}

/** Many tasks in layers, so that most changes reach few of them. */
function layeredPlan(count: number): Plan {
  const tasks = Array.from({ length: count }, (_, index) =>
    task(`T${index}`, 1 + ((index * 7) % 9), index % 17 === 0 ? { percent_complete: 40 } : {}),
  )
  const links = tasks.slice(30).flatMap((to, index) => {
    const type = ['FS', 'SS', 'FF', 'SF', 'FS', 'FS'][index % 6]
    const lag = index % 10 === 0 ? (index % 7) - 3 : 0
    return [link(`T${index} FS ${to.id}`), link(`T${index + 11} ${type}${lag < 0 ? lag : `+${lag}`} ${to.id}`)]
  })
  return buildPlan(tasks, links, { status_date: '2026-01-12' })
}

/** The same with a completed first layer, of which some is recorded, and with latest dates and pins here and there. */
function layeredPlanUnderWay(count: number): Plan {
  const plan = layeredPlan(count)
  plan.tasks.forEach((row, index) => {
    if (index < 30) row.percent_complete = 100
    if (index % 7 === 0 && index < 60) Object.assign(row, { actual_start: '2026-01-06', actual_finish: '2026-01-09' })
    if (index % 90 === 31) row.deadline = '2026-03-02'
    if (index % 90 === 61) Object.assign(row, { constraint_type: 'SNLT', constraint_date: '2026-02-20' })
    if (index % 200 === 99) Object.assign(row, { constraint_type: 'MSO', constraint_date: '2026-02-11' })
    if (index % 200 === 149) Object.assign(row, { constraint_type: 'MANUAL', constraint_date: '2026-02-10' })
  })
  return plan
}

/** Tasks that stand late, some in a row, on one calendar or on two. */
function layeredPlanOfLate(count: number, hasTwoCalendars: boolean): Plan {
  const plan = layeredPlan(count)
  if (hasTwoCalendars) plan.calendars = { six: { working_days: [1, 2, 3, 4, 5, 6] } }
  plan.tasks.forEach((row, index) => {
    if (index % 25 < 2) row.constraint_type = 'ALAP'
    if (hasTwoCalendars && index % 9 === 0) row.calendar = 'six'
  })
  return plan
}

/** Strands of 100 tasks with links ahead between them: most tasks are critical, so that many changes reach all that follows. */
function strandsPlan(count: number): Plan {
  const tasks = Array.from({ length: count }, (_, index) =>
    task(`T${index}`, 1 + ((index * 7) % 5), index % 97 === 0 ? { percent_complete: 40 } : {}),
  )
  const links = tasks.slice(1).flatMap((to, at) => {
    const index = at + 1
    const own = index % 100 === 0 ? [] : [link(`T${at} FS ${to.id}`)]
    const others = [index - 101, index - 250 + (index % 37)].slice(0, index % 3)
    return [...own, ...others.filter((from) => from >= 0).map((from) => link(`T${from} FS ${to.id}`))]
  })
  const plan = buildPlan(tasks, links, { status_date: '2026-01-12' })
  plan.tasks.forEach((row, index) => {
    if (index % 90 === 31) row.deadline = '2026-09-02'
    if (index % 150 === 60) row.constraint_type = 'ALAP'
    if (index % 300 === 5) row.percent_complete = 100
  })
  return plan
}

/** Tasks on three calendars here and there, and some lags in elapsed days. */
function acrossCalendars(plan: Plan): Plan {
  plan.calendars = { six: { working_days: [1, 2, 3, 4, 5, 6] }, four: { working_days: [2, 3, 4, 5] } }
  plan.tasks.forEach((row, index) => {
    if (index % 9 === 0) row.calendar = 'six'
    if (index % 31 === 7) row.calendar = 'four'
  })
  plan.dependencies?.forEach((row, index) => {
    if (index % 23 === 5) Object.assign(row, { lag: (index % 6) - 1, lag_unit: 'elapsed' })
  })
  return plan
}

/** What waits for the start of a summary has no position, so that nothing has. */
function withSummaryStart(plan: Plan): Plan {
  for (const row of plan.tasks.slice(0, 2)) row.parent = 'S'
  plan.tasks.push(task('S', 0))
  plan.dependencies?.push(link('S SS+1 T790'))
  return plan
}

/** Work of the first layer recorded on weekends. */
function withWeekends(plan: Plan): Plan {
  plan.tasks.forEach((row, index) => {
    if (index < 30 && index % 3 === 0) Object.assign(row, { actual_start: '2026-01-06', actual_finish: '2026-01-10' })
    if (index < 30 && index % 5 === 0) Object.assign(row, { actual_start: '2026-01-11', actual_finish: '2026-01-11' })
  })
  return plan
}

const ALL = ['duration', 'start', 'lag', 'type', 'both', 'percent', 'constraint'] as const
const LARGE: [string, Plan, readonly Change['what'][]][] = [
  ['of strands between calendars', acrossCalendars(strandsPlan(800)), ALL],
  ['under way between calendars', acrossCalendars(layeredPlanUnderWay(800)), ALL],
  ['recorded on weekends', withWeekends(layeredPlanUnderWay(800)), ALL],
  ['recorded on weekends, between calendars', withWeekends(acrossCalendars(layeredPlanUnderWay(800))), ALL],
  ['in dates', withSummaryStart(acrossCalendars(layeredPlanUnderWay(800))), ALL],
  ['late in dates', withSummaryStart(layeredPlanOfLate(800, true)), ALL],
  ['of strands', strandsPlan(800), ALL],
  ['plain', layeredPlan(800), ['duration', 'start', 'lag', 'type', 'both', 'percent']],
  ['under way', layeredPlanUnderWay(800), ALL],
  ['standing late', layeredPlanOfLate(800, false), ALL],
  ['late on two calendars', layeredPlanOfLate(800, true), ALL],
]

const KERNELS = [
  ['in TypeScript', tsKernel, 1_000],
  ['in the best kernel', chooseKernel(), 10_000],
] as const
for (const [name, plan, kinds] of LARGE)
  for (const [where, kernel, count] of KERNELS) {
    t.test(`thousands of changes of one large schedule, ${name}, ${where}`, async (t) => {
      const graph = buildGraph(columnsFromPlan(plan))
      const live = new LiveSchedule(graph, kernel)
      const wanted = caseCount(count)
      let partial = 0
      let state = 1
      const draw = (): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
        return state >>> 8
      }
      for (let at = 0; at < wanted; at++) {
        const what = kinds[draw() % (at % 40 === 0 ? kinds.length : 5)] ?? 'duration'
        const edit = editOf(graph, { what, pick: draw(), value: draw() })
        if (edit === null) continue
        if (!live.change(edit).wasFull) partial++
        // Comparing costs far more than changing; an error stays until it is seen.
        if (at % 50 !== 0) continue
        const expected = textOf(runCpm(buildGraph(copyOf(graph.columns)), tsKernel))
        if (textOf(live.result()) !== expected) t.fail(`differs after ${at}: ${JSON.stringify(edit)}`)
      }
      t.equal(layoutOf(graph)?.workdays === null, name.endsWith('in dates'), 'in working days to the end')
      t.ok(partial > wanted / 2, `${partial} of ${wanted} without a full pass`)
      t.ok(partial < wanted, 'some reach too many')
    })
  }

t.test('a change the engine refuses leaves the schedule as it was', async (t) => {
  const graph = buildGraph(columnsFromPlan(buildPlan([task('A', 3), task('B', 4)], [link('A FS B')])))
  const live = new LiveSchedule(graph)
  const before = textOf(live.result())
  const refused: ScheduleEdit[] = [
    { task: 0, durationDays: -1 },
    { task: 0, durationDays: 40_000 },
    { task: 1, plannedStartDay: graph.columns.projectStartDay + 366_001 },
    { task: 1, percentComplete: Number.NaN },
    { task: 1, constraint: { type: CONSTRAINT.MSO, day: NO_DAY, deadlineDay: NO_DAY } },
    { task: 1, constraint: { type: 9, day: NO_DAY, deadlineDay: NO_DAY } },
    { link: 0, type: 7 },
    { link: 0, lagDays: 0.5 },
  ]
  for (const edit of refused) {
    t.throws(() => live.change(edit), PlanRefusal, JSON.stringify(edit))
    t.equal(textOf(live.result()), before)
  }
})

t.test('a finish past the tables widens them', async (t) => {
  const graph = buildGraph(columnsFromPlan(buildPlan([task('A', 3), task('B', 4)], [link('A FS B')])))
  const live = new LiveSchedule(graph)
  t.ok(live.change({ task: 0, durationDays: 30_000 }).wasFull)
  t.equal(textOf(live.result()), textOf(runCpm(buildGraph(copyOf(graph.columns)), tsKernel)))
})

t.test('a summary cannot be changed, nor a link of one', async (t) => {
  const tasks = [task('S', 0), task('A', 3, { parent: 'S' }), task('B', 1)]
  const live = new LiveSchedule(buildGraph(columnsFromPlan(buildPlan(tasks, [link('S FS B')]))))
  t.throws(() => live.change({ task: 0, durationDays: 2 }), PlanRefusal)
  t.throws(() => live.change({ link: 0, lagDays: 2 }), PlanRefusal)
})
