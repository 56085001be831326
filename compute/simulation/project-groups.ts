// The projects of a program within one simulation: the finish of each is taken from the same runs as that of the whole.

import { layRuler } from '../calendar/union-ruler.ts'
import { refuseUnless } from '../model/refusal.ts'
import { NO_DAY } from '../model/schedule-columns.ts'
import type { FinishAxis } from './finish-day.ts'
import { offsetOf, type SimulationNetwork } from './simulation-network.ts'

/** What a team's past sprints delivered. */
export interface TeamVelocity {
  samples: readonly number[]
  sprintLengthDays: number
}

export interface ProjectGroups {
  /** The tasks of project p are `firstTask[p]` up to, not including, `firstTask[p + 1]`. */
  firstTask: readonly number[]
  startDays: readonly number[]
  /** Per project: its own velocity; null for none. */
  velocities: readonly (TeamVelocity | null)[]
}

export interface ProjectGroup extends FinishAxis {
  /** All leaves, completed ones too. */
  nodes: Int32Array
  cpmFinishDay: number
}

export function checkGroups(groups: ProjectGroups, taskCount: number): void {
  const { firstTask, startDays, velocities } = groups
  const ascends = firstTask.every((first, at) => Number.isInteger(first) && (at === 0 || first >= firstTask[at - 1]))
  const covers = firstTask[0] === 0 && firstTask[firstTask.length - 1] === taskCount
  refuseUnless(ascends && covers, () => 'The projects of the program do not divide its tasks.')
  const isFull = startDays.length === firstTask.length - 1 && velocities.length === startDays.length
  refuseUnless(isFull, () => 'Every project of the program needs a start and a velocity or null.')
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
