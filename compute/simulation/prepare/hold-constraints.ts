// What constraints ask of a simulation: earliest starts and finishes are bounds like any other, and a pin stands where it
// stands in every run, with nothing before it. Latest dates and deadlines move nothing, and neither does standing late,
// which takes up float and no more. No run goes back before the project start, even for a pin.

import { PIN, placeConstraints } from '../../cpm/constraints/place-constraints.ts'
import { NODE_STATE, placeNodes } from '../../cpm/place-nodes.ts'
import { NO_DAY } from '../../model/schedule-columns.ts'
import { offsetOf, type SimulationNetwork } from './simulation-network.ts'

/** Writes the bounds of constraints into a network. Returns 1 for every node that no edge moves; null for none. */
export function holdConstraints(network: SimulationNetwork): Uint8Array | null {
  const { graph, table, calendar, startBound, finishBound } = network
  const { columns } = graph
  if (columns.constraints === null) return null
  const held = placeConstraints(graph, placeNodes(graph, table), table, columns, columns.constraints)
  const { state, floorDay } = held.placement
  const isPinned = new Uint8Array(graph.nodeCount)
  for (let node = 0; node < graph.nodeCount; node++) {
    if (state[node] !== NODE_STATE.open) continue
    const offset = (day: number): number => offsetOf(network, calendar[node], day)
    if (held.pin[node] === PIN.none) {
      startBound[node] = Math.max(startBound[node], offset(floorDay[node]))
      if (held.finishFloorDay[node] !== NO_DAY) finishBound[node] = offset(held.finishFloorDay[node]) + 1
      continue
    }
    isPinned[node] = 1
    const actualStartDay = columns.actualStartDay[graph.taskOfNode[node]]
    startBound[node] = offset(held.pin[node] === PIN.finish ? actualStartDay : held.pinDay[node])
    if (held.pin[node] === PIN.finish) finishBound[node] = offset(held.pinDay[node]) + 1
  }
  return isPinned
}
