import t from 'tap'
import * as bytes from '../../../importers/binary/read-bytes.ts'
import { readProps } from '../../../importers/plan-file/mpp/container/read-props.ts'
import { Blocks } from '../../../importers/plan-file/mpp/project98/read-blocks.ts'
import { readFieldMap } from '../../../importers/plan-file/mpp/rows/field-map.ts'
import {
  fittingRecordLength,
  padded,
  readFixedMeta,
  readFixedRows,
} from '../../../importers/plan-file/mpp/rows/read-fixed-data.ts'
import { readVarData } from '../../../importers/plan-file/mpp/rows/read-var-data.ts'
import { TableRecord } from '../../../importers/plan-file/mpp/rows/record.ts'
import { selectTaskRows } from '../../../importers/plan-file/mpp/rows/select-task-rows.ts'
import { orderTasks } from '../../../importers/plan-file/mpp/tasks/order-tasks.ts'
import { dateAt, timestampAt } from '../../../importers/plan-file/mpp/values/decode-timestamp.ts'
import { float64, int16, int32, props, stamp, text } from './make-bytes.ts'
import { fixedStreams, varStreams } from './make-plan-file.ts'

const of = (...values: number[]) => Uint8Array.from(values)

t.test('numbers, and zeros beyond the end', async (t) => {
  const data = of(0x01, 0x80, 0xff, 0xff, 0xff, 0xff)
  t.equal(bytes.uint16(data, 0), 0x8001)
  t.equal(bytes.int32(data, 2), -1)
  t.equal(bytes.uint32(data, 2), 0xffffffff)
  t.equal(bytes.int48(of(1, 0, 0, 0, 0, 0), 0), 1)
  t.equal(bytes.int48(of(255, 255, 255, 255, 255, 255), 0), -1)
  t.equal(bytes.uint64(of(1, 0, 0, 0, 2, 0, 0, 0), 0), 2n ** 33n + 1n)
  t.equal(bytes.float64(float64(2.5), 0), 2.5)
  t.equal(bytes.float64(of(0, 0, 0, 0, 0, 0, 0xf8, 0x7f), 0), 0, 'no number')
  t.equal(bytes.float64(of(0, 0, 0, 0, 0, 0, 0xf0, 0x7f), 0), 0, 'endless')
  t.equal(bytes.int32(data, 4), 0xffff, 'what is cut off is zero')
  t.equal(bytes.int32(data, 100), 0)
  t.equal(bytes.int32(data, -3), 0x01000000, 'before the start too')
  t.equal(bytes.utf16Text(text('Größe')), 'Größe')
  t.equal(bytes.utf16Text(of(65, 0, 66)), 'A', 'half a character')
  t.equal(bytes.utf16Text(of(65, 0), 50), '')
  t.equal(bytes.byteText(of(65, 0, 66)), 'A')
})

t.test('dates', async (t) => {
  const at = (day: number, tenths: number) => timestampAt(of(tenths & 255, tenths >> 8, day & 255, day >> 8), 0)
  t.equal(at(2, 4800), '1984-01-02T08:00:00')
  t.equal(at(15_000, 10_200), '2025-01-24T17:00:00')
  t.equal(at(15_000, 4805), '2025-01-24T08:00:30')
  t.equal(at(15_000, 14_400), '2025-01-25T00:00:00', 'the end of a day')
  t.equal(at(15_000, 0xffff), '2025-01-24T00:00:00', 'no time')
  t.equal(at(1, 4800), null)
  t.equal(at(0xffff, 4800), null)
  t.equal(at(50, 4801), null, 'a leftover')
  t.equal(at(0xfffe, 4800), '2163-06-04T08:00:00', 'the last day of the format')
  t.equal(dateAt(of(255, 255), 0), null)
  t.equal(dateAt(of(0, 0), 0), 5112)
})

