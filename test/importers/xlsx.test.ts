import ExcelJS from 'exceljs'
import t from 'tap'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { type ReadOptions, readWithPreview } from '../../importers/read-plan.ts'
import { scanStyles } from '../../importers/spreadsheet/xlsx/scan/scan-styles.ts'
import { makeWorkbook, makeZip } from './make-zip.ts'
import { makeCompoundFile } from './mpp/make-compound-file.ts'

const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const header = `<row r="1">${cell('A1', 'Name')}${cell('B1', 'Start')}</row>`

function read(bytes: Uint8Array, options: ReadOptions = {}) {
  return readWithPreview(bytes, 'plan.xlsx', options)
}

function refusal(bytes: Uint8Array, options: ReadOptions = {}): string {
  try {
    read(bytes, options)
  } catch (error) {
    if (error instanceof ImportRefusal) return error.code
    throw error
  }
  return 'read'
}

t.test(
  'a workbook written by a spreadsheet library is read with real line numbers, cached values and typed cells',
  async (t) => {
    const workbook = new ExcelJS.Workbook()
    const page = workbook.addWorksheet('Plan')
    workbook.addWorksheet('Other')
    page.getRow(3).values = ['ID', 'Task', 'Duration', 'Start', '% Complete', 'Predecessors', 'Milestone', 'Notes']
    page.getRow(5).values = [
      1,
      { richText: [{ text: 'Sur' }, { text: 'vey', font: { bold: true } }] },
      5,
      new Date(Date.UTC(2026, 2, 2)),
      0.5,
    ]
    page.getCell('E5').numFmt = '0%'
    page.getCell('D5').numFmt = 'dd/mm/yyyy'
    page.getRow(6).values = [
      2,
      '  Größer 日本',
      { formula: 'C5+1', result: 6 },
      '',
      '',
      1,
      true,
      { text: 'link', hyperlink: 'https://example.org' },
    ]
    page.getRow(9).values = [3, '', 4]
    const bytes = new Uint8Array(await workbook.xlsx.writeBuffer())
    const { plan, preview } = read(bytes)
    t.same(
      plan.tasks.map((task) => [task.id, task.name, task.duration, task.parent, task.source?.row]),
      [
        ['1', 'Survey', 5, null, 5],
        ['2', 'Größer 日本', 0, '1', 6],
      ],
    )
    t.match(plan.tasks[0], { planned_start: '2026-03-02', percent_complete: 50 })
    t.match(plan.tasks[1], { is_milestone: true, notes: 'link' })
    t.match(preview?.warnings, [/Only the first sheet is read; ignored: "Other"/])
    t.match(preview?.row_errors.at(-1), { row: 9, code: 'missing_name' })
    t.equal(plan.source?.format, 'xlsx')
  },
)

t.test('serial numbers are dates by their style, in both date systems, and under the header of a date', async (t) => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode='[$-409]d\\-mmm\\-yy;@'/><numFmt numFmtId="171" formatCode='0.0 "days"'/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`
  const row = (line: number, style: number, value: string) =>
    `<row r="${line}">${cell(`A${line}`, `T${line}`)}<c r="B${line}" s="${style}"><v>${value}</v></c></row>`
  const rows =
    header + row(2, 1, '46083') + row(3, 2, '46083.75') + row(4, 3, '46083') + row(5, 0, '46083') + row(6, 1, '59')
  const starts = (workbookPr: string) =>
    read(makeWorkbook({ sheet: sheet(rows), styles, workbookPr })).plan.tasks.map((task) => task.planned_start)
  t.same(starts(''), ['2026-03-02', '2026-03-02', '2026-03-02', '2026-03-02', '1900-02-28'])
  t.equal(starts('<workbookPr date1904="1"/>')[0], '2030-03-03')
})

t.test('shared strings: runs joined, phonetic hints left out, control characters restored', async (t) => {
  const sharedStrings =
    '<sst><si><t>Name</t></si><si><r><t>Sur</t></r><r><t xml:space="preserve">vey </t></r><rPh><t>noise</t></rPh></si><si><t>a_x000A_b</t></si></sst>'
  const rows =
    '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>Notes</t></is></c></row><row><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>'
  const { plan } = read(makeWorkbook({ sheet: sheet(rows), sharedStrings }))
  t.same(
    plan.tasks.map((task) => [task.name, task.notes]),
    [['Survey', 'a\nb']],
  )
})

t.test('errors in cells are blanks, and unneeded parts are never opened', async (t) => {
  const rows = `${header}<row r="2">${cell('A2', 'A')}<c r="B2" t="e"><v>#REF!</v></c></row>`
  const drawing = { name: 'xl/drawings/drawing1.xml', data: 'this is no XML at all' }
  const { plan } = read(makeWorkbook({ sheet: sheet(rows), more: [drawing] }))
  t.match(plan.tasks, [{ name: 'A', planned_start: null }])
})

