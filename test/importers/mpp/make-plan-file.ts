// Writes small native plans for tests. The field map puts the columns at places of its own choice, which no planner uses.

import { compObj, float64, int16, int32, props, stamp, text } from './make-bytes.ts'
import { makeCompoundFile } from './make-compound-file.ts'

type Column = { field: number; size: 2 | 4 | 8 } | { field: number; size: 'var' }
type Value = number | string | Buffer | null

const TASK_COLUMNS: readonly Column[] = [
  { field: 36, size: 4 },
  { field: 35, size: 4 },
  { field: 86, size: 4 },
  { field: 23, size: 4 },
  { field: 181, size: 2 },
  { field: 29, size: 4 },
  { field: 32, size: 2 },
  { field: 17, size: 2 },
  { field: 249, size: 2 },
  { field: 93, size: 4 },
  { field: 39, size: 4 },
  { field: 40, size: 4 },
  { field: 401, size: 4 },
  { field: 25, size: 2 },
  { field: 14, size: 'var' },
  { field: 15, size: 'var' },
  { field: 16, size: 'var' },
  { field: 51, size: 'var' },
  { field: 52, size: 'var' },
  { field: 53, size: 'var' },
  { field: 87, size: 'var' },
  { field: 106, size: 'var' },
  { field: 265, size: 'var' },
  { field: 275, size: 'var' },
  { field: 337, size: 'var' },
  { field: 417, size: 'var' },
  { field: 103, size: 'var' },
  { field: 104, size: 'var' },
  { field: 105, size: 'var' },
  { field: 183, size: 'var' },
  { field: 184, size: 'var' },
  { field: 185, size: 'var' },
  { field: 255, size: 'var' },
  { field: 458, size: 'var' },
]

/** Columns of the second half of a row; the first 24 bytes hold the key that sorts the tasks. */
const TASK_SECOND: readonly Column[] = [
  { field: 1289, size: 2 },
  { field: 1283, size: 4 },
  { field: 1284, size: 4 },
  { field: 1288, size: 4 },
]
const SECOND_AT = 24

const RESOURCE_COLUMNS: readonly Column[] = [
  { field: 4, size: 8 },
  { field: 27, size: 4 },
  { field: 1, size: 'var' },
  { field: 35, size: 'var' },
  { field: 276, size: 'var' },
]

const ASSIGNMENT_COLUMNS: readonly Column[] = [
  { field: 7, size: 8 },
  { field: 0, size: 4 },
  { field: 8, size: 8 },
  { field: 2, size: 4 },
  { field: 1, size: 4 },
  // Rows of assignments have 110 bytes.
  { field: 999, size: 8 },
]

export type MadeTask = {
  uid: number
  row?: number
  name?: string | null
  level?: number
  start?: number
  finish?: number
  minutes?: number
  isMilestone?: boolean
  isManual?: boolean
  isInactive?: boolean
  isDeleted?: boolean
  isBlank?: boolean
  sortKey?: number
  /** Further columns by number. */
  fields?: Record<number, Value>
  /** Further bits of its record, by the byte. */
  bits?: Record<number, number>
}

export type MadePlan = {
  tasks?: readonly MadeTask[]
  links?: readonly { from: number; to: number; type?: number; lag?: number; unit?: number; isDeleted?: boolean }[]
  resources?: readonly {
    uid: number
    name: string
    units?: number
    isMaterial?: boolean
    fields?: Record<number, Value>
  }[]
  assignments?: readonly { task: number; resource: number; units?: number; work?: number; isDeleted?: boolean }[]
  calendars?: readonly { uid: number; name?: string; base?: number; resource?: number; data?: Buffer }[]
  /** Rows of the lists that values of tasks are chosen from. */
  listed?: Record<number, { value: string | Buffer; below?: number }>
  /** Further settings, and those of the root, by number. */
  props?: Record<number, Buffer>
  rootProps?: Record<number, Buffer>
  application?: string
  formatName?: string
  leaveOut?: readonly string[]
}

export function makePlanFile(plan: MadePlan): Buffer {
  return makeCompoundFile(planStreams(plan)).bytes
}

export function planStreams(plan: MadePlan): Record<string, Buffer> {
  const streams: Record<string, Buffer> = {
    '\u0001CompObj': compObj(plan.application ?? 'Microsoft.Project 16.0', plan.formatName ?? 'MSProject.MPP14'),
    Props14: props(plan.rootProps ?? {}),
    '   114/Props': props({
      131092: fieldMap(0x0b40, TASK_COLUMNS, TASK_SECOND),
      131093: fieldMap(0x0c40, RESOURCE_COLUMNS, []),
      131095: fieldMap(0x0f40, ASSIGNMENT_COLUMNS, []),
      37748738: int32(stamp(15_000, 480)),
      37748740: int16(1),
      37748765: int32(480),
      37748750: text('Standard'),
      ...plan.props,
    }),
    ...taskStreams(plan.tasks ?? []),
    ...resourceStreams(plan.resources ?? []),
    ...assignmentStreams(plan.assignments ?? []),
    ...linkStreams(plan.links ?? []),
    ...(plan.listed === undefined ? {} : listStreams(plan.listed)),
    ...calendarStreams(plan.calendars ?? [{ uid: 1, name: 'Standard' }]),
  }
  for (const name of plan.leaveOut ?? []) delete streams[name]
  return streams
}

