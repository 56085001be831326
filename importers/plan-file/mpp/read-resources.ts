import { float64, int32, uint8, uint16 } from '../../binary/read-bytes.ts'
import { broken } from '../../binary/sector-chains.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import { refuseMoreThan } from '../../plan/refuse-more-than.ts'
import type { RawResource } from '../raw-project.ts'
import type { ProjectStore } from './container/project-store.ts'
import { type FieldMap, readFieldMap } from './rows/field-map.ts'
import { RESOURCE } from './rows/field-numbers.ts'
import { fittingRecordLength, readFixedMeta, readFixedRows } from './rows/read-fixed-data.ts'
import { TableRecord } from './rows/record.ts'
import { openVarData, varKeys } from './rows/task-table.ts'

const NAME = 'TBkndRsc'
const RECORD_LENGTH = 37
const SECOND_RECORD_LENGTHS = { mpp9: [], mpp12: [49], mpp14: [50, 51] }
const FLAG_DELETED = 0x02
const WORK_BIT_TO_2010 = { at: 9, mask: 0x02 }
const WORK_BIT_FROM_2013 = { at: 12, mask: 0x10 }
const COST_BIT = { at: 8, mask: 0x10 }
/** Units are stored in hundredths of a percent. */
const FULL_TIME = 10_000
// Less than a tenth of a percent is rounding noise.
const LEAST_UNITS = 0.1

const AVAILABILITY_HEADER = 12
const AVAILABILITY_ROW = 20

type Table = {
  record: (index: number) => Uint8Array
  row: (index: number) => Uint8Array | null
  secondRecord: (index: number) => Uint8Array
  secondRow: (index: number) => Uint8Array | null
  count: number
}

/** The resources in order of their unique ids. `calendarOf` returns which calendar is a resource's own. */
export function readResources(
  store: ProjectStore,
  calendarOf: (resourceUid: number) => number | null,
  limits: ImportLimits,
): RawResource[] {
  const fields = readFieldMap(store.props, 'resource', varKeys(store))
  if (fields === null) throw broken('it does not tell where the columns of its resources are')
  const table = openTable(store)
  const varData = openVarData(store, NAME)
  const indexOfUid = selectRows(store, table, fields)
  const resources: RawResource[] = []
  // Rows without any text are left over from resources that were deleted.
  for (const uid of [...varData.uids()].sort((a, b) => a - b)) {
    const index = indexOfUid.get(uid)
    if (index === undefined) continue
    const record = new TableRecord(uid, fields, [table.row(index), table.secondRow(index)], varData)
    resources.push({
      uid,
      name: record.text(RESOURCE.name)?.trim() || null,
      type: resourceType(store, table, index),
      maxUnits: maxUnits(record),
      email: record.text(RESOURCE.email)?.trim() || null,
      calendarUid: calendarOf(uid),
    })
    refuseMoreThan(limits.maxResources, resources.length, 'too_many_resources', 'resources')
  }
  return resources
}

function openTable(store: ProjectStore): Table {
  const meta = readFixedMeta(store.stream(NAME, 'FixedMeta'), RECORD_LENGTH)
  const secondBytes = store.stream(NAME, 'Fixed2Meta')
  const lengths = SECOND_RECORD_LENGTHS[store.version.format]
  const second = readFixedMeta(secondBytes, fittingRecordLength(secondBytes, lengths, meta.count))
  return {
    record: meta.record,
    row: readFixedRows(meta, store.stream(NAME, 'FixedData')),
    secondRecord: second.record,
    secondRow: readFixedRows(second, store.stream(NAME, 'Fixed2Data')),
    count: meta.count,
  }
}

/** The row of each unique id: the first one, except that the oldest layout marks deleted rows and its last one holds. */
function selectRows(store: ProjectStore, table: Table, fields: FieldMap): Map<number, number> {
  const isOldest = store.version.format === 'mpp9'
  const uidPlace = fields.place(RESOURCE.uid)
  const uidAt = store.version.format === 'mpp14' && uidPlace?.in === 'row' ? uidPlace.at : 0
  const indexOfUid = new Map<number, number>()
  for (let index = 0; index < table.count; index += 1) {
    const row = table.row(index)
    if (row === null || row.length < fields.rowLength) continue
    if (isOldest && (int32(table.record(index), 0) & FLAG_DELETED) !== 0) continue
    const uid = uint16(row, uidAt)
    if (isOldest || !indexOfUid.has(uid)) indexOfUid.set(uid, index)
  }
  return indexOfUid
}

function resourceType(store: ProjectStore, table: Table, index: number): RawResource['type'] {
  const work = store.isFrom2013 ? WORK_BIT_FROM_2013 : WORK_BIT_TO_2010
  if ((uint8(table.record(index), work.at) & work.mask) !== 0) return 'work'
  return (uint8(table.secondRecord(index), COST_BIT.at) & COST_BIT.mask) !== 0 ? 'cost' : 'material'
}

/** How much of the resource there is. Where that changes over time, the last stretch of the table counts. */
function maxUnits(record: TableRecord): number {
  const table = record.bytes(RESOURCE.availability)
  const last = table === null ? null : lastAvailability(table)
  const units = last ?? record.float64(RESOURCE.maxUnits) ?? FULL_TIME
  return Math.abs(units) < LEAST_UNITS ? 0 : units / FULL_TIME
}

function lastAvailability(table: Uint8Array): number | null {
  let last: { from: number; units: number } | null = null
  const count = Math.min(uint16(table, 0), Math.floor((table.length - AVAILABILITY_HEADER) / AVAILABILITY_ROW))
  for (let index = 0; index < count; index += 1) {
    const at = AVAILABILITY_HEADER + index * AVAILABILITY_ROW
    const stretch = { from: int32(table, at), units: float64(table, at + 4) }
    if (stretch.units !== 0 && (last === null || stretch.from >= last.from)) last = stretch
  }
  return last?.units ?? null
}
