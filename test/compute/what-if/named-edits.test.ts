import fc from 'fast-check'
import t from 'tap'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { PlanRefusal } from '../../../compute/model/refusal.ts'
import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { uuidTexts } from '../../../compute/questions/row-texts.ts'
import { applyNamedEdits, type NamedEdit } from '../../../compute/what-if/named-edits.ts'
import { datedPlan } from '../explain/dated-plan.ts'
import { caseCount, FULL_SHAPE } from '../reference/random-plan.ts'
import { dateText, dayNumber } from '../reference/slow-calendar.ts'

/** Early and late dates by id, or why there are none. */
function datesOf(columns: ScheduleColumns): unknown {
  try {
    const result = runCpm(buildGraph(columns))
    const rows = (columns.ids as string[]).map((id, task) => [
      id,
      result.earlyStartDay[task],
      result.earlyFinishDay[task],
      result.lateStartDay[task],
      result.totalFloatDays[task],
    ])
    return rows.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1))
  } catch (error) {
    if (error instanceof PlanRefusal) return error.code
    throw error
  }
}

t.test('edits by id give what the edited document gives, and leave the columns alone', async (t) => {
  const change = fc.record({
    task: fc.nat(),
    gone: fc.nat(),
    days: fc.integer({ min: 0, max: 15 }),
    planned: fc.option(fc.integer({ min: 0, max: 40 }), { nil: null }),
    percent: fc.constantFrom(0, 30),
    lag: fc.integer({ min: -5, max: 8 }),
  })
  fc.assert(
    fc.property(
      datedPlan({ ...FULL_SHAPE, withSummaries: false, withConstraints: true }),
      change,
      (plan: Plan, { task, gone, days, planned, percent, lag }) => {
        const subject = plan.tasks[task % plan.tasks.length]?.id as string
        const removed = plan.tasks[gone % plan.tasks.length]?.id as string
        const date = planned === null ? null : dateText(dayNumber(plan.start_date) + planned)
        const edits: NamedEdit[] = [
          { op: 'set_duration', task: subject, duration: days },
          { op: 'set_planned_start', task: subject, date },
          { op: 'set_progress', task: subject, percent_complete: percent },
          { op: 'add_task', id: 'zz', duration: days, planned_start: date },
          { op: 'add_link', predecessor: subject, successor: 'zz', dep_type: 'SS', lag },
          { op: 'set_deadline', task: 'zz', date: plan.start_date },
          ...(removed === subject ? [] : [{ op: 'remove_task', task: removed } as const]),
        ]
        const isKept = (id: string) => removed === subject || id !== removed
        const edited: Plan = {
          ...plan,
          tasks: [
            ...plan.tasks
              .map((each) =>
                each.id === subject
                  ? { ...each, duration: days, planned_start: date, percent_complete: percent }
                  : each,
              )
              .filter(({ id }) => isKept(id)),
            { id: 'zz', duration: days, planned_start: date, deadline: plan.start_date },
          ],
          dependencies: [
            ...(plan.dependencies ?? []).filter((each) => isKept(each.predecessor) && isKept(each.successor)),
            { predecessor: subject, successor: 'zz', dep_type: 'SS', lag },
          ],
        }
        const columns = columnsFromPlan(plan)
        const before = datesOf(columns)
        const found = datesOf(applyNamedEdits(columns, edits, new Uint8Array(plan.tasks.length)))
        const isSame = JSON.stringify(found) === JSON.stringify(datesOf(columnsFromPlan(edited)))
        const isUntouched = JSON.stringify(datesOf(columns)) === JSON.stringify(before)
        if (!isSame || !isUntouched) throw new Error(JSON.stringify({ plan, edits }))
      },
    ),
    { numRuns: caseCount(300), seed: 12 },
  )
  t.pass()
})

t.test('ids of four words are read in the order of their bytes', async (t) => {
  const id = '0198c0de-0000-7000-8000-00000000abcd'
  const bytes = Buffer.from(`${id}${'ff'.repeat(16)}`.replaceAll('-', ''), 'hex')
  t.same(uuidTexts(new Int32Array(new Uint8Array(bytes).buffer)), [id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'])
})
