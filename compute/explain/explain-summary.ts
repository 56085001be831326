import type { Contribution, Decision } from './contribution.ts'
import { pickLeaf } from './link-bounds.ts'
import { columnOf, isFloat, type Quantity } from './quantity.ts'
import { leavesBelow, type ScheduleFacts } from './schedule-facts.ts'

/**
 * A summary takes each value from one of its leaves; every child is a candidate, by the leaf that decides within it. The
 * free float of a summary is 0 by rule and comes from no leaf.
 */
export function explainSummary(facts: ScheduleFacts, summary: number, quantity: Quantity): Decision {
  const { columns, result } = facts
  const values = columnOf(result, quantity)
  const isLatest = quantity === 'early_finish' || quantity === 'late_finish'
  const lead = (leaf: number, best: number) => (isLatest ? values[leaf] - values[best] : values[best] - values[leaf])
  if (quantity === 'free_float') {
    const binding = contribution(-1, result.earlyStartDay[summary], 0)
    return { binding, contributions: [binding] }
  }
  const decider = pickLeaf(facts, leavesBelow(facts, summary), -1, lead)
  const contributions: Contribution[] = []
  for (let child = 0; child < columns.taskCount; child++) {
    if (columns.parentIndex[child] !== summary) continue
    const leaf = pickLeaf(facts, leavesBelow(facts, child), -1, lead)
    contributions.push(childContribution(facts, quantity, leaf, values[summary]))
  }
  const binding = contributions.find((each) => each.source === decider) as Contribution
  return { binding, contributions }
}

function childContribution(facts: ScheduleFacts, quantity: Quantity, leaf: number, value: number): Contribution {
  const { columns, result, table } = facts
  const own = columnOf(result, quantity)[leaf]
  if (isFloat(quantity)) return contribution(leaf, result.earlyStartDay[leaf], own)
  const days = table.countDays(columns.calendarIndex[leaf], Math.min(own, value), Math.max(own, value))
  return contribution(leaf, own, days)
}

function contribution(source: number, day: number, slackDays: number): Contribution {
  return { kind: 'phase_rollup', source, link: -1, imposedDay: day, rawDay: day, slackDays }
}
