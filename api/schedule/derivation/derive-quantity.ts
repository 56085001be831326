import { LINK_TYPE, NO_DAY } from '../../../compute/model/schedule-columns.ts'
import {
  anchor,
  type Contribution,
  isToStart,
  predecessorBounds,
  recordedAnchors,
  startAnchors,
  successorBounds,
} from './contributions.ts'
import type { Quantity } from './derivation.schema.ts'
import { type DerivedTask, leavesBelow } from './derived-task.ts'

/** A value with everything that had a say in it; exactly one of them decided. */
export interface Derivation {
  /** A day number, or working days for the floats. */
  readonly value: number
  readonly contributions: readonly Contribution[]
  readonly binding: Contribution
}

/** Recomputes the candidates of one value of a leaf from the finished result and finds the one that set it. */
export function deriveQuantity(derived: DerivedTask, quantity: Quantity): Derivation {
  if (derived.hierarchy.isSummary[derived.task] === 1) return deriveRollUp(derived, quantity)
  const rule = RULES[quantity]
  return rule(derived)
}

const RULES: Record<Quantity, (derived: DerivedTask) => Derivation> = {
  early_start: deriveEarlyStart,
  early_finish: deriveEarlyFinish,
  late_start: deriveLateStart,
  late_finish: deriveLateFinish,
  total_float: deriveTotalFloat,
  free_float: deriveFreeFloat,
  scheduled_start: deriveScheduledStart,
}

/** The first link that sets the value, else the first anchor, else the fallback. */
function decide(value: number, contributions: Contribution[], fallback: Contribution | undefined): Derivation {
  const setting = contributions.filter((each) => each.imposedDay === value)
  const binding = setting.find((each) => each.link !== -1) ?? setting[0] ?? fallback ?? contributions[0]
  if (!binding) throw new Error('a derived value without any contribution')
  return { value, contributions, binding }
}

function linkTypeOf({ columns }: DerivedTask, bound: Contribution): number {
  return columns.linkType[bound.link] as number
}

function deriveEarlyStart(derived: DerivedTask): Derivation {
  const value = derived.result.earlyStartDay[derived.task] as number
  if (derived.state === 'pinned') return derivePinned(derived, value, 'actual_start')
  const links = predecessorBounds(derived)
  const contributions = [...links.filter((bound) => isToStart(linkTypeOf(derived, bound))), ...startAnchors(derived)]
  if (contributions.some((bound) => bound.imposedDay >= value)) return decide(value, contributions, undefined)
  // A finish bound moved the start: the latest of them is where it came from.
  const finishBounds = links.filter((bound) => !isToStart(linkTypeOf(derived, bound)))
  const latest = finishBounds.reduce(
    (best, bound) => (bound.imposedDay > best.imposedDay ? bound : best),
    finishBounds[0] as Contribution,
  )
  const pullback = { ...latest, kind: 'early_finish_pullback', imposedDay: value, rawDay: value, slackDays: 0 }
  return decide(value, [pullback, ...contributions], pullback)
}

function deriveEarlyFinish(derived: DerivedTask): Derivation {
  const { result, table, calendar, task } = derived
  const value = result.earlyFinishDay[task] as number
  if (derived.state === 'pinned') return derivePinned(derived, value, 'actual_finish')
  const links = predecessorBounds(derived).filter((bound) => !isToStart(linkTypeOf(derived, bound)))
  const laidOut = anchor(
    'duration_from_early_start',
    table.finishDay(calendar, result.earlyStartDay[task] as number, derived.layoutDays),
  )
  return decide(value, [...links, laidOut], laidOut)
}

function deriveLateFinish(derived: DerivedTask): Derivation {
  const { result, table, calendar, task } = derived
  const value = result.lateFinishDay[task] as number
  if (derived.state !== 'open') return deriveComplete(derived, value, 'actual_finish', 'duration_from_early_start')
  const links = successorBounds(derived, 'late').filter((bound) => isFromFinish(linkTypeOf(derived, bound)))
  const finish = table.previousDay(calendar, result.projectFinishDay)
  const contributions = [
    ...links,
    anchor('project_finish', finish, table.countDays(calendar, value, finish), result.projectFinishDay),
  ]
  if (contributions.some((bound) => bound.imposedDay <= value)) return decide(value, contributions, undefined)
  const laidOut = anchor('duration_from_late_start', value)
  return decide(value, [...contributions, laidOut], laidOut)
}

