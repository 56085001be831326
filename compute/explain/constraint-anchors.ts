// What constraints and deadlines ask of a leaf, as candidates for its dates. Those of the summaries around it that hold
// what is inside count as its own.

import { hasBegun } from '../cpm/constraints/place-constraints.ts'
import { CONSTRAINT, constraintOf } from '../model/constraint-columns.ts'
import { NO_DAY } from '../model/schedule-columns.ts'
import { anchor, type ConstraintKind, type Contribution } from './contribution.ts'
import { type ScheduleFacts, stateOf } from './schedule-facts.ts'

/** The earliest starts. */
export function startFloors(facts: ScheduleFacts, task: number): Contribution[] {
  if (stateOf(facts, task) === 'pinned') return []
  const { result } = facts
  return around(facts, task).flatMap(({ type, day }) =>
    type === CONSTRAINT.SNET ? [floor(facts, task, 'constraint_snet', day, result.earlyStartDay[task])] : [],
  )
}

/** The earliest finish. */
export function finishFloors(facts: ScheduleFacts, task: number): Contribution[] {
  const { type, day } = constraintOf(facts.columns, task)
  if (type !== CONSTRAINT.FNET || stateOf(facts, task) !== 'open') return []
  return [floor(facts, task, 'constraint_fnet', day, facts.result.earlyFinishDay[task])]
}

/** The latest start. */
export function startCaps(facts: ScheduleFacts, task: number): Contribution[] {
  const { type, day } = constraintOf(facts.columns, task)
  if (type !== CONSTRAINT.SNLT || stateOf(facts, task) !== 'open' || hasBegun(facts.columns, task)) return []
  return [cap(facts, task, 'constraint_snlt', day, facts.result.lateStartDay[task])]
}

/** The latest finishes. */
export function finishCaps(facts: ScheduleFacts, task: number): Contribution[] {
  if (stateOf(facts, task) !== 'open') return []
  const value = facts.result.lateFinishDay[task]
  return around(facts, task).flatMap(({ type, day, deadlineDay }) => [
    ...(type === CONSTRAINT.FNLT ? [cap(facts, task, 'constraint_fnlt', day, value)] : []),
    ...(deadlineDay === NO_DAY ? [] : [cap(facts, task, 'deadline', deadlineDay, value)]),
  ])
}

export type PinKind = 'constraint_mso' | 'constraint_mfo' | 'constraint_manual'

/** The kind of pin that an unfinished leaf stands on; null for none. */
export function pinOf(facts: ScheduleFacts, task: number): PinKind | null {
  const { columns } = facts
  const { type } = constraintOf(columns, task)
  if (stateOf(facts, task) !== 'open') return null
  if (type === CONSTRAINT.MFO) return 'constraint_mfo'
  if (hasBegun(columns, task)) return null
  if (type === CONSTRAINT.MANUAL) return 'constraint_manual'
  return type === CONSTRAINT.MSO ? 'constraint_mso' : null
}

/** The pin that holds the late dates as well; what is placed by hand has those of any task. */
export function latePinOf(facts: ScheduleFacts, task: number): PinKind | null {
  const pin = pinOf(facts, task)
  return pin === 'constraint_manual' ? null : pin
}

/** Whether an unfinished leaf stands as late as possible. */
export function standsLate({ columns }: ScheduleFacts, task: number): boolean {
  return constraintOf(columns, task).type === CONSTRAINT.ALAP && !hasBegun(columns, task)
}

function around({ columns }: ScheduleFacts, task: number) {
  const held: ReturnType<typeof constraintOf>[] = []
  for (let at = task; at !== -1; at = columns.parentIndex[at]) held.push(constraintOf(columns, at))
  return held
}

function floor(
  { columns, table }: ScheduleFacts,
  task: number,
  kind: ConstraintKind,
  rawDay: number,
  value: number,
): Contribution {
  const calendar = columns.calendarIndex[task]
  const imposedDay = table.nextDay(calendar, rawDay)
  return anchor(kind, imposedDay, table.countDays(calendar, imposedDay, value), rawDay)
}

function cap(
  { columns, table }: ScheduleFacts,
  task: number,
  kind: ConstraintKind,
  rawDay: number,
  value: number,
): Contribution {
  const calendar = columns.calendarIndex[task]
  const imposedDay = table.previousDay(calendar, rawDay)
  return anchor(kind, imposedDay, table.countDays(calendar, value, imposedDay), rawDay)
}
