import * as layout from '../../../wasm/layout.ts'

/** Greatest values that 16 bits hold, and signed ones. */
export const LANE_MAX = 65_535
export const STEP_MAX = 32_767

/** Rows of the kernel: a block of runs in 16 bits, or in 32. */
export interface RowLanes {
  readonly isWide: boolean
  readonly rowBytes: number
  /** The greatest value of a lane; what is larger counts as that, and is kept out of the way by `fitsNarrowLanes`. */
  readonly most: number
}

/** Rows of finishes, wide where offsets or links ask for it; and those of durations. */
export interface Lanes extends RowLanes {
  /** What no finish reaches. */
  readonly unmarked: number
  readonly days: RowLanes
  readonly hasWindows?: boolean
}

export type LaneRows = Uint16Array | Int32Array

const NARROW_ROWS: RowLanes = { isWide: false, rowBytes: layout.ROW_BYTES, most: LANE_MAX }
const WIDE_ROWS: RowLanes = { isWide: true, rowBytes: layout.WIDE_ROW_BYTES, most: 2_147_483_647 }

export const NARROW_LANES: Lanes = { ...NARROW_ROWS, unmarked: layout.UNMARKED, days: NARROW_ROWS }
/** Durations mostly fit 16 bits where finishes do not: all steps before the forward pass are then those of narrow lanes. */
export const MIXED_LANES: Lanes = { ...WIDE_ROWS, unmarked: layout.WIDE_UNMARKED, days: NARROW_ROWS }
export const WIDE_LANES: Lanes = { ...WIDE_ROWS, unmarked: layout.WIDE_UNMARKED, days: WIDE_ROWS }
/** Finishes in windows of 16 bits, and in wide rows where they are asked for, or where a block is lost. */
export const WINDOW_LANES: Lanes = { ...MIXED_LANES, hasWindows: true }

/** Byte position of the row of a node in 16 bits. */
export function rowOf(node: number): number {
  return node * layout.ROW_BYTES
}

/** Units that an edge adds or takes off in 16 bits, 16 bits each. */
export function shiftOf(days: number, unitsPerDay: number): number {
  const inLane = (amount: number): number => Math.min(LANE_MAX, Math.max(0, amount) * unitsPerDay)
  return inLane(days) | (inLane(-days) << 16)
}

/** Some rows in the memory of the kernel. */
export function openRows({ isWide }: RowLanes, buffer: ArrayBuffer, address: number, rowCount: number): LaneRows {
  const count = layout.BLOCK_LANES * rowCount
  return isWide ? new Int32Array(buffer, address, count) : new Uint16Array(buffer, address, count)
}
