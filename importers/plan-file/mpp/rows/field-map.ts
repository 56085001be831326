// Where the columns of a table lie. Each plan carries a map for its tasks, resources and assignments; the places differ
// between versions and even between service packs, so nothing is read at a place the map does not name.

import { int32, uint8, uint16 } from '../../../binary/read-bytes.ts'
import type { Props } from '../container/read-props.ts'

export type FieldTable = 'task' | 'resource' | 'assignment'

export type FieldPlace = { in: 'row'; block: number; at: number } | { in: 'var'; key: number }

export type FieldMap = {
  place: (field: number) => FieldPlace | undefined
  /** The length of a whole row. */
  rowLength: number
}

const RECORD_LENGTH = 28
const NOT_IN_ROW = 0xffff
const CATEGORY_BIT_OF_ROW = 0x0b
const CATEGORY_BIT_OF_SECOND_ROW = 0x64

// The map's number in the settings: newer plans use the first.
const MAP_KEYS: Record<FieldTable, readonly number[]> = {
  task: [131_092, 50_331_668],
  resource: [131_093, 50_331_669],
  assignment: [131_095, 50_331_671],
}

const TABLE_CODES: Record<FieldTable, number> = { task: 0x0b40, resource: 0x0c40, assignment: 0x0f40 }

/**
 * The map of a table, or null when the plan carries none. Records list the columns of the first row block, then those
 * of the second, each in ascending order of place; yes/no columns have places of their own that the map does not tell.
 */
export function readFieldMap(props: Props, table: FieldTable, keys: 'in-map' | 'field-number'): FieldMap | null {
  const bytes = MAP_KEYS[table].map((key) => props.bytes(key)).find((value) => value !== null) ?? null
  if (bytes === null) return null
  const places = new Map<number, FieldPlace>()
  let block = 0
  let previousAt = 0
  let rowLength = 0
  for (let record = 0; record + RECORD_LENGTH <= bytes.length; record += RECORD_LENGTH) {
    const category = uint16(bytes, record + 20)
    if (category === CATEGORY_BIT_OF_ROW || category === CATEGORY_BIT_OF_SECOND_ROW) continue
    const id = int32(bytes, record + 12)
    const field = id >>> 16 === TABLE_CODES[table] ? id & 0xffff : null
    const at = uint16(bytes, record + 4)
    if (at !== NOT_IN_ROW) {
      if (at < previousAt) block += 1
      previousAt = at
      if (block === 0) rowLength = Math.max(rowLength, at + uint16(bytes, record + 22))
      if (field !== null) places.set(field, { in: 'row', block, at })
      continue
    }
    const key = keys === 'in-map' ? uint8(bytes, record + 6) : id & 0xffff
    if (key !== 0 && field !== null) places.set(field, { in: 'var', key })
  }
  return { place: (field) => places.get(field), rowLength }
}
