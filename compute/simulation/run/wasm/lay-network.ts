import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { DayTables } from './day-tables.ts'
import { type Lanes, MIXED_LANES, type RowLanes, WIDE_LANES } from './lanes.ts'
import { planWindows } from './plan-windows.ts'
import { type SimulationProgram, writeProgram } from './simulation-program.ts'
import { WideProgram } from './wide-program.ts'
import { WindowPass } from './window-pass.ts'
import { WindowProgram } from './window-program.ts'

/** A network laid out: as streams, with the memory that the streams speak of. */
export interface LaidNetwork {
  program: SimulationProgram
  /** Bytes of the edges for the trace, at the most. */
  traceBytes: number
  /** Rows of the network, those of zeros and of minima too. */
  rowCount: number
  hasTables: boolean
  /** Address of the rows of bounds that edges through tables read. */
  boundsAddress: number
  /** Writes what edges between calendars need. */
  fill: (buffer: ArrayBuffer) => void
  /** The pass in windows, once the nodes are known that are asked for in wide rows; null where there is none. */
  openWindows: (asked: Iterable<number>, plan: MemoryPlan) => WindowPass | null
}

export function layNetwork(simulation: Simulation, plan: MemoryPlan, { isWide, hasWindows, days }: Lanes): LaidNetwork {
  if (!isWide) return layNarrow(simulation, plan)
  return hasWindows ? layWindows(simulation, plan) : layWide(simulation, plan, days)
}

function layNarrow(simulation: Simulation, plan: MemoryPlan): LaidNetwork {
  const days = new DayTables(simulation)
  days.place(plan)
  const program = writeProgram(simulation, days)
  return {
    program,
    traceBytes: program.trace.byteLength,
    rowCount: simulation.network.graph.nodeCount + 1,
    hasTables: !days.isEmpty,
    boundsAddress: days.rowsAddress,
    fill: (buffer) => days.write(buffer),
    openWindows: () => null,
  }
}

function layWide(simulation: Simulation, plan: MemoryPlan, days: RowLanes): LaidNetwork {
  const wide = new WideProgram(simulation, days)
  wide.place(plan)
  const program = wide.writeStreams()
  return {
    program,
    traceBytes: program.trace.byteLength,
    rowCount: wide.rowCount,
    hasTables: true,
    boundsAddress: 0,
    fill: (buffer) => wide.writeConversions(buffer),
    openWindows: () => null,
  }
}

/** A plan that one window holds is never lost, and needs no other way. */
function layWindows(simulation: Simulation, plan: MemoryPlan): LaidNetwork {
  const windows = planWindows(simulation)
  if (windows === null) throw new Error('a simulation without windows is laid out in them')
  const program = new WindowProgram(simulation, windows, plan)
  const hasLong = windows.shift.some((shift) => shift > 0)
  const laidWide = windows.count === 1 ? null : layWide(simulation, plan, (hasLong ? WIDE_LANES : MIXED_LANES).days)
  const wide = laidWide === null ? null : { program: laidWide.program, hasLong }
  const rowCount = Math.max(program.rowCount, laidWide?.rowCount ?? 0)
  return {
    program: program.program,
    traceBytes: Math.max(program.program.trace.byteLength, laidWide?.traceBytes ?? 0),
    rowCount,
    hasTables: false,
    boundsAddress: 0,
    fill: () => undefined,
    openWindows: (asked, rest) => new WindowPass(simulation, { windows, program, wide, rowCount }, asked, rest),
  }
}
