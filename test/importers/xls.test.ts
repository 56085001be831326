// Old binary workbooks, of Excel 97 to 2003 and of Excel 5. Seen failing before: every one of them was refused.
import t from 'tap'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { readWithPreview } from '../../importers/read-plan.ts'
import {
  chartInside,
  compound,
  cyrillic,
  headsAbove,
  headsBelow,
  makeXls,
  record,
  rowRecord,
  serial,
  styleIndent,
  u16,
  u32,
  type XlsCell,
  type XlsParts,
  type XlsStyle,
  xlsStream,
} from './make-xls.ts'
import { makeCompoundFile } from './mpp/make-compound-file.ts'
import { cellsOf, DAY, day, ofRows, SHARE, styles } from './old-workbook-cells.ts'
import { read, workbook } from './read-sheet.ts'

const header = ['Task', 'Start', 'Finish', '% Complete', 'Predecessors']

function refusalOf(content: Uint8Array, name = 'plan.xls'): string {
  try {
    read(content, name)
  } catch (error) {
    if (error instanceof ImportRefusal) return `${error.code}: ${error.detail}`
    throw error
  }
  return 'read'
}

t.test('an old workbook is read as a new one is', async (t) => {
  const { plan, says } = read(
    makeXls(
      ofRows(
        ['Pier works'],
        header,
        ['Dig', day('2026-03-02'), day('2026-03-06'), { value: 0.5, style: SHARE }],
        ['Pour', day('2026-03-09'), day('2026-03-13'), { value: 0, style: SHARE }, 'Dig'],
      ),
    ),
    'pier.xls',
  )
  t.equal(plan.source?.format, 'xls')
  t.same(
    plan.tasks.map((task) => [task.name, task.planned_start, task.duration, task.percent_complete]),
    [
      ['Dig', '2026-03-02', 5, 50],
      ['Pour', '2026-03-09', 5, 0],
    ],
  )
  t.equal(plan.dependencies.length, 1)
  t.ok(says(/Line 2 is taken for the header row/))
})

t.test('the same workbook in both forms gives the same plan and says the same', async (t) => {
  const table = [
    ['No', 'Task', 'Start', 'Finish', 'Duration', 'Done', 'Owner', 'Milestone', 'Checked'],
    [1, 'Build', '2026-03-02', '2026-03-27', 4, 0.25, 'Ann; Bob', false, 46_083],
    [2, 'Dig', '2026-03-02', '2026-03-13', 2, 0.5, 'Ann', false, 2.5],
    [3, 'Pour', '2026-03-16', '2026-03-27', 2, 0, 'Übermüller', false, null],
    [4, 'Handed over – 完', '2026-03-27', '2026-03-27', 0, 0, '', true, 'yes_x0041_'],
  ] as const
  const formats = { 164: 'dd"."mm"."yyyy', 165: '0 "weeks"' }
  const styles = [{}, { format: 164 }, { format: 165 }, { format: 9 }, { indent: 1 }, { pattern: 1, colour: 13 }]
  const styleOf = (line: number, column: number) => {
    if (line === 0) return 5
    return column === 1 ? (line > 1 && line < 4 ? 4 : 0) : ([0, 0, 1, 1, 2, 3][column] ?? 0)
  }
  const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-/.test(value)
  const old = makeXls({
    formats,
    styles,
    sheets: [
      { name: 'Notes', rows: [['Nothing here']], hidden: 1 },
      {
        name: 'Plan',
        before: [rowRecord(2, { level: 1 }), rowRecord(3, { level: 1, isHidden: true })],
        rows: table.map((row, line) =>
          row.map((value, column) => ({
            value: isDay(value) ? serial(String(value)) : value,
            style: styleOf(line, column),
          })),
        ),
      },
    ],
  })
  const modern = await workbook((book) => {
    book.addWorksheet('Notes', { state: 'hidden' }).addRow(['Nothing here'])
    const sheet = book.addWorksheet('Plan')
    for (const [line, row] of table.entries()) {
      for (const [column, value] of row.entries()) {
        const cell = sheet.getRow(line + 1).getCell(column + 1)
        cell.value = isDay(value) ? serial(String(value)) : value === 'yes_x0041_' ? 'yes_x005F_x0041_' : value
        const { format = 0, indent, pattern } = styles[styleOf(line, column)] as XlsStyle
        if (format === 9) cell.numFmt = '0%'
        if (format > 100) cell.numFmt = formats[format as 164 | 165]
        if (indent !== undefined) cell.alignment = { indent }
        if (pattern !== undefined) cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFFF00' } }
      }
    }
    for (const line of [3, 4]) sheet.getRow(line).outlineLevel = 1
    sheet.getRow(4).hidden = true
  })
  const [one, other] = [readWithPreview(old, 'plan.xls'), readWithPreview(modern, 'plan.xls')]
  t.equal(one.plan.tasks.length, 4)
  t.ok(one.preview?.warnings.some((warning) => /Hidden rows/.test(warning)))
  t.same(one.plan, { ...other.plan, source: { ...other.plan.source, format: 'xls' } })
  t.same(one.preview, other.preview)
})

