// Rows of fixed columns. An index (`FixedMeta`) of equal records tells where each row begins; a record starts with
// flags and the row's place, and carries bits of the row in the bytes after.

import { int32, uint32 } from '../../../binary/read-bytes.ts'
import { broken } from '../../../binary/sector-chains.ts'

const HEADER_LENGTH = 16
const MARK = 0xfadfadba
// Records of a second index grow with each generation of the planner, by a byte or two.
const LONGEST_SECOND_RECORD = 200

export type FixedMeta = {
  count: number
  /** What the header says; deleted rows may follow beyond. Never more than there are. */
  statedCount: number
  record: (index: number) => Uint8Array
}

const NO_RECORD = new Uint8Array(0)

/** An absent index is an empty one; an index without its mark is damaged, and rows would be made up from it. */
export function readFixedMeta(bytes: Uint8Array, recordLength: number): FixedMeta {
  if (bytes.length > 0 && uint32(bytes, 0) !== MARK) throw broken('the index of a table is not one')
  const count = Math.floor(Math.max(0, bytes.length - HEADER_LENGTH) / recordLength)
  return {
    count,
    statedCount: Math.min(count, Math.max(0, int32(bytes, 8))),
    record(index) {
      if (index < 0 || index >= count) return NO_RECORD
      const at = HEADER_LENGTH + index * recordLength
      return bytes.subarray(at, at + recordLength)
    },
  }
}

/**
 * Which of the possible record lengths a second index has: the one that divides its bytes and gives as many records as
 * the first index has rows, else the longest one that divides them and is not too long for the stated count. Where none
 * divides them, a newer planner may have made longer records, one for each row.
 */
export function fittingRecordLength(bytes: Uint8Array, lengths: readonly number[], rowCount: number): number {
  const available = Math.max(0, bytes.length - HEADER_LENGTH)
  const dividing = lengths.filter((length) => available % length === 0)
  const exact = dividing.find((length) => available / length === rowCount)
  if (exact !== undefined) return exact
  const stated = int32(bytes, 8)
  const longest = dividing.filter((length) => stated * length <= available).at(-1)
  return longest ?? newerLength(available / rowCount, lengths) ?? lengths[0] ?? 1
}

function newerLength(length: number, known: readonly number[]): number | undefined {
  const isNewer = Number.isInteger(length) && length > (known.at(-1) ?? LONGEST_SECOND_RECORD)
  return isNewer && length <= LONGEST_SECOND_RECORD ? length : undefined
}

export type RowLimits = {
  /** No row is longer than this; 0 = any length. */
  longest: number
  /** Taken for a row whose length the index gives as 0. */
  whenEmpty: number
}

/** A row reaches to the start of the next one; null where the index points outside the data. */
export function readFixedRows(
  meta: FixedMeta,
  data: Uint8Array,
  { longest, whenEmpty }: RowLimits = { longest: 0, whenEmpty: 0 },
): (index: number) => Uint8Array | null {
  return (index) => {
    if (index < 0 || index >= meta.count) return null
    const from = int32(meta.record(index), 4)
    if (from < 0 || from > data.length) return null
    const available = data.length - from
    const isLast = index + 1 === meta.count
    let length = isLast ? available : int32(meta.record(index + 1), 4) - from
    if (length === 0) length = whenEmpty
    if (length < 0 || length > available) length = available
    if (longest !== 0) length = Math.min(length, longest)
    return length === 0 ? null : data.subarray(from, from + length)
  }
}

/** The same bytes, with zeros after them up to a length. */
export function padded(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length >= length) return bytes
  const longer = new Uint8Array(length)
  longer.set(bytes)
  return longer
}
