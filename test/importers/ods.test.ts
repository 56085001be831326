// OpenDocument spreadsheets, as LibreOffice and others write them.
import t from 'tap'
import { blank, date, makeOds, number, row, share, table, text } from './make-ods.ts'
import { makeZip } from './make-zip.ts'
import { read } from './read-sheet.ts'

const header = row(text('Vorgang'), text('Anfang'), text('Ende'), text('Fortschritt'), text('Vorgänger'))

t.test('an OpenDocument spreadsheet is read as a workbook is', (t) => {
  const bytes = makeOds({
    tables: table(
      'Plan',
      row(text('Bauzeitenplan')),
      header,
      row(text('Aushub'), date('2026-03-02'), date('2026-03-06T00:00:00'), share(0.5), blank(16_379)),
      row(text('Beton'), date('2026-03-09'), date('2026-03-13'), share(0), text('Aushub')),
      `<table:table-row table:number-rows-repeated="1048572">${blank(16_384)}</table:table-row>`,
    ),
  })
  const { plan, says } = read(bytes, 'bau.ods')
  t.equal(plan.source?.format, 'ods')
  t.same(
    plan.tasks.map((task) => [task.name, task.planned_start, task.duration, task.percent_complete]),
    [
      ['Aushub', '2026-03-02', 5, 50],
      ['Beton', '2026-03-09', 5, 0],
    ],
  )
  t.equal(plan.dependencies.length, 1)
  t.ok(says(/Line 2 is taken for the header row/))
  t.end()
})

t.test('lines are those that a person sees, past blank rows that repeat', (t) => {
  const bytes = makeOds({
    tables: table(
      'Plan',
      header,
      `<table:table-row table:number-rows-repeated="7">${blank(5)}</table:table-row>`,
      row(text('Aushub'), date('2026-03-02'), date('2026-03-06')),
    ),
  })
  t.equal(read(bytes, 'a.ods').plan.tasks[0]?.source?.row, 9)
  t.end()
})

t.test('cells and rows that repeat with something in them stand there as often', (t) => {
  const twice = `<table:table-cell table:number-columns-repeated="2" office:value-type="date" office:date-value="2026-03-02"><text:p>2.3.</text:p></table:table-cell>`
  const bytes = makeOds({
    tables: table(
      'Plan',
      header,
      `<table:table-row table:number-rows-repeated="3">${text('Termin')}${twice}</table:table-row>`,
    ),
  })
  const { plan } = read(bytes, 'a.ods')
  t.same(
    plan.tasks.map(({ name, planned_start, duration }) => [name, planned_start, duration]),
    Array.from({ length: 3 }, () => ['Termin', '2026-03-02', 1]),
  )
  t.end()
})

t.test('hidden sheets are passed over, hidden rows and groups are said', (t) => {
  const hidden = table('Alt', row(text('Task'), text('Start')), row(text('Old'), date('2020-01-01')))
  const plan = table(
    'Plan',
    header,
    `<table:table-row-group>${row(text('Aushub'), date('2026-03-02'), date('2026-03-06'))}</table:table-row-group>`,
    `<table:table-row table:visibility="collapse">${text('Beton')}${date('2026-03-09')}${date('2026-03-13')}</table:table-row>`,
  )
  const bytes = makeOds({
    styles:
      '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>',
    tables: hidden.replace('table:name', 'table:style-name="ta1" table:name') + plan,
  })
  const { tree, says } = read(bytes, 'a.ods')
  t.same(tree.flat(), ['Aushub', null, 'Beton', null])
  t.ok(says(/Sheet "Plan" is read.*"Alt"/))
  t.ok(says(/Hidden rows are imported too: 3/))
  t.ok(says(/Rows are grouped/))
  t.end()
})

t.test('blanks, breaks and indentation are those of the cell, comments are not', (t) => {
  const commented = `<table:table-cell office:value-type="string"><office:annotation><text:p>ask Ann</text:p></office:annotation><text:p>Aushub<text:s text:c="2"/>Süd</text:p></table:table-cell>`
  const bytes = makeOds({
    styles:
      '<style:style style:name="ce1" style:family="table-cell" style:parent-style-name="In"><style:table-cell-properties/></style:style>',
    namedStyles:
      '<style:style style:name="In" style:family="table-cell"><style:paragraph-properties fo:margin-left="0.353cm"/></style:style>',
    tables: table('Plan', row(text('Vorgang'), text('Dauer')), row(commented), row(text('Beton', 'ce1'), number(3))),
  })
  t.same(read(bytes, 'a.ods').tree, [
    ['Aushub  Süd', null],
    ['Beton', 'row-2'],
  ])
  t.end()
})

t.test('numbers keep the unit that they are shown with, and lists that became numbers are lists', (t) => {
  const bytes = makeOds({
    tables: table(
      'Plan',
      row(text('Nr'), text('Vorgang'), text('Dauer'), text('Vorgänger')),
      row(number(1), text('Aushub'), number(2, '2 Wochen')),
      row(number(2), text('Beton'), number(1.5, '1,5')),
      row(number(3), text('Abnahme'), number(1), number(1.2, '1,2')),
    ),
  })
  const { plan } = read(bytes, 'a.ods')
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [10, 2, 1],
  )
  t.same(
    plan.dependencies.map(({ predecessor, successor }) => [predecessor, successor]),
    [
      ['1', '3'],
      ['2', '3'],
    ],
  )
  t.end()
})

t.test('formulas without a result are blank', (t) => {
  const broken = `<table:table-cell office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#REF!</text:p></table:table-cell>`
  const bytes = makeOds({ tables: table('Plan', header, row(text('Aushub'), broken, broken)) })
  t.equal(read(bytes, 'a.ods').plan.tasks[0]?.planned_start, null)
  t.notOk(read(bytes, 'a.ods').says(/REF/))
  t.end()
})

t.test('coloured bars of a chart are read where a column or a cell has the colour', (t) => {
  const bytes = makeOds({
    styles:
      '<style:style style:name="bar" style:family="table-cell"><style:table-cell-properties fo:background-color="#4472c4"/></style:style>',
    tables: table(
      'Plan',
      row(text('Vorgang'), text('KW 10'), text('KW 11'), text('KW 12')),
      row(text('Aushub'), blank(2, 'bar'), blank()),
      row(text('Beton'), blank(), blank(2, 'bar'), blank(16_381, 'bar')),
    ),
  })
  const { plan } = read(bytes, 'Bau 2026.ods')
  t.same(
    plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
    [
      ['2026-03-02', 10],
      ['2026-03-09', 10],
    ],
  )
  t.end()
})

t.test('other documents and those with a password are told apart', (t) => {
  const refused = (bytes: Buffer) => {
    try {
      read(bytes, 'a.ods')
      return 'read'
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  const letter = makeZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' },
    { name: 'content.xml', data: '<a/>' },
  ])
  t.equal(refused(letter), 'unsupported_format')
  const locked = makeOds({ tables: '', manifest: '<manifest><encryption-data/></manifest>' })
  t.equal(refused(locked), 'password_protected')
  t.equal(refused(makeOds({ tables: '' })), 'unreadable_file')
  t.equal(refused(makeZip([{ name: 'a', data: 'b' }])), 'unreadable_file')
  t.end()
})
