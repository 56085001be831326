import { broken } from '../../../binary/sector-chains.ts'
import type { ProjectStore } from '../container/project-store.ts'
import { type FieldMap, readFieldMap } from './field-map.ts'
import { TASK } from './field-numbers.ts'
import { fittingRecordLength, readFixedMeta, readFixedRows } from './read-fixed-data.ts'
import { readVarData } from './read-var-data.ts'
import type { TaskRows } from './select-task-rows.ts'

const NAME = 'TBkndTask'
const RECORD_LENGTH = 47
const SECOND_RECORD_LENGTHS = { mpp9: [], mpp12: [86], mpp14: [92, 93, 94, 95, 96] }
// Rows of the older layouts are never longer, whatever their index says.
const LONGEST_OLD_ROW = 768

export type TaskTable = TaskRows & {
  fields: FieldMap
  /** The second half of a row, since 2007. */
  second: (index: number) => Uint8Array | null
  secondRecord: (index: number) => Uint8Array
}

/** How names of var data are found: before 2007 the map tells a key, later the column's number is the key. */
export function varKeys(store: ProjectStore): 'in-map' | 'field-number' {
  return store.version.format === 'mpp9' ? 'in-map' : 'field-number'
}

export function openVarData(store: ProjectStore, table: string) {
  const layout = store.version.format === 'mpp9' ? 'narrow' : 'wide'
  return readVarData(store.stream(table, 'VarMeta'), store.stream(table, 'Var2Data'), layout)
}

export function openTaskTable(store: ProjectStore): TaskTable {
  const fields = readFieldMap(store.props, 'task', varKeys(store))
  const uidPlace = fields?.place(TASK.uid)
  if (fields === null || uidPlace?.in !== 'row') throw broken('it does not tell where the columns of its tasks are')
  const format = store.version.format
  const isNew = format === 'mpp14'
  const index = store.stream(NAME, 'FixedMeta')
  if (index.length === 0) throw broken('its tasks are missing')
  const meta = readFixedMeta(index, RECORD_LENGTH)
  const limits = isNew
    ? { longest: fields.rowLength, whenEmpty: 0 }
    : { longest: LONGEST_OLD_ROW, whenEmpty: fields.rowLength }
  const row = readFixedRows(meta, store.stream(NAME, 'FixedData'), limits)
  const { second, secondRecord } = openSecond(store, SECOND_RECORD_LENGTHS[format], meta.count)
  return {
    fields,
    meta,
    row,
    second,
    secondRecord,
    isHalf: (index) => format !== 'mpp9' && second(index) === null,
    rowLength: fields.rowLength,
    blankRowLength: format === 'mpp9' ? 8 : 16,
    uidAt: uidPlace.at,
    varData: openVarData(store, NAME),
    isLaterRowKept: isNew,
  }
}

function openSecond(
  store: ProjectStore,
  lengths: readonly number[],
  rowCount: number,
): Pick<TaskTable, 'second' | 'secondRecord'> {
  if (lengths.length === 0) return { second: () => null, secondRecord: () => new Uint8Array(0) }
  const bytes = store.stream(NAME, 'Fixed2Meta')
  const meta = readFixedMeta(bytes, fittingRecordLength(bytes, lengths, rowCount))
  return { second: readFixedRows(meta, store.stream(NAME, 'Fixed2Data')), secondRecord: meta.record }
}
