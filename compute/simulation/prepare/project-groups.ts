// The projects of a program within one simulation: the finish of each is taken from the same runs as that of the whole.

import type { UnionRuler } from '../../calendar/union-ruler.ts'
import { layRuler } from '../../calendar/union-ruler.ts'
import { NO_DAY } from '../../model/schedule-columns.ts'
import type { ProjectGroups } from '../input/program-projects.ts'

import { offsetOf, type SimulationNetwork } from './simulation-network.ts'

export interface ProjectGroup extends FinishAxis {
  /** All leaves, completed ones too. */
  nodes: Int32Array
  cpmFinishDay: number
}

/** Every project with the axis its finishes are counted on: its calendar, or a ruler of its calendars. */
export function layGroups(network: SimulationNetwork, groups: ProjectGroups | null): ProjectGroup[] {
  if (groups === null) return []
  const leaves = leavesByProject(network, groups)
  return groups.startDays.map((startDay, at) => layGroup(network, Int32Array.from(leaves[at]), startDay))
}

function layGroup(network: SimulationNetwork, nodes: Int32Array, startDay: number): ProjectGroup {
  const { table, graph, isConstant, schedule } = network
  const calendars = [...new Set(Array.from(nodes, (node) => network.calendar[node]))].sort((a, b) => a - b)
  const ruler = calendars.length > 1 ? layRuler(table, calendars, graph.columns.projectStartDay) : null
  let cpmFinishDay = NO_DAY
  let latestDoneDay = NO_DAY
  for (const node of nodes) {
    const day = schedule.earlyFinishDay[graph.taskOfNode[node]]
    cpmFinishDay = Math.max(cpmFinishDay, day)
    if (isConstant[node] === 1) latestDoneDay = Math.max(latestDoneDay, day)
  }
  const calendar = calendars[0] ?? 0
  const isAllDone = nodes.every((node) => isConstant[node] === 1)
  const origin = ruler === null ? offsetOf(network, calendar, startDay) : ruler.positionOf[startDay - table.firstDay]
  return { nodes, calendar, ruler, origin, cpmFinishDay, latestDoneDay, isAllDone }
}

function leavesByProject({ graph }: SimulationNetwork, { firstTask }: ProjectGroups): number[][] {
  const leaves = Array.from({ length: firstTask.length - 1 }, (): number[] => [])
  const projectOf = new Int32Array(graph.columns.taskCount)
  for (let at = 0; at < leaves.length; at++) projectOf.fill(at, firstTask[at], firstTask[at + 1])
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.isSummaryStart[node] === 0) leaves[projectOf[graph.taskOfNode[node]]].push(node)
  }
  return leaves
}

/** What finishes of a plan, or of one project of a program, are counted on. */
export interface FinishAxis {
  /** Null with one calendar, whose own offsets then serve. */
  ruler: UnionRuler | null
  calendar: number
  /** Position of the own start, in working days. */
  origin: number
  /** The latest recorded or computed finish of a completed task; `NO_DAY` for none. */
  latestDoneDay: number
  isAllDone: boolean
}