t.test('what is in the file decides, not its name', async (t) => {
  const content = makeXls(ofRows(header, ['Dig', day('2026-03-02'), day('2026-03-06')]))
  for (const name of ['plan.xlsx', 'plan', 'plan.mpp']) t.equal(read(content, name).plan.tasks.length, 1, name)
})

t.test('text under the name of a workbook is read as text, and other markup is none', async (t) => {
  const { plan } = read('Task\tStart\tFinish\nDig\t2026-03-02\t2026-03-06\n', 'export.xls')
  t.equal(plan.source?.format, 'csv')
  t.match(plan.tasks, [{ name: 'Dig', planned_start: '2026-03-02', duration: 5 }])
  t.match(refusalOf(Buffer.from('<html><table><tr><td>Task</td></tr></table></html>')), /^unsupported_format/)
})

t.test('days of a workbook may count from 1904', async (t) => {
  const since1904 = (text: string): XlsCell => ({ value: serial(text) - 1462, style: DAY })
  const parts = ofRows(['Task', 'Start', 'Finish'], ['Dig', since1904('2026-03-02'), serial('2026-03-06') - 1462])
  const { plan } = read(makeXls({ ...parts, is1904: true }), 'a.xls')
  t.match(plan.tasks, [{ planned_start: '2026-03-02', duration: 5 }])
})

t.test('indents of cells are those of names, also deeper ones of later versions', async (t) => {
  const parts = ofRows(
    ['Task', 'Days'],
    ['Build', 5],
    [{ value: 'Dig', style: 1 }, 2],
    [{ value: 'Clear', style: 2 }, 1],
  )
  const { tree } = read(
    makeXls({ ...parts, styles: [{}, { indent: 1 }, { indent: 15 }], globals: [styleIndent(2, 17)] }),
    'a.xls',
  )
  t.same(tree, [
    ['Build', null],
    ['Dig', 'row-2'],
    ['Clear', 'row-3'],
  ])
  t.equal(cellsOf({ ...parts, styles: [{}, { indent: 1 }, {}] }).rows[2]?.[1], '  Dig')
})

t.test('hidden sheets are passed over, charts are none', async (t) => {
  const rows = [
    ['Task', 'Start'],
    ['Dig', day('2026-03-02')],
  ] as XlsCell[][]
  const content = makeXls({
    styles,
    sheets: [
      { name: 'Curve', kind: 2 },
      { name: 'Old', hidden: 1, rows: [...rows, ['Older', day('2020-01-06')]] },
      { name: 'Secret', hidden: 2, rows },
      { name: 'Plan', rows, before: [chartInside], more: [chartInside] },
      { name: 'Мост', rows },
    ],
  })
  const { plan, says } = read(content, 'a.xls')
  t.equal(plan.tasks.length, 1)
  t.ok(says(/Sheet "Plan" is read.*ignored: "Old", "Secret", "Мост"\./))
  t.same(cellsOf(content, 'Plan').rows[0], [1, 'Task', 'Start'], 'figures of a chart inside are no cells')
})

t.test('groups and hidden rows are those of the sheet', async (t) => {
  const parts = (options: Buffer, ...marks: Buffer[]): XlsParts => ({
    styles,
    sheets: [
      {
        name: 'Plan',
        rows: [
          ['Task', 'Days'],
          ['Build', 5],
          ['Dig', 2],
          ['Pour', 3],
        ],
        before: [options, ...marks],
      },
    ],
  })
  const grouped = [rowRecord(1, {}), rowRecord(2, { level: 1 }), rowRecord(3, { level: 1, isHidden: true })]
  const { tree, says } = read(makeXls(parts(headsAbove, ...grouped)), 'a.xls')
  t.same(tree, [
    ['Build', null],
    ['Dig', 'row-2'],
    ['Pour', 'row-2'],
  ])
  t.ok(says(/Hidden rows are imported too: 4/))
  t.equal(cellsOf(parts(headsBelow, ...grouped)).table.groupsHaveHeadsAbove, false)
  t.equal(cellsOf(parts(headsAbove)).table.isMarked, false)
})