t.test('settings: a broken tail is left off', async (t) => {
  const made = props({ 7: text('Plan'), 8: int32(480), 9: int16(1) })
  t.equal(readProps(made).text(7), 'Plan')
  t.equal(readProps(made).int32(8), 480)
  t.equal(readProps(made).uint16(9), 1)
  t.equal(readProps(made).int32(9), null, 'too short for the question')
  t.equal(readProps(made.subarray(0, made.length - 1)).uint16(9), null)
  t.equal(readProps(made.subarray(0, made.length - 1)).int32(8), 480)
  t.equal(readProps(of(1, 2, 3)).text(7), null)
  const endless = Buffer.from(made)
  endless.writeInt32LE(0x7fffffff, 16)
  t.equal(readProps(endless).text(7), null)
})

t.test('values outside the rows', async (t) => {
  const streams = varStreams('T', [
    { uid: 5, values: { 14: 'A', 16: 'B' } },
    { uid: -6, values: { 14: 'C' } },
  ])
  const meta = streams['T/VarMeta'] ?? Buffer.alloc(0)
  const data = streams['T/Var2Data'] ?? Buffer.alloc(0)
  const read = readVarData(meta, data, 'wide')
  t.same([...read.uids()], [5, -6])
  t.equal(bytes.utf16Text(read.bytes(5, 16) ?? of()), 'B')
  t.equal(read.bytes(5, 15), null)
  t.equal(read.bytes(6, 14), null)
  const broken = (at: number, value: number) => {
    const copy = Buffer.from(meta)
    copy.writeInt32LE(value, at)
    return readVarData(copy, data, 'wide')
  }
  t.equal(broken(28, 0x7fffffff).bytes(5, 14), null, 'a place beyond the end')
  t.equal(broken(28, -4).bytes(5, 14), null, 'a place before the start')
  t.same([...broken(8, 1).uids()], [5], 'the header counts the entries')
  t.same([...broken(8, 0x7fffffff).uids()], [5, -6], 'but no more than there are')
  t.same([...broken(8, -1).uids()], [])
  const long = Buffer.from(data)
  long.writeInt32LE(0x7fffffff, 0)
  t.equal(readVarData(meta, long, 'wide').bytes(5, 14), null, 'a value longer than the rest')
  const narrow = Buffer.concat([int32(0, 0, 1, 0, 0, 0), of(5, 0, 0, 14), int32(0)])
  t.equal(bytes.utf16Text(readVarData(narrow, data, 'narrow').bytes(5, 14) ?? of()), 'A')
  t.throws(() => readVarData(Buffer.alloc(24, 1), data, 'wide'), { code: 'unreadable_file' }, 'no mark')
  const again = readVarData(meta, data, 'wide')
  t.throws(
    () => {
      for (let index = 0; index < 300_000; index += 1) again.bytes(5, 14)
    },
    { code: 'too_complex' },
    'one value cannot be asked for without end',
  )
})

t.test('rows reach to the next one', async (t) => {
  const rows = [Buffer.alloc(10, 1), Buffer.alloc(20, 2), Buffer.alloc(5, 3)].map((row) => ({ row }))
  const streams = fixedStreams('T', rows, 12)
  const data = streams['T/FixedData'] ?? Buffer.alloc(0)
  const metaBytes = Buffer.from(streams['T/FixedMeta'] ?? Buffer.alloc(0))
  const meta = readFixedMeta(metaBytes, 12)
  const lengths = (read: (index: number) => Uint8Array | null) => [0, 1, 2, 3].map((index) => read(index)?.length)
  t.same(lengths(readFixedRows(meta, data)), [10, 20, 5, undefined])
  t.same(lengths(readFixedRows(meta, data, { longest: 8, whenEmpty: 0 })), [8, 8, 5, undefined])
  metaBytes.writeInt32LE(10, 16 + 24 + 4)
  t.same(lengths(readFixedRows(meta, data)), [10, undefined, 25, undefined], 'an empty row is none')
  t.same(lengths(readFixedRows(meta, data, { longest: 20, whenEmpty: 7 })), [10, 7, 20, undefined])
  metaBytes.writeInt32LE(-8, 16 + 12 + 4)
  metaBytes.writeInt32LE(1000, 16 + 24 + 4)
  t.same(lengths(readFixedRows(meta, data)), [35, undefined, undefined, undefined], 'places outside the data')
  t.equal(readFixedMeta(of(), 12).count, 0)
  t.throws(() => readFixedMeta(of(1, 2), 12), { code: 'unreadable_file' }, 'an index without its mark')
  t.equal(readFixedMeta(metaBytes, 12).statedCount, 3)
  metaBytes.writeInt32LE(0x7fffffff, 8)
  t.equal(readFixedMeta(metaBytes, 12).statedCount, 3, 'a count beyond the records')
  t.same([...padded(of(1), 3)], [1, 0, 0])
})

