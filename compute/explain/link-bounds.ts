// What links ask of a leaf. A link of a summary counts for each of its leaves, and where several leaves speak through
// one link, the one that decides does; the link keeps its own name.

import { latestDay } from '../cpm/latest-day.ts'
import { type AskedLink, askBetween, isFromFinish, isToStart } from '../model/milestone-moments.ts'
import { LAG_UNIT, LINK_TYPE } from '../model/schedule-columns.ts'
import { isComplete } from '../model/task-progress.ts'
import { type Contribution, clampDay, type LinkKind } from './contribution.ts'
import { leavesBelow, linksOf, type ScheduleFacts } from './schedule-facts.ts'

const PREDECESSOR_KINDS = ['predecessor_fs', 'predecessor_ss', 'predecessor_ff', 'predecessor_sf'] as const
const SUCCESSOR_KINDS = ['successor_fs', 'successor_ss', 'successor_ff', 'successor_sf'] as const

/** What a link asks between the leaf that speaks through it and the one it holds. */
export function askOf({ columns, hierarchy }: ScheduleFacts, link: number, from: number, to: number): AskedLink {
  const isFromSummary = hierarchy.isSummary[columns.predecessorIndex[link]] === 1
  const isStart = isFromSummary && !isFromFinish(columns.linkType[link])
  return askBetween(columns, link, isStart ? -1 : from, to)
}

/** What the links into a leaf, or into a summary around it, ask of its early start (`start`) or early finish. */
export function predecessorBounds(facts: ScheduleFacts, task: number, end: 'start' | 'finish'): Contribution[] {
  const { columns, incoming } = facts
  const bounds: Contribution[] = []
  for (let at = task; at !== -1; at = columns.parentIndex[at]) {
    for (const link of linksOf(incoming, at)) {
      const source = sourceLeaf(facts, link, task)
      if (source === -1) continue
      if (isToStart(askOf(facts, link, source, task).type) === (end === 'start'))
        bounds.push(predecessorBound(facts, task, link, source))
    }
  }
  return bounds
}

function predecessorBound(facts: ScheduleFacts, task: number, link: number, source: number): Contribution {
  const { columns, result, table } = facts
  const calendar = columns.calendarIndex[task]
  const { type, lagDays: lag, lagUnit } = askOf(facts, link, source, task)
  const date = (isFromFinish(type) ? result.earlyFinishDay : result.earlyStartDay)[source]
  const raw = type === LINK_TYPE.FS ? date + 1 : date
  const imposedDay =
    lagUnit === LAG_UNIT.elapsed
      ? table.nextDay(calendar, raw + lag)
      : table.shiftDay(calendar, table.nextDay(calendar, raw), lag)
  const value = (isToStart(type) ? result.earlyStartDay : result.earlyFinishDay)[task]
  return {
    kind: PREDECESSOR_KINDS[columns.linkType[link]],
    source,
    link,
    imposedDay: clampDay(imposedDay),
    rawDay: raw + lag,
    slackDays: table.countDays(calendar, imposedDay, value),
  }
}

/** The leaf that speaks through a link: the last to finish, or the first to start; of equals the least id. */
function sourceLeaf(facts: ScheduleFacts, link: number, task: number): number {
  const { columns, result, hierarchy } = facts
  const predecessor = columns.predecessorIndex[link]
  if (hierarchy.isSummary[predecessor] === 0) return predecessor === task ? -1 : predecessor
  const leaves = leavesBelow(facts, predecessor)
  const { earlyStartDay, earlyFinishDay } = result
  if (!isFromFinish(columns.linkType[link]))
    return pickLeaf(facts, leaves, task, (leaf, best) => earlyStartDay[best] - earlyStartDay[leaf])
  // The end of a day is the start of the next one.
  const momentOf = (leaf: number) =>
    isFromFinish(askOf(facts, link, leaf, task).type) ? earlyFinishDay[leaf] + 1 : earlyStartDay[leaf]
  return pickLeaf(facts, leaves, task, (leaf, best) => momentOf(leaf) - momentOf(best))
}

/** The leaf ahead of all others, by id among equals, leaving one out; -1 when there is no other. */
export function pickLeaf(
  { columns }: ScheduleFacts,
  leaves: Int32Array,
  leftOut: number,
  lead: (leaf: number, best: number) => number,
): number {
  let best = -1
  for (const leaf of leaves) {
    if (leaf === leftOut) continue
    const ahead = best === -1 ? 1 : lead(leaf, best)
    if (ahead > 0 || (ahead === 0 && columns.idRank[leaf] < columns.idRank[best])) best = leaf
  }
  return best
}

/**
 * What the links out of an unfinished leaf, or out of a summary around it, ask of its late dates (`late`), or allow
 * without moving the successor's early dates (`early`). Complete successors ask nothing.
 */
export function successorBounds(facts: ScheduleFacts, task: number, side: 'late' | 'early'): Contribution[] {
  const { columns, outgoing } = facts
  const bounds: Contribution[] = []
  for (let at = task; at !== -1; at = columns.parentIndex[at]) {
    for (const link of linksOf(outgoing, at)) {
      if (!speaksFor(facts, task, at, link)) continue
      let tightest: Contribution | null = null
      for (const leaf of leavesBelow(facts, columns.successorIndex[link])) {
        if (leaf === task || isComplete(columns, leaf)) continue
        const bound = successorBound(facts, task, link, leaf, side)
        if (tightest === null || isTighter(facts, bound, tightest)) tightest = bound
      }
      if (tightest !== null) bounds.push(tightest)
    }
  }
  return bounds
}

function isTighter({ columns }: ScheduleFacts, bound: Contribution, other: Contribution): boolean {
  const days = other.imposedDay - bound.imposedDay
  return days > 0 || (days === 0 && columns.idRank[bound.source] < columns.idRank[other.source])
}

/** A link from the start of a summary binds the leaf that starts first and no other. */
function speaksFor(facts: ScheduleFacts, task: number, end: number, link: number): boolean {
  if (end === task || isFromFinish(facts.columns.linkType[link])) return true
  const starts = facts.result.earlyStartDay
  return pickLeaf(facts, leavesBelow(facts, end), -1, (leaf, best) => starts[best] - starts[leaf]) === task
}

function successorBound(
  facts: ScheduleFacts,
  task: number,
  link: number,
  leaf: number,
  side: 'late' | 'early',
): Contribution {
  const { columns, result, table } = facts
  const calendar = columns.calendarIndex[task]
  const { type, lagDays: lag, lagUnit } = askOf(facts, link, task, leaf)
  const isLate = side === 'late'
  const starts = isLate ? result.lateStartDay : result.earlyStartDay
  const finishes = isLate ? result.lateFinishDay : result.earlyFinishDay
  const date = (isToStart(type) ? starts : finishes)[leaf]
  const imposedDay = latestDay(table, type, lag, lagUnit, calendar, columns.calendarIndex[leaf], date)
  const own = isFromFinish(type)
    ? (isLate ? result.lateFinishDay : result.earlyFinishDay)[task]
    : (isLate ? result.lateStartDay : result.earlyStartDay)[task]
  const kind: LinkKind = isLate ? SUCCESSOR_KINDS[columns.linkType[link]] : 'successor_free_slack'
  return {
    kind,
    source: leaf,
    link,
    imposedDay: clampDay(imposedDay),
    rawDay: date - (type === LINK_TYPE.FS ? 1 : 0) - lag,
    slackDays: table.countDays(calendar, own, imposedDay),
  }
}