t.test('coloured bars of a chart are read', async (t) => {
  const bar = { value: null, style: 3 }
  const parts = ofRows(
    ['Task', 'Owner', ...['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'].map(day)],
    ['Dig', 'Ann', bar, bar],
    ['Pour', 'Bob', null, bar, bar, bar],
  )
  const { plan, says } = read(makeXls({ ...parts, styles: [...styles, { pattern: 1, colour: 40 }] }), 'a.xls')
  t.same(
    plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
    [
      ['2026-03-02', 10],
      ['2026-03-09', 15],
    ],
  )
  t.ok(says(/guessed to be bars/))
})

t.test('workbooks of Excel 5 and 95 are read, in the letters of their code page', async (t) => {
  const parts: XlsParts = {
    version: 5,
    codePage: 1251,
    encode: cyrillic,
    formats: { 164: 'dd.mm.yyyy' },
    styles: [{}, { format: 164 }, { pattern: 1, colour: 10 }],
    sheets: [
      {
        name: 'План',
        rows: [
          ['Задача', 'Начало', { value: 'Окончание', as: 'rich' }],
          [{ value: 'Котлован', as: 'formula' }, day('2026-03-02'), day('2026-03-06')],
          ['Бетон', day('2026-03-09'), day('2026-03-13'), { value: null, style: 2 }],
        ],
      },
    ],
  }
  const { plan } = read(makeXls(parts), 'мост.xls')
  t.same(
    plan.tasks.map(({ name, planned_start, duration }) => [name, planned_start, duration]),
    [
      ['Котлован', '2026-03-02', 5],
      ['Бетон', '2026-03-09', 5],
    ],
  )
  t.same([...cellsOf(parts).fills.get(3)], [[3, 'ff0000']])
})

t.test('protected, older and broken workbooks are told apart', async (t) => {
  const whole = ofRows(['Task', 'Start'], ['Dig', day('2026-03-02')])
  t.match(refusalOf(makeXls({ ...whole, globals: [record(0x002f, u16(1, 1, 1))] })), /^password_protected: .*password/)
  const encrypted = makeCompoundFile({ EncryptionInfo: Buffer.alloc(100), EncryptedPackage: Buffer.alloc(5000) }).bytes
  t.match(refusalOf(encrypted, 'plan.xlsx'), /^password_protected: /)
  t.match(refusalOf(encrypted, 'plan'), /^password_protected: /)
  t.match(refusalOf(compound(record(0x0409, u16(0, 0x10, 0)))), /^unsupported_format: .*before Excel 5/)
  t.match(refusalOf(compound(record(0x0809, u16(0x0400, 5, 0, 0)))), /^unsupported_format: .*before Excel 5/)
  t.match(refusalOf(makeXls({ sheets: [{ name: 'Curve', kind: 2 }] })), /^unreadable_file: .*no worksheet/)
  t.match(refusalOf(makeCompoundFile({ WordDocument: Buffer.alloc(9) }).bytes), /^unreadable_file: .*no workbook/)
  const stream = xlsStream(whole)
  t.match(refusalOf(compound(stream.subarray(0, -4))), /^unreadable_file: .*end early/, 'no record ends the sheet')
  t.match(refusalOf(compound(stream.subarray(0, 40))), /^unreadable_file: .*end early/)
  t.match(refusalOf(compound(Buffer.from('no records at all'))), /^unreadable_file/)
  const elsewhere = Buffer.from(stream)
  elsewhere.writeUInt32LE(12, stream.lastIndexOf(Buffer.from('Plan')) - 8)
  t.match(refusalOf(compound(elsewhere)), /^unreadable_file: .*does not begin/)
  const lost = (more: Buffer) => refusalOf(makeXls({ ...whole, sheets: [{ name: 'Plan', more: [more] }] }))
  t.match(lost(record(0x00fd, u16(0, 0, 0), u32(77))), /^unreadable_file: .*not in the workbook/)
  t.match(lost(record(0x0203, u16(0, 256, 0), Buffer.alloc(8))), /^unreadable_file: .*address/)
  t.match(lost(record(0x0203, u16(0, 0, 0))), /^unreadable_file: .*too short/)
  t.match(lost(record(0x0204, u16(0, 0, 0, 900), 0, 0x41)), /^unreadable_file: .*text.*early/)
})
