// Dates that a constraint sets whatever else asks for: those of pins, and of what stands as late as possible.

import { constraintOf } from '../model/constraint-columns.ts'
import { type PinKind, standsLate } from './constraint-anchors.ts'
import { anchor, type Contribution, type Decision } from './contribution.ts'
import type { ScheduleFacts } from './schedule-facts.ts'

/** A date on which a pin stands; the other candidates are told beside it. */
export function explainPinned(
  { columns }: ScheduleFacts,
  task: number,
  value: number,
  pin: PinKind,
  others: Contribution[],
): Decision {
  const binding = anchor(pin, value, 0, constraintOf(columns, task).day)
  return { binding, contributions: [binding, ...others] }
}

/** A pin sets the early start, unless a later one was recorded. */
export function explainPinnedStart(
  facts: ScheduleFacts,
  task: number,
  value: number,
  pin: PinKind,
  others: Contribution[],
): Decision {
  const recorded = others.find((each) => each.kind === 'actual_start' && each.imposedDay === value)
  const isLater = facts.result.earlyFinishDay[task] !== facts.result.lateFinishDay[task]
  if (recorded !== undefined && isLater) return { binding: recorded, contributions: others }
  return explainPinned(facts, task, value, pin, others)
}

/** The early start of a task that has moved as late as possible; null where a finish bound says enough. */
export function explainLateStanding(
  facts: ScheduleFacts,
  task: number,
  value: number,
  finishBounds: Contribution[],
  others: Contribution[],
): Decision | null {
  if (!standsLate(facts, task)) return null
  const finish = facts.result.earlyFinishDay[task]
  if (finishBounds.some((bound) => bound.imposedDay >= finish)) return null
  const binding = anchor('constraint_alap', value)
  return { binding, contributions: [binding, ...others] }
}