function deriveLateStart(derived: DerivedTask): Derivation {
  const { result, table, calendar, task } = derived
  const value = result.lateStartDay[task] as number
  if (derived.state !== 'open') return deriveComplete(derived, value, 'actual_start', 'early_start')
  const links = successorBounds(derived, 'late').filter((bound) => !isFromFinish(linkTypeOf(derived, bound)))
  const finish = result.lateFinishDay[task] as number
  const laidOut = anchor('duration_from_late_finish', table.startDay(calendar, finish, derived.layoutDays))
  return decide(value, [...links, laidOut], laidOut)
}

function isFromFinish(type: number): boolean {
  return type === LINK_TYPE.FS || type === LINK_TYPE.FF
}

function deriveTotalFloat({ result, task }: DerivedTask): Derivation {
  const value = result.totalFloatDays[task] as number
  const binding = anchor('early_start', result.earlyStartDay[task] as number, value)
  return { value, binding, contributions: [binding, anchor('late_start', result.lateStartDay[task] as number)] }
}

function deriveFreeFloat(derived: DerivedTask): Derivation {
  const { result, task } = derived
  const value = result.freeFloatDays[task] as number
  const total = anchor('total_float', result.lateStartDay[task] as number, result.totalFloatDays[task] as number)
  const links = derived.state === 'open' ? successorBounds(derived, 'early') : []
  links.sort((left, right) => left.slackDays - right.slackDays)
  const binding = links[0]?.slackDays === value ? links[0] : total
  return { value, binding, contributions: [...links, total] }
}

function deriveScheduledStart(derived: DerivedTask): Derivation {
  const { columns, result, task, state } = derived
  const value = result.scheduledStartDay[task] as number
  const earlyStart = anchor('early_start', result.earlyStartDay[task] as number)
  if (state !== 'open' || !((columns.percentComplete[task] as number) > 0)) {
    return { value, binding: earlyStart, contributions: [earlyStart] }
  }
  const isRecorded = columns.actualStartDay[task] !== NO_DAY
  const binding = anchor(isRecorded ? 'actual_start' : 'full_duration_backoff', value)
  const other = isRecorded ? earlyStart : anchor('early_finish', result.earlyFinishDay[task] as number)
  return { value, binding, contributions: [binding, other] }
}

/** Recorded dates stand; where one is missing, the duration reaches it from the other. */
function derivePinned(derived: DerivedTask, value: number, preferred: 'actual_start' | 'actual_finish'): Derivation {
  const recorded = recordedAnchors(derived)
  const known = recorded.find((each) => each.kind === preferred)
  if (known) return { value, contributions: recorded, binding: known }
  const binding = anchor(preferred === 'actual_start' ? 'full_duration_backoff' : 'duration_from_early_start', value)
  return { value, contributions: [binding, ...recorded], binding }
}

/** The late dates of a complete task are its early ones. */
function deriveComplete(
  derived: DerivedTask,
  value: number,
  preferred: 'actual_start' | 'actual_finish',
  fallback: string,
): Derivation {
  if (derived.state === 'pinned') return derivePinned(derived, value, preferred)
  const [projectStart] = startAnchors(derived)
  const binding = anchor(fallback, value)
  return { value, binding, contributions: projectStart ? [binding, projectStart] : [binding] }
}

/** A phase takes each value from one of its tasks; its free float is always 0. */
function deriveRollUp(derived: DerivedTask, quantity: Quantity): Derivation {
  const column = COLUMN_OF[quantity]
  const values = derived.result[column]
  const value = values[derived.task] as number
  const source = leavesBelow(derived, derived.task).find((leaf) => values[leaf] === value) ?? -1
  const isDate = column !== 'totalFloatDays' && column !== 'freeFloatDays'
  const imposedDay = isDate ? value : (derived.result.earlyStartDay[derived.task] as number)
  const binding = { ...anchor('phase_rollup', imposedDay, isDate ? 0 : value), source }
  return { value, binding, contributions: [binding] }
}

const COLUMN_OF = {
  early_start: 'earlyStartDay',
  early_finish: 'earlyFinishDay',
  late_start: 'lateStartDay',
  late_finish: 'lateFinishDay',
  total_float: 'totalFloatDays',
  free_float: 'freeFloatDays',
  scheduled_start: 'scheduledStartDay',
} as const