t.test('archives that lie or hide something are refused before they are unpacked', async (t) => {
  const good = { sheet: sheet(`${header}<row r="2">${cell('A2', 'A')}</row>`) }
  t.equal(refusal(makeWorkbook(good)), 'read')
  const zeros = Buffer.alloc(30_000_000)
  t.equal(refusal(makeWorkbook({ sheet: `<worksheet>${' '.repeat(20_000_000)}</worksheet>` })), 'too_large', 'ratio')
  t.equal(
    refusal(
      makeWorkbook({
        ...good,
        more: [
          { name: 'x', data: zeros },
          { name: 'y', data: zeros },
        ],
      }),
      { limits: { spreadsheetInflatedBytes: 50_000_000 } },
    ),
    'too_large',
    'declared sum',
  )
  t.equal(refusal(makeWorkbook({ ...good, more: [{ name: '../evil', data: '' }] })), 'unreadable_file')
  t.equal(
    refusal(makeWorkbook({ ...good, more: [{ name: 'xl/workbook.xml', data: '' }] })),
    'unreadable_file',
    'a name twice',
  )
  t.equal(refusal(makeWorkbook({ ...good, more: [{ name: 'secret', data: 'x', flags: 1 }] })), 'password_protected')
  t.equal(
    refusal(makeWorkbook({ ...good, more: Array.from({ length: 1000 }, (_, i) => ({ name: `p${i}`, data: '' })) })),
    'too_complex',
  )
  const small = makeZip([
    { name: 'xl/workbook.xml', data: `<workbook>${' '.repeat(2_000_000)}</workbook>`, declaredBytes: 10 },
    { name: 'xl/_rels/workbook.xml.rels', data: '<R/>' },
  ])
  t.equal(refusal(small), 'too_large', 'what is unpacked is counted, whatever was declared')
  t.equal(refusal(makeZip([{ name: 'word/document.xml', data: '<x/>' }])), 'unreadable_file')
})

t.test('a part whose bytes are not those that were packed is refused', async (t) => {
  const bytes = makeWorkbook({ sheet: sheet(`${header}<row r="2">${cell('A2', 'A')}</row>`) })
  const first = bytes.indexOf('PK\x01\x02', undefined, 'latin1')
  bytes.writeUInt8(bytes.readUInt8(first + 16) ^ 1, first + 16)
  t.equal(refusal(bytes), 'unreadable_file')
})

t.test('entries that share bytes are refused', async (t) => {
  const bytes = makeWorkbook({
    sheet: sheet(header),
    more: [
      { name: 'a', data: 'aaaa' },
      { name: 'b', data: 'bbbb' },
    ],
  })
  const second = bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1')
  const first = bytes.lastIndexOf('PK\x01\x02', second - 1, 'latin1')
  bytes.copyWithin(second + 42, first + 42, first + 46)
  t.equal(refusal(bytes), 'unreadable_file')
})

t.test('sheets with too many columns, cells or rows out of order are refused', async (t) => {
  t.equal(refusal(makeWorkbook({ sheet: sheet(`<row r="1">${cell('ZZZZ1', 'x')}</row>`) })), 'unreadable_file')
  t.equal(refusal(makeWorkbook({ sheet: sheet('<row r="5"/><row r="2"/>') })), 'unreadable_file')
  t.equal(refusal(makeWorkbook({ sheet: sheet('<row r="99999999"/>') })), 'unreadable_file')
  const wide = Array.from({ length: 200 }, (_, i) => `<row r="${i + 1}">${cell(`XFD${i + 1}`, 'x')}</row>`).join('')
  t.equal(refusal(makeWorkbook({ sheet: sheet(wide) })), 'too_complex')
  t.equal(refusal(makeWorkbook({ sheet: `<!DOCTYPE x [<!ENTITY a "b">]>${sheet(header)}` })), 'unreadable_file')
})

t.test('protected workbooks are named for what they are', async (t) => {
  const parts = { EncryptionInfo: Buffer.alloc(200), EncryptedPackage: Buffer.alloc(6000) }
  t.equal(refusal(makeCompoundFile(parts).bytes), 'password_protected')
  t.equal(refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])), 'unreadable_file')
})

t.test(
  'bold cells are found by a scan where cells are written as usual, else by parsing, with the same answer',
  (t) => {
    const sheetOf = (...cells: string[]) =>
      Buffer.from(`<worksheet><sheetData><row r="1">${cells.join('')}</row></sheetData></worksheet>`)
    const bold = [null, 'bold']
    const usual = sheetOf(
      '<c r="A1" s="1"><v>1</v></c>',
      '<c r="B1" s="1"/>',
      '<c r="B2"><v>2</v></c>',
      '<c r="AB3" s="1"/>',
    )
    t.same(
      [...(scanStyles(usual, bold, 1) ?? [])].map(([line]) => line),
      [1],
    )
    t.same(
      [...(scanStyles(usual, bold, 27) ?? [])].map(([line]) => line),
      [3],
    )
    t.same(scanStyles(usual, [null, null], 1), new Map(), 'no style is bold')
    for (const odd of ['<c s="1" r="B1"/>', '<c><v>1</v></c>', '<x:c r="B1" s="1"/>'])
      t.equal(scanStyles(sheetOf('<c r="A1" s="1"/>', odd), bold, 1), null, odd)
    t.end()
  },
)
