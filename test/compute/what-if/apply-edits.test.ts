import fc from 'fast-check'
import t from 'tap'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { compareSchedules, sameTasks } from '../../../compute/diff/compare-schedules.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { CONSTRAINT } from '../../../compute/model/constraint-columns.ts'
import { PlanRefusal } from '../../../compute/model/refusal.ts'
import { LAG_UNIT, LINK_TYPE, NO_DAY, type ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { applyEdits } from '../../../compute/what-if/apply-edits.ts'
import type { PlanEdit } from '../../../compute/what-if/plan-edit.ts'
import { buildPlan, link, task } from '../build-plan.ts'
import { datedPlan } from '../explain/dated-plan.ts'
import { caseCount, FULL_SHAPE } from '../reference/random-plan.ts'
import { referenceSchedule } from '../reference/reference-schedule.ts'
import { dateText, dayNumber } from '../reference/slow-calendar.ts'

const PLAN = buildPlan(
  [task('A', 5), task('B', 3), task('C', 4), task('D', 2)],
  [link('A FS B'), link('B FS D'), link('C FS D')],
)
const [A, B, C, D] = [0, 1, 2, 3]

/** The plan with and without the edits, and what they move. */
function whatIf(columns: ScheduleColumns, edits: readonly PlanEdit[]) {
  const { columns: edited, linkBefore } = applyEdits(columns, edits)
  const before = { columns, result: runCpm(buildGraph(columns)) }
  const after = { columns: edited, result: runCpm(buildGraph(edited)) }
  return { before, after, difference: compareSchedules(before, after, sameTasks(columns.taskCount)), linkBefore }
}

/** Every byte of columns, to see that nothing was written. */
function bytesOf(columns: ScheduleColumns): string {
  return JSON.stringify(
    Object.values(columns).map((value) => (ArrayBuffer.isView(value) ? [...(value as Int32Array)] : value)),
  )
}

function refusalOf(edits: PlanEdit[]): string {
  try {
    whatIf(columnsFromPlan(PLAN), edits)
  } catch (error) {
    if (error instanceof PlanRefusal) return `${error.code}: ${error.detail}`
    throw error
  }
  return 'computed'
}

t.test('a longer side branch takes the finish over', async (t) => {
  const columns = columnsFromPlan(PLAN)
  const untouched = bytesOf(columns)
  const { before, after, difference } = whatIf(columns, [{ kind: 'duration', task: C, days: 10 }])
  // Before: A 5..9, B 12..14, D 15..16. After: C 5..16, D 19..20.
  t.equal(before.result.projectFinishDay, parseCivilDay('2026-01-16'))
  t.equal(after.result.projectFinishDay, parseCivilDay('2026-01-20'))
  t.match(difference, { finishDays: 4, startDays: 0, leftCriticalPath: [A, B], joinedCriticalPath: [C] })
  t.strictSame(
    difference.moved.map(({ before: index, startDays, finishDays, floatDays }) => [
      index,
      startDays,
      finishDays,
      floatDays,
    ]),
    [
      [C, 0, 8, -4],
      [D, 4, 4, 0],
      [A, 0, 0, 2],
      [B, 0, 0, 2],
    ],
  )
  t.equal(bytesOf(columns), untouched)
})

t.test('links are added, changed and removed in one go', async (t) => {
  const edits: PlanEdit[] = [
    { kind: 'remove_link', link: 0 },
    { kind: 'change_link', link: 2, lagDays: 3 },
    { kind: 'add_link', predecessor: D, successor: B, type: LINK_TYPE.SS, lagDays: 1, lagUnit: LAG_UNIT.working },
    { kind: 'remove_link', link: 1 },
  ]
  const { after, linkBefore } = whatIf(columnsFromPlan(PLAN), edits)
  // C 5..8, three days later D 14..15, and B starts a day after D: 15..19.
  t.strictSame([...linkBefore], [2, -1])
  t.strictSame([...after.result.earlyStartDay].map(dateText), ['2026-01-05', '2026-01-15', '2026-01-05', '2026-01-14'])
  t.equal(after.result.projectFinishDay, dayNumber('2026-01-19'))
})

t.test('edits without sense are refused, and so is the plan they make', async (t) => {
  t.match(refusalOf([{ kind: 'duration', task: 4, days: 1 }]), /names a task that does not exist/)
  t.match(refusalOf([{ kind: 'remove_link', link: 3 }]), /removes a dependency that does not exist/)
  t.match(
    refusalOf([
      { kind: 'remove_link', link: 0 },
      { kind: 'remove_link', link: 0 },
    ]),
    /does not exist/,
  )
  t.match(
    refusalOf([
      { kind: 'change_link', link: 0, lagDays: 1 },
      { kind: 'remove_link', link: 0 },
    ]),
    /does not exist or is removed/,
  )
  t.match(refusalOf([{ kind: 'duration', task: A, days: -1 }]), /invalid_graph_input.*"A"/)
  const cycle = { kind: 'add_link', predecessor: D, successor: A, type: LINK_TYPE.FS, lagDays: 0, lagUnit: 0 } as const
  t.match(refusalOf([cycle]), /^cyclic_dependency/)
})

t.test('the shift of one task moves its estimates with it, none below zero', async (t) => {
  const estimates = { optimistic_duration: 2, most_likely_duration: 5, pessimistic_duration: 9 }
  const columns = columnsFromPlan(buildPlan([task('A', 5, estimates), task('B', 5)]))
  const shifted = applyEdits(columns, [
    { kind: 'shift_duration', task: 0, days: -3 },
    { kind: 'shift_duration', task: 1, days: 2 },
  ]).columns
  t.strictSame([...shifted.durationDays], [2, 7])
  t.strictSame([...shifted.optimisticDays], [0, -1])
  t.strictSame([...shifted.mostLikelyDays], [2, -1])
  t.strictSame([...shifted.pessimisticDays], [6, -1])
})

t.test('edited columns compute like the plan document with the same edits', async (t) => {
  const amounts = fc.record({
    task: fc.nat(),
    days: fc.integer({ min: 0, max: 15 }),
    planned: fc.option(fc.integer({ min: 0, max: 40 }), { nil: null }),
    percent: fc.constantFrom(0, 30, 100),
    link: fc.nat(),
    lag: fc.integer({ min: -5, max: 8 }),
  })
  fc.assert(
    fc.property(
      datedPlan({ ...FULL_SHAPE, withSummaries: false, withConstraints: true }),
      amounts,
      (plan: Plan, change) => {
        const at = change.task % plan.tasks.length
        const links = plan.dependencies ?? []
        const linkAt = links.length === 0 ? -1 : change.link % links.length
        const planned = change.planned === null ? null : dateText(dayNumber(plan.start_date) + change.planned)
        const edits: PlanEdit[] = [
          { kind: 'duration', task: at, days: change.days },
          { kind: 'planned_start', task: at, day: planned === null ? NO_DAY : dayNumber(planned) },
          { kind: 'percent', task: at, percent: change.percent },
          { kind: 'constraint', task: at, type: CONSTRAINT.FNET, day: dayNumber(plan.start_date) + change.days },
          { kind: 'deadline', task: at, day: dayNumber(plan.start_date) },
          ...(linkAt === -1 ? [] : [{ kind: 'change_link', link: linkAt, lagDays: change.lag } as const]),
        ]
        const edited: Plan = {
          ...plan,
          tasks: plan.tasks.map((each, index) =>
            index === at
              ? {
                  ...each,
                  duration: change.days,
                  planned_start: planned,
                  percent_complete: change.percent,
                  constraint_type: 'FNET',
                  constraint_date: dateText(dayNumber(plan.start_date) + change.days),
                  deadline: plan.start_date,
                }
              : each,
          ),
          dependencies: links.map((each, index) => (index === linkAt ? { ...each, lag: change.lag } : each)),
        }
        const { after } = whatIf(columnsFromPlan(plan), edits)
        const expected = referenceSchedule(edited).tasks.map((row) => [
          row.early_start,
          row.late_finish,
          row.total_float,
        ])
        const found = plan.tasks.map((_, index) => [
          dateText(after.result.earlyStartDay[index] as number),
          dateText(after.result.lateFinishDay[index] as number),
          after.result.totalFloatDays[index],
        ])
        if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(JSON.stringify({ plan, edits }))
      },
    ),
    { numRuns: caseCount(300), seed: 9 },
  )
  t.pass()
})
