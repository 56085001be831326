// Why a value of a task is what it is: every candidate of the rules, recomputed from the finished result, and the one
// that set the value. Only links incident to the task or to a summary around it are looked at.

import { isFromFinish } from '../model/milestone-moments.ts'
import { NO_DAY } from '../model/schedule-columns.ts'
import { finishCaps, finishFloors, latePinOf, pinOf, startCaps } from './constraint-anchors.ts'
import { anchor, type Contribution, type Decision } from './contribution.ts'
import { explainLateStanding, explainPinned, explainPinnedStart } from './explain-constrained.ts'
import { explainSummary } from './explain-summary.ts'
import { askOf, predecessorBounds, successorBounds } from './link-bounds.ts'
import { columnOf, type Quantity } from './quantity.ts'
import { layoutDays, type ScheduleFacts, stateOf } from './schedule-facts.ts'
import { startAnchors } from './start-anchors.ts'

export interface Explanation {
  task: number
  quantity: Quantity
  /** A day number, or working days for the floats. */
  value: number
  /** One of the contributions; its imposed day, or its slack for a float, is the value. */
  binding: Contribution
  contributions: Contribution[]
}

/** Explains one value of a scheduled task. On a tie a link beats an anchor, and of links that of the least source. */
export function explainTask(facts: ScheduleFacts, task: number, quantity: Quantity): Explanation {
  const value = columnOf(facts.result, quantity)[task]
  const isSummary = facts.hierarchy.isSummary[task] === 1
  const { binding, contributions } = isSummary
    ? explainSummary(facts, task, quantity)
    : RULES[quantity](facts, task, value)
  return { task, quantity, value, binding, contributions }
}

const RULES: Record<Quantity, (facts: ScheduleFacts, task: number, value: number) => Decision> = {
  early_start: explainEarlyStart,
  early_finish: explainEarlyFinish,
  late_start: explainLateStart,
  late_finish: explainLateFinish,
  total_float: explainTotalFloat,
  free_float: explainFreeFloat,
  scheduled_start: explainScheduledStart,
}

function explainEarlyStart(facts: ScheduleFacts, task: number, value: number): Decision {
  if (stateOf(facts, task) === 'pinned') return recorded(facts, task, value, 'actual_start')
  const contributions = [...predecessorBounds(facts, task, 'start'), ...startAnchors(facts, task)]
  const pin = pinOf(facts, task)
  if (pin !== null) return explainPinnedStart(facts, task, value, pin, contributions)
  if (contributions.some((bound) => bound.imposedDay >= value)) return decide(facts, value, contributions)
  // No start bound reaches the value: the latest finish bound pulled the task there as a block, or it stands late.
  const bounds = [...predecessorBounds(facts, task, 'finish'), ...finishFloors(facts, task)]
  const late = explainLateStanding(facts, task, value, bounds, contributions)
  if (late !== null) return late
  const latest = bounds.reduce((best, bound) =>
    bound.imposedDay > best.imposedDay || (bound.imposedDay === best.imposedDay && isAhead(facts, bound, best))
      ? bound
      : best,
  )
  const pullback: Contribution = {
    ...latest,
    kind: latest.link === -1 ? latest.kind : 'early_finish_pullback',
    imposedDay: value,
    rawDay: value - (latest.imposedDay - latest.rawDay),
    slackDays: 0,
  }
  return { binding: pullback, contributions: [pullback, ...contributions] }
}

function explainEarlyFinish(facts: ScheduleFacts, task: number, value: number): Decision {
  const { columns, result, table } = facts
  const state = stateOf(facts, task)
  if (state === 'pinned') return recorded(facts, task, value, 'actual_finish')
  const calendar = columns.calendarIndex[task]
  const finish = table.finishDay(calendar, result.earlyStartDay[task], layoutDays(facts, task))
  if (pinOf(facts, task) === 'constraint_mfo' && value === result.lateFinishDay[task])
    return explainPinned(facts, task, value, 'constraint_mfo', predecessorBounds(facts, task, 'finish'))
  const kind = state === 'done' ? 'early_start' : 'duration_from_early_start'
  const laidOut = anchor(kind, finish, table.countDays(calendar, finish, value))
  const bounds = [...predecessorBounds(facts, task, 'finish'), ...finishFloors(facts, task), laidOut]
  return pinOf(facts, task) === null ? decide(facts, value, bounds) : { binding: laidOut, contributions: bounds }
}

function explainLateFinish(facts: ScheduleFacts, task: number, value: number): Decision {
  const { columns, result, table } = facts
  const state = stateOf(facts, task)
  if (state === 'pinned') return recorded(facts, task, value, 'actual_finish')
  if (state === 'done') return only(anchor('early_finish', value))
  const calendar = columns.calendarIndex[task]
  const finish = table.previousDay(calendar, result.projectFinishDay)
  const contributions = [
    ...linksOut(facts, task, true),
    ...finishCaps(facts, task),
    anchor('project_finish', finish, table.countDays(calendar, value, finish), result.projectFinishDay),
  ]
  const pin = latePinOf(facts, task)
  if (pin === 'constraint_mfo') return explainPinned(facts, task, value, pin, contributions)
  const isReached = pin === null && contributions.some((bound) => bound.imposedDay <= value)
  if (isReached) return decide(facts, value, contributions)
  const laidOut = anchor('duration_from_late_start', value)
  return { binding: laidOut, contributions: [...contributions, laidOut] }
}

