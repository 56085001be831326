// Which rows of the task table are tasks. The table also holds deleted rows, older copies of rows and rows that were
// blank lines on the screen; the planner leaves them all in place.

import { int32, uint16 } from '../../../binary/read-bytes.ts'
import type { FixedMeta } from './read-fixed-data.ts'
import type { VarData } from './read-var-data.ts'

// The first rows hold no tasks.
const FIRST_TASK_ROW = 3
const FLAG_DELETED = 0x02
const FLAG_OLD_COPY = 0x04
// A row with less of its columns than this is a remnant.
const LEAST_PERCENT_OF_ROW = 75

export type TaskRows = {
  meta: FixedMeta
  row: (index: number) => Uint8Array | null
  /** Whether a row lacks its second half, in versions that have one. */
  isHalf: (index: number) => boolean
  rowLength: number
  /** A row of this length is a blank line: a unique id and a line number. */
  blankRowLength: number
  uidAt: number
  varData: VarData
  /** In the newest layout a deletion does not take back a row that comes later in the table. */
  isLaterRowKept: boolean
}

/** The row of each unique id, in order of the ids. Later rows are the current ones, so the walk is backwards. */
export function selectTaskRows(rows: TaskRows): Map<number, number> {
  const indexOfUid = new Map<number, number | null>()
  for (let index = rows.meta.count - 1; index >= FIRST_TASK_ROW; index -= 1) {
    const row = rows.row(index)
    if (row === null || rows.isHalf(index)) continue
    const flags = int32(rows.meta.record(index), 0)
    if ((flags & FLAG_DELETED) !== 0) {
      const uid = uint16(row, 0)
      if (!rows.isLaterRowKept || !indexOfUid.has(uid)) indexOfUid.set(uid, null)
    } else if (row.length === rows.blankRowLength) {
      const uid = int32(row, 0)
      if (!indexOfUid.has(uid)) indexOfUid.set(uid, index)
    } else if (Math.floor((row.length * 100) / Math.max(1, rows.rowLength)) > LEAST_PERCENT_OF_ROW) {
      const uid = int32(row, rows.uidAt)
      const isKnown = indexOfUid.has(uid)
      const isBetter = rows.varData.hasRow(uid) && (flags & FLAG_OLD_COPY) === 0
      if (!isKnown || isBetter) indexOfUid.set(uid, index)
    }
  }
  const found = [...indexOfUid].filter((entry): entry is [number, number] => entry[1] !== null)
  return new Map(found.sort(([a], [b]) => a - b))
}
