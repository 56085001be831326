import fc from 'fast-check'
import type { Plan, PlanTask } from '../../../compute/plan/plan-document.ts'
import { type PlanShape, randomPlan } from '../reference/random-plan.ts'
import { dateText, dayNumber } from '../reference/slow-calendar.ts'

interface Dates {
  planned: number | null
  length: number | null
}

/** Random plans in which about half the tasks have a planned start, and half the complete ones a recorded finish. */
export function datedPlan(shape: PlanShape): fc.Arbitrary<Plan> {
  const dates = fc.record({
    planned: fc.option(fc.integer({ min: -5, max: 40 }), { nil: null, freq: 2 }),
    length: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null, freq: 2 }),
  })
  return randomPlan(shape).chain((plan) =>
    fc
      .array(dates, { minLength: plan.tasks.length, maxLength: plan.tasks.length })
      .map((all) => ({ ...plan, tasks: plan.tasks.map((task, at) => addDates(plan, task, all[at] as Dates)) })),
  )
}

function addDates(plan: Plan, task: PlanTask, { planned, length }: Dates): PlanTask {
  const start = dayNumber(plan.start_date)
  const isFinished = length !== null && (task.percent_complete ?? 0) >= 100
  const begun = task.actual_start == null ? start + 3 : dayNumber(task.actual_start)
  return {
    ...task,
    planned_start: planned === null ? null : dateText(start + planned),
    actual_finish: isFinished ? dateText(begun + length) : null,
  }
}
