// The plan of a simulation as the script in NumPy reads it that answers all of it.

import { LAG_UNIT, LINK_TYPE } from '../../compute/model/schedule-columns.ts'
import type { CommonCauses } from '../../compute/simulation/input/common-causes.ts'
import type { Simulation } from '../../compute/simulation/prepare/simulation.ts'
import { dayAtOffset, offsetOf, type SimulationNetwork } from '../../compute/simulation/prepare/simulation-network.ts'

/** Null for a network that the script does not know: links other than from finish to start, elapsed lags, starts of summaries. */
export function wholePlan({ network, longestOffset }: Simulation, causes: CommonCauses | undefined, runs: number) {
  const { graph, order, sampling, edgeOffset, edgeSource, edgeType, edgeLag, edgeUnit, edgeAdd } = network
  if (graph.hasSummaryStarts || edgeType.some((type) => type !== LINK_TYPE.FS)) return null
  if (edgeUnit.some((unit, edge) => unit === LAG_UNIT.elapsed && edgeLag[edge] !== 0)) return null
  const placeOf = new Map(Array.from(order, (node, place) => [node, place]))
  const placeOfTask = new Map(Array.from(order, (node, place) => [graph.taskOfNode[node], place]))
  const ofTask = (row: ArrayLike<number>) => (node: number) => {
    const value = row[graph.taskOfNode[node] as number] as number
    return Number.isFinite(value) && value >= 0 ? value : (sampling.fixedDays[node] as number)
  }
  const { optimisticDays, mostLikelyDays, pessimisticDays } = graph.columns
  const nodes = [...order]
  return {
    low: nodes.map(ofTask(optimisticDays)),
    mode: nodes.map(ofTask(mostLikelyDays)),
    high: nodes.map(ofTask(pessimisticDays)),
    worked: nodes.map((node) => sampling.elapsedDays[node] as number),
    bound: nodes.map((node) => network.startBound[node] as number),
    calendar: nodes.map((node) => network.calendarsInUse.indexOf(network.calendar[node] as number)),
    before: nodes.map((node) => {
      const from = edgeOffset[node] as number
      return Array.from(edgeSource.subarray(from, edgeOffset[node + 1]), (source, at) => [
        placeOf.get(source) as number,
        edgeLag[from + at] as number,
        Number.isNaN(edgeAdd[from + at]),
      ])
    }),
    ...layCalendars(network, Math.ceil(longestOffset) + 2),
    risks: (causes?.risks ?? []).map(({ probability, delayDays, tasks }) => {
      if (delayDays.distribution !== 'triangular') throw new Error('the script draws triangles')
      const places = tasks.flatMap((task) => placeOfTask.get(task) ?? [])
      return { probability, low: delayDays.low, likely: delayDays.likely, high: delayDays.high, tasks: places }
    }),
    runs,
  }
}

/** Days from the first of the tables on, by offset, and offsets by day. */
function layCalendars(network: SimulationNetwork, offsetCount: number) {
  const { firstDay, endDay } = network.table
  return {
    leave: network.calendarsInUse.map((calendar) =>
      Array.from({ length: offsetCount }, (_, offset) => dayAtOffset(network, calendar, offset) - firstDay),
    ),
    enter: network.calendarsInUse.map((calendar) =>
      Array.from({ length: endDay - firstDay + 2 }, (_, day) => offsetOf(network, calendar, firstDay + day)),
    ),
  }
}