/** A GUID for a row of a list. */
export const rowGuid = (row: number): Buffer => Buffer.concat([int32(0x5eed, row), Buffer.alloc(8, 7)])

/** What a task has where its value was chosen from a list. */
export function chosen(row: number, guid: Buffer = rowGuid(row), mark = 0x0701): Buffer {
  return Buffer.concat([int16(mark), int32(row), guid, int32(0)])
}

function listStreams(listed: NonNullable<MadePlan['listed']>): Record<string, Buffer> {
  const storage = '   114/TBkndOutlCode'
  const rows = Object.entries(listed).map(([row, { value, below = 0 }]) => ({ uid: Number(row), value, below }))
  return {
    ...fixedStreams(
      storage,
      rows.map(({ uid, below }) => ({ row: Buffer.concat([int32(uid, uid), int16(1), int32(below)]) })),
      10,
    ),
    ...fixedStreams(
      storage,
      rows.map(({ uid }) => ({ row: Buffer.concat([rowGuid(uid), Buffer.alloc(18)]) })),
      10,
      '2',
    ),
    ...varStreams(
      storage,
      rows.map(({ uid, value }) => ({ uid, values: { 22: value } })),
    ),
  }
}

function fieldMap(table: number, first: readonly Column[], second: readonly Column[]): Buffer {
  const record = (column: Column, at: number): Buffer => {
    const bytes = Buffer.alloc(28)
    bytes.writeUInt16LE(column.size === 'var' ? 0xffff : at, 4)
    bytes.writeInt32LE((table << 16) | column.field, 12)
    bytes.writeUInt16LE(3, 20)
    bytes.writeUInt16LE(column.size === 'var' ? 0 : column.size, 22)
    return bytes
  }
  return Buffer.concat([
    ...places(first, 0).map(([c, at]) => record(c, at)),
    ...places(second, SECOND_AT).map(([c, at]) => record(c, at)),
  ])
}

function places(columns: readonly Column[], from: number): [Column, number][] {
  let at = from
  return columns.map((column) => {
    const place: [Column, number] = [column, at]
    if (column.size !== 'var') at += column.size
    return place
  })
}

function rowOf(columns: readonly Column[], values: Record<number, Value>, from = 0): Buffer {
  const parts: Buffer[] = [Buffer.alloc(from)]
  for (const { field, size } of columns) {
    if (size === 'var') continue
    const value = Number(values[field] ?? 0)
    parts.push(size === 8 ? float64(value) : size === 2 ? int16(value & 0xffff) : int32(value))
  }
  return Buffer.concat(parts)
}

/** Index and values of the columns that lie outside the rows. */
export function varStreams(
  storage: string,
  rows: readonly { uid: number; values: Record<number, Value> }[],
): Record<string, Buffer> {
  const entries: Buffer[] = []
  const values: Buffer[] = []
  let at = 0
  for (const { uid, values: fields } of rows) {
    for (const [key, value] of Object.entries(fields)) {
      if (value === null) continue
      const bytes = typeof value === 'string' ? text(value) : typeof value === 'number' ? int32(value) : value
      entries.push(Buffer.concat([int32(uid, at), int16(Number(key)), int16(0)]))
      values.push(int32(bytes.length), bytes)
      at += 4 + bytes.length
    }
  }
  const header = int32(-0x5205246, 0, entries.length, 0, 0, at)
  return { [`${storage}/VarMeta`]: Buffer.concat([header, ...entries]), [`${storage}/Var2Data`]: Buffer.concat(values) }
}

/** Index and rows; the flags and bits of each row are given. */
export function fixedStreams(
  storage: string,
  rows: readonly { row: Buffer; flags?: number; bits?: Record<number, number> }[],
  recordLength: number,
  suffix: '' | '2' = '',
): Record<string, Buffer> {
  let at = 0
  const records = rows.map(({ row, flags = 0, bits = {} }) => {
    const record = Buffer.alloc(recordLength)
    record.writeInt32LE(flags, 0)
    record.writeInt32LE(at, 4)
    for (const [place, mask] of Object.entries(bits)) record.writeUInt8(mask, Number(place))
    at += row.length
    return record
  })
  const header = int32(-0x5205246, 0, rows.length, 0)
  return {
    [`${storage}/Fixed${suffix}Meta`]: Buffer.concat([header, ...records]),
    [`${storage}/Fixed${suffix}Data`]: Buffer.concat(rows.map(({ row }) => row)),
  }
}

