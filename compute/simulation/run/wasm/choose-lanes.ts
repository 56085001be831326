import type { Simulation } from '../../prepare/simulation.ts'
import { type Lanes, MIXED_LANES, NARROW_LANES, WIDE_LANES, WINDOW_LANES } from './lanes.ts'
import { planWindows } from './plan-windows.ts'
import { fitsNarrowLanes, hasShortDays } from './simulation-program.ts'

/** Bytes of rows and tables up to which a simulation is laid out in the memory of the kernel, which ends at four gigabytes. */
const MOST_BYTES = 2_000_000_000

/** A node in windows has two rows of durations and two of finishes, and so have its start and its bounds at the most. */
const WINDOW_NODE_BYTES = 12 * WIDE_LANES.rowBytes

/** The lanes a simulation runs in; null where it is too large for the memory of the kernel. */
export function lanesFor(simulation: Simulation): Lanes | null {
  if (fitsNarrowLanes(simulation)) return NARROW_LANES
  const { network, longestOffset } = simulation
  const { graph, table, calendarsInUse, edgeLag, edgeUnit } = network
  const furthestLag = edgeLag.reduce(
    (most, lag, edge) => (edgeUnit[edge] === 0 ? most : Math.max(most, Math.abs(lag))),
    0,
  )
  const cells = calendarsInUse.length * (longestOffset + table.endDay - table.firstDay + 2 * furthestLag)
  const rows = 2 * (graph.nodeCount + 2 * network.edgeSource.length * Number(graph.hasSummaryStarts))
  if (4 * cells + WIDE_LANES.rowBytes * rows >= MOST_BYTES) return null
  if (WINDOW_NODE_BYTES * graph.nodeCount < MOST_BYTES && planWindows(simulation) !== null) return WINDOW_LANES
  return hasShortDays(simulation) ? MIXED_LANES : WIDE_LANES
}
