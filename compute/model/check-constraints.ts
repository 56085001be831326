// What a constraint must be before anything is computed with it.

import { CONSTRAINT_NAMES } from '../plan/constraint-names.ts'
import { CONSTRAINT, takesDay } from './constraint-columns.ts'
import { MAX_SPAN_DAYS } from './limits.ts'
import { refuse } from './refusal.ts'
import { type ConstraintColumns, NO_DAY, type ScheduleColumns } from './schedule-columns.ts'

/** A summary has no work of its own to place: it holds what is inside it from below, or asks it to be done by a day. */
export const OF_SUMMARIES: readonly number[] = [CONSTRAINT.ASAP, CONSTRAINT.SNET, CONSTRAINT.FNLT]

/** Refuses a kind without its date, a date without a kind, a kind no summary can have, and days out of reach. */
export function checkConstraints(columns: ScheduleColumns, isSummary: Uint8Array): void {
  const { constraints, taskCount } = columns
  if (constraints === null) return
  for (let task = 0; task < taskCount; task++) checkConstraint(columns, constraints, task, isSummary[task] === 1)
}

/** The same of one task. */
export function checkConstraint(
  columns: ScheduleColumns,
  constraints: ConstraintColumns,
  task: number,
  isSummary: boolean,
): void {
  checkKind(constraints, task, isSummary)
  checkReach(columns, task, 'constraint date', constraints.day[task])
  checkReach(columns, task, 'deadline', constraints.deadlineDay[task])
}

function checkKind({ type, day }: ConstraintColumns, task: number, isSummary: boolean): void {
  const kind = type[task]
  if (kind >= CONSTRAINT_NAMES.length) refuse(`Task {task:${task}} has the unknown constraint ${kind}.`, [task])
  const name = CONSTRAINT_NAMES[kind]
  if (takesDay(kind) && day[task] === NO_DAY)
    refuse(`Task {task:${task}} has the constraint ${name} without a constraint date.`, [task])
  if (!takesDay(kind) && day[task] !== NO_DAY)
    refuse(`Task {task:${task}} has a constraint date, which ${name} does not take.`, [task])
  if (isSummary && !OF_SUMMARIES.includes(kind))
    refuse(`Task {task:${task}} is a summary, which can be held to SNET or FNLT only, not to ${name}.`, [task])
}

function checkReach({ projectStartDay }: ScheduleColumns, task: number, what: string, day: number): void {
  if (day === NO_DAY) return
  const offset = Math.abs(day - projectStartDay)
  if (offset > MAX_SPAN_DAYS)
    refuse(`Task {task:${task}} has a ${what} ${offset} days from the project start; ${MAX_SPAN_DAYS} is the most.`, [
      task,
    ])
}

/** Days from the project start to the furthest constraint after it. */
export function furthestConstraintDays({ constraints, projectStartDay, taskCount }: ScheduleColumns): number {
  let furthest = 0
  if (constraints === null) return furthest
  for (let task = 0; task < taskCount; task++) {
    // NO_DAY lies before every day.
    furthest = Math.max(furthest, constraints.day[task] - projectStartDay)
  }
  return furthest
}

/** The earliest day any constraint names; the given one where that is earlier. */
export function earliestConstraintDay({ constraints, taskCount }: ScheduleColumns, day: number): number {
  let earliest = day
  if (constraints === null) return earliest
  for (let task = 0; task < taskCount; task++) {
    for (const own of [constraints.day[task], constraints.deadlineDay[task]]) {
      if (own !== NO_DAY && own < earliest) earliest = own
    }
  }
  return earliest
}
