// Edges between calendars, or with lags in elapsed days, as tables: for every whole offset of the source the bound it makes.
// Edges that convert alike share a table.

import { TABLE_BIAS_DAYS } from '../../../wasm/layout.ts'
import { convertOffset } from '../../prepare/convert-offset.ts'
import type { Simulation } from '../../prepare/simulation.ts'

const LANE_MAX = 65_535

export interface ConvertTables {
  /** All tables one after the other, in units with the bias of the layout. */
  cells: Uint16Array
  /** Per edge of the network: index of the first cell of its table; -1 where it needs none. */
  firstCell: Int32Array
}

/** Cells that the tables of a simulation take. */
export function countCells(simulation: Simulation): number {
  return new Set(keysOf(simulation).filter((key) => key !== '')).size * tableLength(simulation)
}

export function writeTables(simulation: Simulation): ConvertTables {
  const { network, tables } = simulation
  const { unitsPerDay } = tables
  const length = tableLength(simulation)
  const keys = keysOf(simulation)
  const firstOf = new Map<string, number>()
  for (const key of keys) if (key !== '' && !firstOf.has(key)) firstOf.set(key, firstOf.size * length)
  const cells = new Uint16Array(firstOf.size * length)
  const firstCell = new Int32Array(keys.length).fill(-1)
  const written = new Set<string>()
  forEachEdge(simulation, (edge, source, target) => {
    const key = keys[edge]
    if (key === '') return
    const first = firstOf.get(key) as number
    firstCell[edge] = first
    if (written.has(key)) return
    written.add(key)
    for (let whole = 0; whole < length; whole++) {
      const days =
        TABLE_BIAS_DAYS + convertOffset(network, edge, network.calendar[source], network.calendar[target], whole)
      // A bound far before the project start counts for nothing; half a day leaves room for the fraction.
      cells[first + whole] = days <= 0 ? unitsPerDay / 2 : Math.min(LANE_MAX, days * unitsPerDay)
    }
  })
  return { cells, firstCell }
}

function tableLength({ longestOffset }: Simulation): number {
  return Math.ceil(longestOffset) + 2
}

/** What the table of an edge depends on; empty where an addition is enough. */
function keysOf(simulation: Simulation): string[] {
  const { calendar, edgeAdd, edgeType, edgeLag, edgeUnit } = simulation.network
  const keys: string[] = []
  forEachEdge(simulation, (edge, source, target) => {
    keys[edge] = Number.isNaN(edgeAdd[edge])
      ? `${edgeType[edge]} ${edgeLag[edge]} ${edgeUnit[edge]} ${calendar[source]} ${calendar[target]}`
      : ''
  })
  return keys
}

function forEachEdge({ network }: Simulation, visit: (edge: number, source: number, target: number) => void): void {
  const { edgeOffset, edgeSource, graph } = network
  for (let node = 0; node < graph.nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) visit(edge, edgeSource[edge], node)
  }
}