t.test('the length of second records', async (t) => {
  const bytesOf = (length: number, stated: number) => Buffer.concat([int32(0, 0, stated, 0), Buffer.alloc(length)])
  t.equal(fittingRecordLength(bytesOf(94 * 7, 7), [92, 93, 94, 95, 96], 7), 94)
  t.equal(fittingRecordLength(bytesOf(92 * 93, 93), [92, 93], 93), 92, 'the one with as many records as rows')
  t.equal(fittingRecordLength(bytesOf(92 * 93, 10), [92, 93], 5), 93, 'else the longest that fits')
  t.equal(fittingRecordLength(bytesOf(97 * 7, 7), [92, 93], 7), 97, 'else one that a newer planner made')
  t.equal(fittingRecordLength(bytesOf(7, 1), [92, 93], 1), 92, 'else the first')
  t.equal(fittingRecordLength(bytesOf(300, 1), [92, 93], 1), 92)
  t.equal(fittingRecordLength(bytesOf(0, 0), [92, 93], 0), 92)
})

const column = (id: number, at: number, size: number, category = 3, key = 0) => {
  const record = Buffer.alloc(28)
  record.writeUInt16LE(at, 4)
  record.writeUInt8(key, 6)
  record.writeInt32LE(id, 12)
  record.writeUInt16LE(category, 20)
  record.writeUInt16LE(size, 22)
  return record
}
const TASK = 0x0b400000

t.test('the field map decides where columns are', async (t) => {
  const map = Buffer.concat([
    column(TASK | 86, 8, 4),
    column(TASK | 35, 12, 4),
    column(TASK | 24, 0xffff, 0, 0x0b),
    column(TASK | 14, 0xffff, 0, 8, 77),
    column(0x0c400000 | 1, 30, 4),
    column(TASK | 1283, 2, 4),
    column(TASK | 1284, 6, 4),
  ])
  const wide = readFieldMap(readProps(props({ 131092: map })), 'task', 'field-number')
  t.same(wide?.place(86), { in: 'row', block: 0, at: 8 })
  t.same(wide?.place(1283), { in: 'row', block: 1, at: 2 }, 'places that fall back begin the second block')
  t.same(wide?.place(14), { in: 'var', key: 14 })
  t.equal(wide?.place(24), undefined, 'bits have no place here')
  t.equal(wide?.place(1), undefined, 'columns of another table')
  t.equal(wide?.rowLength, 34)
  const old = readFieldMap(readProps(props({ 50331668: map })), 'task', 'in-map')
  t.same(old?.place(14), { in: 'var', key: 77 })
  t.equal(readFieldMap(readProps(props({})), 'task', 'in-map'), null)

  const values = varStreams('T', [{ uid: 1, values: { 14: 'Name' } }])
  const varData = readVarData(values['T/VarMeta'] ?? of(), values['T/Var2Data'] ?? of(), 'wide')
  if (wide === null) return
  const record = new TableRecord(1, wide, [Buffer.alloc(14), null], varData)
  t.equal(record.text(14), 'Name')
  t.equal(record.int32(86), 0)
  t.equal(record.int32(35), null, 'a column that the row is too short for')
  t.equal(record.int32(1283), null, 'a block that is missing')
  t.equal(record.timestamp(14), timestampAt(text('Name'), 0), 'a value of any kind can lie outside the row')
})