function taskStreams(tasks: readonly MadeTask[]): Record<string, Buffer> {
  const storage = '   114/TBkndTask'
  const leading = Array.from({ length: 3 }, () => ({ row: Buffer.alloc(16), flags: 4 }))
  const values = tasks.map((task, index) => taskValues(task, index))
  const first = tasks.map((task, index) => ({
    row: task.isBlank
      ? Buffer.concat([int32(task.uid, task.row ?? index + 1), Buffer.alloc(8)])
      : rowOf(TASK_COLUMNS, task.isDeleted ? { 36: task.uid } : (values[index] ?? {})),
    flags: task.isDeleted ? 2 : 0,
    bits: { 10: task.isMilestone ? 2 : 0, ...task.bits },
  }))
  const second = tasks.map((task, index) => {
    const row = rowOf(TASK_SECOND, values[index] ?? {}, SECOND_AT)
    row.writeInt32LE(task.sortKey ?? index * 10, 16)
    return { row, bits: { 8: (task.isInactive ? 0 : 0x40) | (task.isManual ? 0x80 : 0) } }
  })
  const outside = new Set(TASK_COLUMNS.filter(({ size }) => size === 'var').map(({ field }) => field))
  const texts = tasks.map((task, index) => ({
    uid: task.uid,
    values: Object.fromEntries(Object.entries(values[index] ?? {}).filter(([field]) => outside.has(Number(field)))),
  }))
  return {
    ...fixedStreams(storage, [...leading, ...first], 47),
    ...fixedStreams(storage, [...leading.map(() => ({ row: Buffer.alloc(24) })), ...second], 94, '2'),
    ...varStreams(
      storage,
      texts.filter((_, index) => tasks[index]?.isBlank !== true),
    ),
  }
}

function taskValues(task: MadeTask, index: number): Record<number, Value> {
  return {
    86: task.uid,
    23: task.row ?? index + 1,
    14: task.name === undefined ? `Task ${task.uid}` : task.name,
    249: task.level ?? 1,
    35: task.start ?? stamp(15_000, 480),
    36: task.finish ?? stamp(15_000, 1020),
    29: (task.minutes ?? 480) * 10,
    181: 7,
    25: 500,
    93: stamp(14_000, 0),
    401: -1,
    ...task.fields,
  }
}

function resourceStreams(resources: NonNullable<MadePlan['resources']>): Record<string, Buffer> {
  const storage = '   114/TBkndRsc'
  const rows = resources.map(({ uid, units = 1, isMaterial }) => ({
    row: rowOf(RESOURCE_COLUMNS, { 27: uid, 4: units * 10_000 }),
    bits: { 12: isMaterial ? 0 : 0x10 },
  }))
  const texts = resources.map(({ uid, name, fields }) => ({ uid, values: { 1: name, ...fields } }))
  return {
    ...fixedStreams(storage, rows, 37),
    ...fixedStreams(
      storage,
      rows.map(() => ({ row: Buffer.alloc(8) })),
      50,
      '2',
    ),
    ...varStreams(storage, texts),
  }
}

function assignmentStreams(assignments: NonNullable<MadePlan['assignments']>): Record<string, Buffer> {
  const storage = '   114/TBkndAssn'
  const rows = assignments.map(({ task, resource, units = 1, work = 480, isDeleted }, index) => {
    const row = rowOf(ASSIGNMENT_COLUMNS, { 0: index + 1, 1: task, 2: resource, 7: units * 10_000, 8: work * 1000 })
    return { row: Buffer.concat([row, Buffer.alloc(110 - row.length)]), flags: isDeleted ? 2 : 0 }
  })
  const texts = assignments.map((_, index) => ({ uid: index + 1, values: { 71: 'note' } }))
  return { ...fixedStreams(storage, rows, 34), ...varStreams(storage, texts) }
}

function linkStreams(links: NonNullable<MadePlan['links']>): Record<string, Buffer> {
  if (links.length === 0) return {}
  const rows = links.map(({ from, to, type = 1, lag = 0, unit = 7, isDeleted }, index) => ({
    row: Buffer.concat([int32(index + 1, from, to), int16(type), int32(lag), int16(unit)]),
    flags: isDeleted ? 2 : 0,
  }))
  return fixedStreams('   114/TBkndCons', rows, 10)
}

function calendarStreams(calendars: NonNullable<MadePlan['calendars']>): Record<string, Buffer> {
  const storage = '   114/TBkndCal'
  const rows = calendars.map(({ uid, base = -1, resource = -1 }) => ({ row: int32(base, resource, uid) }))
  const texts = calendars.map(({ uid, name, data }) => ({ uid, values: { 1: name ?? null, 8: data ?? null } }))
  return { ...fixedStreams(storage, rows, 10), ...varStreams(storage, texts) }
}
