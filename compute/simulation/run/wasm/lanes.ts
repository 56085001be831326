import * as layout from '../../../wasm/layout.ts'

/** Rows of the kernel: a block of runs in 16 bits, or in 32 where offsets or links ask for it. */
export interface Lanes {
  readonly isWide: boolean
  readonly rowBytes: number
  /** What no finish reaches. */
  readonly unmarked: number
  /** The greatest value of a lane; what is larger counts as that, and is kept out of the way by `fitsNarrowLanes`. */
  readonly most: number
}

export type LaneRows = Uint16Array | Int32Array

export const NARROW_LANES: Lanes = {
  isWide: false,
  rowBytes: layout.ROW_BYTES,
  unmarked: layout.UNMARKED,
  most: 65_535,
}

export const WIDE_LANES: Lanes = {
  isWide: true,
  rowBytes: layout.WIDE_ROW_BYTES,
  unmarked: layout.WIDE_UNMARKED,
  most: 2_147_483_647,
}

/** Some rows in the memory of the kernel. */
export function openRows({ isWide }: Lanes, buffer: ArrayBuffer, address: number, rowCount: number): LaneRows {
  const count = layout.BLOCK_LANES * rowCount
  return isWide ? new Int32Array(buffer, address, count) : new Uint16Array(buffer, address, count)
}

/** Rows beside that memory. */
export function newRows({ isWide }: Lanes, rowCount: number): LaneRows {
  const count = layout.BLOCK_LANES * rowCount
  return isWide ? new Int32Array(count) : new Uint16Array(count)
}