t.test('which rows are tasks', async (t) => {
  const row = (uid: number) => Buffer.concat([int32(uid), Buffer.alloc(96)])
  const lead = Array.from({ length: 3 }, () => ({ row: row(99), flags: 4 }))
  const select = (rows: { row: Buffer; flags?: number }[], texts: number[], isLaterRowKept = true) => {
    const streams = fixedStreams('T', [...lead, ...rows], 47)
    const meta = readFixedMeta(streams['T/FixedMeta'] ?? of(), 47)
    const values = varStreams(
      'T',
      texts.map((uid) => ({ uid, values: { 14: 'x' } })),
    )
    const varData = readVarData(values['T/VarMeta'] ?? of(), values['T/Var2Data'] ?? of(), 'wide')
    const read = readFixedRows(meta, streams['T/FixedData'] ?? of())
    const shape = { rowLength: 100, blankRowLength: 16, uidAt: 0, isHalf: () => false }
    return [...selectTaskRows({ ...shape, meta, row: read, varData, isLaterRowKept })]
  }
  t.same(
    select([{ row: row(2) }, { row: row(1) }], []),
    [
      [1, 4],
      [2, 3],
    ],
    'the first three are no tasks',
  )
  t.same(select([{ row: row(1) }, { row: row(1) }], []), [[1, 4]], 'the last of a uid')
  t.same(select([{ row: row(1) }, { row: row(1) }], [1]), [[1, 3]], 'an earlier one with text takes over')
  t.same(select([{ row: row(1), flags: 4 }, { row: row(1) }], [1]), [[1, 4]], 'unless it is an old copy')
  t.same(select([{ row: row(1) }, { row: row(1), flags: 2 }], []), [], 'deleted')
  t.same(select([{ row: row(1), flags: 2 }, { row: row(1) }], []), [[1, 4]], 'a later row survives an earlier deletion')
  t.same(select([{ row: row(1), flags: 2 }, { row: row(1) }], [], false), [], 'but not in older layouts')
  t.same(select([{ row: Buffer.concat([int32(7, 3), Buffer.alloc(8)]) }], []), [[7, 3]], 'blank lines')
  t.same(select([{ row: row(1).subarray(0, 75) }, { row: row(2).subarray(0, 76) }], []), [[2, 4]], 'remnants')
})

t.test('tasks flow around lines that name their number', async (t) => {
  const keyed = [30n, 10n, 20n].map((key) => ({ key, task: `t${key}` }))
  const rows = (placed: number[], first: number) =>
    orderTasks({ keyed, placed: placed.map((row) => ({ row, task: null })) }, first).map(
      ({ row, task }) => `${row} ${task}`,
    )
  t.same(rows([], 1), ['1 t10', '2 t20', '3 t30'])
  t.same(rows([], 0), ['0 t10', '1 t20', '2 t30'])
  t.same(rows([2, 3], 1), ['1 t10', '4 t20', '5 t30'])
  t.same(rows([9], 1), ['1 t10', '2 t20', '3 t30'])
  const order = { keyed, placed: [{ row: 2, task: 'placed' }] }
  t.same(
    orderTasks(order, 1).map(({ task }) => task),
    ['t10', 'placed', 't20', 't30'],
  )
})

t.test('blocks of Project 98', async (t) => {
  const chain = Buffer.alloc(200)
  chain.writeInt32LE(100, 8)
  chain.writeInt32LE(50, 12)
  chain.fill('a', 16, 44)
  chain.writeInt32LE(-1, 100)
  chain.fill('b', 104, 136)
  const read = (reference: number, bytes = chain) => Buffer.from(new Blocks(bytes).value(reference) ?? []).toString()
  t.equal(read(-9), 'a'.repeat(28) + 'b'.repeat(22))
  t.equal(read(0), '')
  t.equal(read(-5000), '')
  t.equal(read(5000), '')
  const circle = Buffer.from(chain)
  circle.writeInt32LE(8, 8)
  t.equal(read(-9, circle).length, 50, 'a circle ends when the value is full')
  const early = Buffer.from(chain)
  early.writeInt32LE(-1, 8)
  t.equal(read(-9, early), '', 'a chain that ends early')
  const endless = Buffer.from(chain)
  endless.writeInt32LE(0x7fffffff, 12)
  t.equal(read(-9, endless), '')
  t.ok(stamp(1, 1) > 0)
})
