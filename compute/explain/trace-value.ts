// The whole story of a date, step by step: from the value asked about to the anchor it all hangs on, which for early
// dates is a floor (the project start, the data date, a constraint, a recorded date) and for late dates the finish.

import { isFromFinish, isToStart } from '../model/milestone-moments.ts'
import type { Contribution } from './contribution.ts'
import { explainTask } from './explain-task.ts'
import { askOf } from './link-bounds.ts'
import { isFloat, type Quantity } from './quantity.ts'
import type { ScheduleFacts } from './schedule-facts.ts'

export interface TraceStep {
  task: number
  quantity: Quantity
  day: number
  /** What set the day; the source of a link, or the same task's other date, is the next step. */
  binding: Contribution
}

/** The steps from a date to its anchor, which is the binding contribution of the last one. */
export function traceValue(facts: ScheduleFacts, task: number, quantity: Quantity): TraceStep[] {
  if (isFloat(quantity)) throw new RangeError(`${quantity} is no date and has no chain`)
  const steps: TraceStep[] = []
  for (let at: Place | null = { task, quantity }; at !== null; ) {
    const { value, binding }: { value: number; binding: Contribution } = explainTask(facts, at.task, at.quantity)
    steps.push({ task: at.task, quantity: at.quantity, day: value, binding })
    at = nextPlace(facts, at, binding)
  }
  return steps
}

interface Place {
  task: number
  quantity: Quantity
}

function nextPlace(facts: ScheduleFacts, { task, quantity }: Place, binding: Contribution): Place | null {
  const { source, link, kind } = binding
  if (link !== -1) {
    const isBackward = quantity === 'late_start' || quantity === 'late_finish'
    const [from, to] = isBackward ? [task, source] : [source, task]
    const { type } = askOf(facts, link, from, to)
    if (isBackward) return { task: source, quantity: isToStart(type) ? 'late_start' : 'late_finish' }
    return { task: source, quantity: isFromFinish(type) ? 'early_finish' : 'early_start' }
  }
  if (kind === 'phase_rollup') return { task: source, quantity }
  const other = OTHER_DATE[kind]
  return other === undefined ? null : { task, quantity: other }
}

const OTHER_DATE: Partial<Record<Contribution['kind'], Quantity>> = {
  duration_from_early_start: 'early_start',
  early_start: 'early_start',
  early_finish: 'early_finish',
  duration_from_late_start: 'late_start',
  duration_from_late_finish: 'late_finish',
  full_duration_backoff: 'early_finish',
}
