import { int32, uint8 } from '../../binary/read-bytes.ts'
import { broken } from '../../binary/sector-chains.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import { refuseMoreThan } from '../../plan/refuse-more-than.ts'
import type { RawAssignment } from '../raw-project.ts'
import type { ProjectStore } from './container/project-store.ts'
import { readFieldMap } from './rows/field-map.ts'
import { ASSIGNMENT } from './rows/field-numbers.ts'
import { type FixedMeta, padded, readFixedMeta, readFixedRows } from './rows/read-fixed-data.ts'
import { TableRecord } from './rows/record.ts'
import { openVarData, varKeys } from './rows/task-table.ts'

const NAME = 'TBkndAssn'
const RECORD_LENGTH = 34
const ROW_LENGTHS = { mpp9: 142, mpp12: 0, mpp14: 110 }
const SECOND_ROW_LENGTH = 48
const UNASSIGNED = -65_535
const FULL_TIME = 10_000
/** Work is stored in thousandths of a minute; less than a minute is rounding noise. */
const MINUTE_OF_WORK = 1000
const LEAST_UNITS = 0.1

/** Who works on what. One assignment stands for a task and a resource; later repeats and deleted rows are left out. */
export function readAssignments(
  store: ProjectStore,
  taskUids: ReadonlySet<number>,
  limits: ImportLimits,
): RawAssignment[] {
  const fields = readFieldMap(store.props, 'assignment', varKeys(store))
  if (fields === null) throw broken('it does not tell where the columns of its assignments are')
  const meta = readFixedMeta(store.stream(NAME, 'FixedMeta'), RECORD_LENGTH)
  const rowAt = rowReader(store, meta)
  const varData = openVarData(store, NAME)
  const uidPlace = fields.place(ASSIGNMENT.uid)
  const uidAt = uidPlace?.in === 'row' ? uidPlace.at : 0
  const assignments: RawAssignment[] = []
  const seen = new Set<string>()
  const count = store.version.format === 'mpp14' ? meta.statedCount : meta.count
  for (let index = 0; index < count; index += 1) {
    const found = uint8(meta.record(index), 0) === 0 ? rowAt(index) : null
    if (found === null) continue
    const row = padded(found.row, fields.rowLength)
    const uid = int32(row, uidAt)
    if (!varData.hasRow(uid)) continue
    const record = new TableRecord(uid, fields, [row, found.second], varData)
    const assignment = readAssignment(record)
    const key = `${assignment.taskUid} ${assignment.resourceUid}`
    if (!taskUids.has(assignment.taskUid) || seen.has(key)) continue
    seen.add(key)
    assignments.push(assignment)
    refuseMoreThan(limits.maxAssignments, assignments.length, 'too_many_assignments', 'assignments')
  }
  return assignments
}

function readAssignment(record: TableRecord): RawAssignment {
  const resourceUid = record.int32(ASSIGNMENT.resourceUid)
  const units = record.float64(ASSIGNMENT.units) ?? 0
  const work = record.float64(ASSIGNMENT.work) ?? 0
  return {
    taskUid: record.int32(ASSIGNMENT.taskUid) ?? 0,
    resourceUid: resourceUid === UNASSIGNED ? null : resourceUid,
    units: Math.abs(units) < LEAST_UNITS ? 0 : units / FULL_TIME,
    workMinutes: Math.abs(work) < MINUTE_OF_WORK ? 0 : work / MINUTE_OF_WORK,
  }
}

type RowReader = (index: number) => { row: Uint8Array; second: Uint8Array | null } | null

/** Rows have one length; only where that does not fit the index (2000-2003) or differs by writer (2007) it tells. */
function rowReader(store: ProjectStore, meta: FixedMeta): RowReader {
  const data = store.stream(NAME, 'FixedData')
  const secondData = store.stream(NAME, 'Fixed2Data')
  const { format } = store.version
  const length = ROW_LENGTHS[format]
  const rowCount = length === 0 ? 0 : Math.floor(data.length / length)
  const isIndexed = length === 0 || (format === 'mpp9' && rowCount !== meta.count)
  if (isIndexed) {
    const rows = readFixedRows(meta, data)
    return (index) => {
      const row = rows(index)
      return row === null ? null : { row, second: null }
    }
  }
  return (index) => {
    const from = int32(meta.record(index), 4)
    const place = from / length
    if (!Number.isInteger(place) || place < 0 || place >= rowCount) return null
    const second = secondData.subarray(place * SECOND_ROW_LENGTH, (place + 1) * SECOND_ROW_LENGTH)
    return { row: data.subarray(from, from + length), second }
  }
}
