// Rows that were loaded earlier, brought up to date with those that changed since. Rows are never written in place:
// whoever computes with the older ones goes on undisturbed.

import type { UuidIndex } from '../../platform/db/uuid-index.ts'
import { ROW_FLAG, type ScheduleRows } from '../schedule-rows.ts'

export interface MergedRows {
  readonly rows: ScheduleRows
  /** Whether rows, their places in the tree and the schedulable set are as before. */
  readonly hasSameShape: boolean
  /** Places of the changed rows where the shape is the same. */
  readonly changedRows: readonly number[]
}

type Column = Int32Array | Float64Array
/** Makes a merged column of a kept one and that of the changed rows, with so many values a row. */
type MergeColumn = (kept: Column, changed: Column, width: number) => Column

const LINK_COLUMNS: ReadonlySet<string> = new Set<keyof ScheduleRows>([
  'predecessorWords',
  'successorWords',
  'linkType',
  'linkLagDays',
  'linkFlags',
])

/** Null where only a full load helps, because one side brings columns that the other left out as empty. */
export function mergeRows(kept: ScheduleRows, index: UuidIndex, changed: ScheduleRows): MergedRows | null {
  if (changed.flags.length === 0) return { rows: kept, hasSameShape: true, changedRows: [] }
  if (!areAlike(kept, changed)) return null
  const places = Array.from(changed.flags.keys(), (row) => index.find(changed.taskWords, row))
  const isGone = (row: number) => ((changed.flags[row] as number) & ROW_FLAG.gone) !== 0
  const inserted: number[] = []
  const removed = new Set<number>()
  for (const [row, place] of places.entries()) {
    if (place === -1 && !isGone(row)) inserted.push(row)
    else if (place !== -1 && isGone(row)) removed.add(place)
  }
  if (inserted.length === 0 && removed.size === 0) {
    if (holdNothingNew(kept, changed, places)) return { rows: kept, hasSameShape: true, changedRows: [] }
    const hasSameShape = places.every((place, row) => place === -1 || standsAsBefore(kept, place, changed, row))
    const rows = mergeColumns(kept, changed, replaceIn(places))
    return { rows, hasSameShape, changedRows: places.filter((place) => place !== -1) }
  }
  const sources = orderRows({ kept, changed, places, inserted, removed })
  return { rows: mergeColumns(kept, changed, gatherFrom(sources)), hasSameShape: false, changedRows: [] }
}

/** Whether the changed rows say what the kept ones do: a computation reads neither names nor notes, which change the most. */
function holdNothingNew(kept: ScheduleRows, changed: ScheduleRows, places: readonly number[]): boolean {
  const isSame = (name: string, from: unknown, by: unknown): boolean => {
    if (LINK_COLUMNS.has(name) || from === null) return true
    if (!isColumn(from))
      return Object.entries(from as object).every(([key, value]) => isSame(key, value, (by as object)[key as never]))
    const width = from.length / kept.flags.length
    return places.every((place, row) => {
      for (let word = 0; place !== -1 && word < width; word++)
        if (!Object.is(from[width * place + word], (by as Column)[width * row + word] ?? 0)) return false
      return true
    })
  }
  return isSame('rows', kept, changed)
}

function standsAsBefore(kept: ScheduleRows, place: number, changed: ScheduleRows, row: number): boolean {
  const shapeFlags = ROW_FLAG.inSet | ROW_FLAG.hasParent
  if ((((kept.flags[place] as number) ^ (changed.flags[row] as number)) & shapeFlags) !== 0) return false
  return [0, 1, 2, 3].every((word) => kept.parentWords[4 * place + word] === changed.parentWords[4 * row + word])
}

interface Moves {
  readonly kept: ScheduleRows
  readonly changed: ScheduleRows
  /** Where each changed row stood; -1 for nowhere. */
  readonly places: readonly number[]
  readonly inserted: readonly number[]
  readonly removed: ReadonlySet<number>
}

