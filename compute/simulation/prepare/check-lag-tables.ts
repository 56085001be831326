import { furthestConstraintDays } from '../../model/check-constraints.ts'
import { meanPositive } from '../../model/check-span.ts'
import { MEMBER_EDGE } from '../../model/expand-links.ts'
import { MAX_SPRINTS } from '../../model/limits.ts'
import { PlanRefusal } from '../../model/refusal.ts'
import { DELIVERY_MODE, LINK_TYPE, NO_DAY } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'

/**
 * Holds the plan to the cap on lag table cells: distinct combinations of type, lag and calendars that would need a
 * table, times the length of the index of days. This engine needs no such tables, but the cap is part of the contract.
 */
export function checkLagTables(graph: ScheduleGraph, maxCells: number | null): void {
  if (maxCells === null) return
  const combinations = countCombinations(graph)
  const cells = combinations === 0 ? 0 : combinations * indexLength(graph)
  if (cells <= maxCells) return
  throw new PlanRefusal(
    'simulation_lag_table_too_large',
    `The links of the plan need ${combinations} lag tables of ${cells / combinations} days, ${cells} cells; ${maxCells} is the most.`,
    { extra: { value: cells, cap: maxCells } },
  )
}

function countCombinations(graph: ScheduleGraph): number {
  const { columns, nodeCount, edgeOffset, edgeSource, edgeType, edgeLag, edgeUnit, taskOfNode } = graph
  const combinations = new Set<string>()
  for (let node = 0; node < nodeCount; node++) {
    const to = columns.calendarIndex[taskOfNode[node]]
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (edgeType[edge] === MEMBER_EDGE) continue
      const from = columns.calendarIndex[taskOfNode[edgeSource[edge]]]
      if (from === to && edgeLag[edge] === 0 && edgeType[edge] !== LINK_TYPE.SF) continue
      combinations.add(`${edgeType[edge]} ${edgeLag[edge]} ${edgeUnit[edge]} ${from} ${to}`)
    }
  }
  return combinations.size
}

function indexLength(graph: ScheduleGraph): number {
  const { columns, hierarchy } = graph
  const meanVelocity = meanPositive(columns.velocitySamples)
  const start = columns.projectStartDay
  let length = 30 + (columns.statusDay === NO_DAY ? 0 : Math.max(0, columns.statusDay - start))
  let furthestPlanned = 0
  let furthestActual = 0
  for (const task of hierarchy.leafOrder) {
    const points = columns.storyPoints[task]
    const isSprinted = columns.deliveryMode[task] === DELIVERY_MODE.scrum && points > 0 && meanVelocity > 0
    const sprints = isSprinted ? Math.min(Math.ceil(points / meanVelocity) * 4 + 10, MAX_SPRINTS) : 0
    const worst = Math.max(
      columns.durationDays[task],
      columns.pessimisticDays[task],
      sprints * columns.sprintLengthDays,
    )
    length += worst + 1
    if (columns.plannedStartDay[task] !== NO_DAY)
      furthestPlanned = Math.max(furthestPlanned, columns.plannedStartDay[task] - start)
    for (const day of [columns.actualStartDay[task], columns.actualFinishDay[task]]) {
      if (day !== NO_DAY) furthestActual = Math.max(furthestActual, day - start)
    }
  }
  for (let edge = 0; edge < graph.edgeCount; edge++) length += Math.max(0, graph.edgeLag[edge])
  return length + Math.max(furthestPlanned, furthestConstraintDays(columns)) + furthestActual
}