function explainLateStart(facts: ScheduleFacts, task: number, value: number): Decision {
  const { columns, result, table } = facts
  const state = stateOf(facts, task)
  if (state === 'pinned') return recorded(facts, task, value, 'actual_start')
  if (state === 'done') return only(anchor('early_start', value))
  const calendar = columns.calendarIndex[task]
  const start = table.startDay(calendar, result.lateFinishDay[task], layoutDays(facts, task))
  const laidOut = anchor('duration_from_late_finish', start, table.countDays(calendar, value, start))
  const bounds = [...linksOut(facts, task, false), ...startCaps(facts, task)]
  const pin = latePinOf(facts, task)
  if (pin === 'constraint_mso') return explainPinned(facts, task, value, pin, bounds)
  const contributions = [...bounds, laidOut]
  return pin === null ? decide(facts, value, contributions) : { binding: laidOut, contributions }
}

function linksOut(facts: ScheduleFacts, task: number, fromFinish: boolean): Contribution[] {
  return successorBounds(facts, task, 'late').filter(
    (bound) => isFromFinish(askOf(facts, bound.link, task, bound.source).type) === fromFinish,
  )
}

function explainTotalFloat({ result }: ScheduleFacts, task: number, value: number): Decision {
  const binding = anchor('early_start', result.earlyStartDay[task], value)
  return { binding, contributions: [binding, anchor('late_start', result.lateStartDay[task])] }
}

function explainFreeFloat(facts: ScheduleFacts, task: number, value: number): Decision {
  const { result } = facts
  // A task that is late already has none to give.
  const total = anchor('total_float', result.lateStartDay[task], Math.max(0, result.totalFloatDays[task]))
  const links = stateOf(facts, task) === 'open' ? successorBounds(facts, task, 'early') : []
  links.sort((left, right) => left.slackDays - right.slackDays || (isLess(facts, left, right) ? -1 : 1))
  const binding = links.length > 0 && links[0].slackDays === value ? links[0] : total
  return { binding, contributions: [...links, total] }
}

function explainScheduledStart(facts: ScheduleFacts, task: number, value: number): Decision {
  const { columns, result } = facts
  const earlyStart = anchor('early_start', result.earlyStartDay[task])
  const isBegun = stateOf(facts, task) === 'open' && columns.percentComplete[task] > 0
  if (!isBegun) return only(earlyStart)
  if (columns.actualStartDay[task] !== NO_DAY) {
    const binding = anchor('actual_start', value)
    return { binding, contributions: [binding, earlyStart] }
  }
  const binding = anchor('full_duration_backoff', value)
  return { binding, contributions: [binding, anchor('early_finish', result.earlyFinishDay[task])] }
}

/** A complete task stands where it was recorded; where one date is missing, the duration reaches it from the other. */
function recorded(
  { columns }: ScheduleFacts,
  task: number,
  value: number,
  end: 'actual_start' | 'actual_finish',
): Decision {
  const dates = [
    ['actual_start', columns.actualStartDay[task]],
    ['actual_finish', columns.actualFinishDay[task]],
  ] as const
  const anchors = dates.flatMap(([kind, day]) => (day === NO_DAY ? [] : [anchor(kind, day)]))
  const known = anchors.find((each) => each.kind === end)
  if (known !== undefined) return { binding: known, contributions: anchors }
  const binding = anchor(end === 'actual_start' ? 'full_duration_backoff' : 'duration_from_early_start', value)
  return { binding, contributions: [binding, ...anchors] }
}

function only(binding: Contribution): Decision {
  return { binding, contributions: [binding] }
}

function decide(facts: ScheduleFacts, value: number, contributions: Contribution[]): Decision {
  let binding: Contribution | null = null
  for (const bound of contributions) {
    if (bound.imposedDay !== value) continue
    if (binding === null || isAhead(facts, bound, binding)) binding = bound
  }
  if (binding === null) throw new Error('no candidate reaches the value: the result is not of these columns')
  return { binding, contributions }
}

/** A link beats an anchor, and the lesser link another. */
function isAhead(facts: ScheduleFacts, left: Contribution, right: Contribution): boolean {
  return left.link !== -1 && (right.link === -1 || isLess(facts, left, right))
}

/** The order of links that tie: by the id of the source, then by type, lag and place in the plan. */
function isLess({ columns }: ScheduleFacts, left: Contribution, right: Contribution): boolean {
  const order =
    columns.idRank[left.source] - columns.idRank[right.source] ||
    columns.linkType[left.link] - columns.linkType[right.link] ||
    columns.lagDays[left.link] - columns.lagDays[right.link] ||
    left.link - right.link
  return order < 0
}