/** For each row of the merge a kept row, or -1 - a changed one. Inserted rows come in id order, as the kept ones stand. */
function orderRows({ kept, changed, places, inserted, removed }: Moves): Int32Array {
  const sources = new Int32Array(kept.flags.length)
  for (let row = 0; row < sources.length; row++) sources[row] = row
  for (const [row, place] of places.entries()) if (place !== -1) sources[place] = -1 - row
  const order = new Int32Array(sources.length - removed.size + inserted.length)
  let at = 0
  let next = 0
  for (let row = 0; row < sources.length; row++) {
    while (next < inserted.length && isBefore(changed.taskWords, inserted[next] as number, kept.taskWords, row)) {
      order[at++] = -1 - (inserted[next++] as number)
    }
    if (!removed.has(row)) order[at++] = sources[row] as number
  }
  while (next < inserted.length) order[at++] = -1 - (inserted[next++] as number)
  return order
}

/** Ids are ordered by their bytes, as the database orders them. */
function isBefore(left: Int32Array, leftRow: number, right: Int32Array, rightRow: number): boolean {
  return Buffer.compare(idBytes(left, leftRow), idBytes(right, rightRow)) < 0
}

function idBytes(words: Int32Array, row: number): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset + 16 * row, 16)
}

/** Whether both sides hold the same columns; calendars and constraints are left out of changed rows that have none. */
function areAlike(kept: ScheduleRows, changed: ScheduleRows): boolean {
  const isAlike = (name: string, from: unknown, by: unknown): boolean => {
    if (LINK_COLUMNS.has(name)) return true
    if (isColumn(from) && isColumn(by)) {
      const isLeftOut = (name === 'calendarWords' || name === 'constraintWords') && by.length === 0
      return isLeftOut || from.length * changed.flags.length === by.length * kept.flags.length
    }
    if (from === null || !by) return from === by
    return Object.entries(from as object).every(([key, value]) => isAlike(key, value, by[key as never]))
  }
  return kept.flags.length > 0 && isAlike('rows', kept, changed)
}

/** Every column of tasks by its own width: one value a row, or the four words of an id. Links stay as they are. */
function mergeColumns(kept: ScheduleRows, changed: ScheduleRows, mergeColumn: MergeColumn): ScheduleRows {
  const merge = (name: string, from: unknown, by: unknown): unknown => {
    if (LINK_COLUMNS.has(name) || from === null) return from
    if (isColumn(from)) return mergeColumn(from, by as Column, from.length / kept.flags.length)
    const columns = Object.entries(from as object).map(([key, value]) => [
      key,
      merge(key, value, (by as object)[key as never]),
    ])
    return Object.fromEntries(columns)
  }
  return merge('rows', kept, changed) as ScheduleRows
}

function isColumn(value: unknown): value is Column {
  return value instanceof Int32Array || value instanceof Float64Array
}

/** Changed rows in the places of kept ones. Only calendars and constraints may be left out; their words are 0 for none. */
function replaceIn(places: readonly number[]): MergeColumn {
  return (kept, changed, width) => {
    const merged = kept.slice()
    for (const [row, place] of places.entries()) {
      if (place === -1) continue
      for (let word = 0; word < width; word++) merged[width * place + word] = changed[width * row + word] ?? 0
    }
    return merged
  }
}

function gatherFrom(sources: Int32Array): MergeColumn {
  return (kept, changed, width) => {
    const length = width * sources.length
    const merged = kept instanceof Int32Array ? new Int32Array(length) : new Float64Array(length)
    for (let row = 0; row < sources.length; row++) {
      const source = sources[row] as number
      const column = source < 0 ? changed : kept
      const from = width * (source < 0 ? -1 - source : source)
      for (let word = 0; word < width; word++) merged[width * row + word] = column[from + word] ?? 0
    }
    return merged
  }
}
