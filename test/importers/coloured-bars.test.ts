// Seen failing before: a workbook whose bars are filled cells below days came in without a start or a length, and nothing said
// that its chart was not read.
import type ExcelJS from 'exceljs'
import t from 'tap'
import { makeWorkbook } from './make-zip.ts'
import { day, read, workbook } from './read-sheet.ts'

const BLUE = 'FF4472C4'
const GREEN = 'FF70AD47'
const GREY = 'FFD9D9D9'

type Line = readonly (string | Date | number | null)[]
/** Cells to fill: line, first and last column from 1, colour. */
type Bar = readonly [line: number, from: number, to: number, colour?: string]

const drawn = (rows: readonly Line[], bars: readonly Bar[], fill: (sheet: ExcelJS.Worksheet) => void = () => {}) =>
  workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    for (const row of rows) sheet.addRow([...row])
    for (const [line, from, to, colour = BLUE] of bars)
      for (let column = from; column <= to; column += 1)
        sheet.getRow(line).getCell(column).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: colour } }
    fill(sheet)
  })

const datesOf = (bytes: Uint8Array) => {
  const { plan, ...others } = read(bytes, 'plan.xlsx')
  const dates = plan.tasks.map((task) => [task.name, task.planned_start, task.source?.finish?.slice(0, 10) ?? null])
  return { plan, dates, ...others }
}

const MONDAYS = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'].map(day)

t.test('cells filled below days are when a row starts and ends, and said to be guessed', async (t) => {
  const { dates, plan, says } = datesOf(
    await drawn(
      [
        ['Task', 'Owner', ...MONDAYS],
        ['Dig', 'Ann', null, null, null, null],
        ['Pour', 'Bob', null, null, null, null],
        ['Cure', 'Bob', null, null, null, null],
      ],
      [
        [2, 3, 4],
        [3, 4, 5, GREEN],
        [4, 6, 6],
      ],
    ),
  )
  t.same(dates, [
    ['Dig', '2026-03-02', '2026-03-15'],
    ['Pour', '2026-03-09', '2026-03-22'],
    ['Cure', '2026-03-23', '2026-03-29'],
  ])
  t.same(
    plan.tasks.map((task) => task.duration),
    [10, 10, 5],
  )
  t.ok(
    says(
      /^Colours in 4 columns from 2026-03-02 are guessed to be bars: when 3 rows start and end is read from them\.$/,
    ),
  )
  t.notOk(says(/not imported/), 'the columns of the chart are read')
})

t.test('months above days, years above months, weeks below months, a year in the title', async (t) => {
  const bars: readonly Bar[] = [
    [4, 3, 3],
    [5, 4, 5],
  ]
  const rows = (first: Line, second: Line, third: Line) => [first, second, third, ['Dig'], ['Pour']]
  const chart = async (...lines: [Line, Line, Line]) => datesOf(await drawn(rows(...lines), bars)).dates
  t.same(await chart(['Kiel'], ['', '', 'March 2026', '', '', ''], ['Task', 'Owner', 2, 9, 16, 23]), [
    ['Dig', '2026-03-02', '2026-03-08'],
    ['Pour', '2026-03-09', '2026-03-22'],
  ])
  t.same(await chart(['Kiel'], ['', '', 2026, '', '', ''], ['Task', 'Owner', 'Jan', 'Feb', 'Mar', 'Apr']), [
    ['Dig', '2026-01-01', '2026-01-31'],
    ['Pour', '2026-02-01', '2026-03-31'],
  ])
  t.same(
    await chart(
      ['Kiel'],
      ['', '', day('2026-03-01'), '', '', '', 'April 2026', ''],
      ['Task', '', 'W1', 'W2', 'W3', 'W4', 'W1', 'W2'],
    ),
    [
      ['Dig', '2026-03-01', '2026-03-07'],
      ['Pour', '2026-03-08', '2026-03-21'],
    ],
  )
  const titled = datesOf(
    await drawn(rows(['Road map 2026'], ['Rev. 3'], ['Task', 'Team', 'Jan', 'Feb', 'Mar', 'Apr']), bars),
  )
  t.same(titled.dates[1], ['Pour', '2026-02-01', '2026-03-31'])
  t.ok(titled.says(/in 2026, as the title says/))
})

t.test('days in a row below the header are no task', async (t) => {
  const { dates } = datesOf(
    await drawn(
      [
        ['Task', 'Owner', 'Weeks', '', '', ''],
        ['', '', ...MONDAYS],
        ['Dig', 'Ann'],
        ['Pour', 'Bob'],
      ],
      [
        [3, 3, 3],
        [4, 4, 6],
      ],
    ),
  )
  t.same(dates, [
    ['Dig', '2026-03-02', '2026-03-08'],
    ['Pour', '2026-03-09', '2026-03-29'],
  ])
})

t.test('shaded weekends and lines are no bars, and gaps are said', async (t) => {
  const week = Array.from({ length: 10 }, (_, index) => day(`2026-03-${String(index + 2).padStart(2, '0')}`))
  const names = ['Ground', 'Dig', 'Pour', 'Cure', 'Strip']
  const { dates, says } = datesOf(
    await drawn(
      [['Task', ...week], ...names.map((name) => [name])],
      [
        ...[2, 3, 4, 5, 6].map((line): Bar => [line, 7, 8, GREY]),
        [2, 1, 11, GREEN],
        [3, 2, 4],
        [4, 5, 9],
        [5, 10, 10],
        [6, 6, 6],
        [6, 11, 11],
      ],
    ),
  )
  t.same(dates, [
    ['Ground', null, null],
    ['Dig', '2026-03-02', '2026-03-04'],
    ['Pour', '2026-03-05', '2026-03-09'],
    ['Cure', '2026-03-10', '2026-03-10'],
    ['Strip', '2026-03-06', '2026-03-11'],
  ])
  t.ok(says(/^Bars of 1 rows have gaps/))
})

t.test('dates of a sheet count before its colours, and colours below no days are not read', async (t) => {
  const dated = datesOf(
    await drawn(
      [
        ['Task', 'Start', ...MONDAYS],
        ['Dig', day('2026-03-04')],
        ['Pour', day('2026-03-05')],
      ],
      [
        [2, 3, 4],
        [3, 3, 4],
      ],
    ),
  )
  t.same(dated.dates[0], ['Dig', '2026-03-04', null])
  const months = datesOf(
    await drawn(
      [['Task', 'Jan', 'Feb', 'Mar'], ['Dig'], ['Pour']],
      [
        [2, 2, 3],
        [3, 3, 3],
      ],
    ),
  )
  t.same(
    months.plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2000-01-01', 42],
      ['2000-02-01', 21],
    ],
  )
  t.ok(months.says(/nothing says the year, and 2000 stands for it/))
  const plain = datesOf(
    await drawn(
      [['Task', 'Stage', '', ''], ['Dig'], ['Pour']],
      [
        [2, 2, 3],
        [3, 3, 4],
      ],
    ),
  )
  t.same(plain.dates[0], ['Dig', null, null])
  t.ok(plain.says(/^Coloured cells are not read: no row above them says of which days they are\.$/))
})

t.test('a bar whose cells are merged has the colour of its first cell, which some programs write alone', async (t) => {
  const text = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`
  const days = ['2', '3', '4', '5', '6', '9']
    .map((number, at) => text(`${'BCDEFG'[at]}1`, `2026-03-0${number}`))
    .join('')
  const sheet = (merges: string) => `<worksheet><sheetData>
    <row r="1">${text('A1', 'Task')}${days}</row>
    <row r="2">${text('A2', 'Dig')}<c r="B2" s="1"/></row>
    <row r="3">${text('A3', 'Pour')}<c r="D3" s="1"/></row>
    <row r="4">${text('A4', 'Cure')}<c r="F4" s="1"/></row>
  </sheetData>${merges}</worksheet>`
  const styles = `<styleSheet><fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF4472C4"/></patternFill></fill></fills>
    <cellXfs><xf numFmtId="0" fillId="0"/><xf numFmtId="0" fillId="1"/></cellXfs></styleSheet>`
  const merges = '<mergeCells><mergeCell ref="B2:D2"/><mergeCell ref="D3:E3"/><mergeCell ref="F4:G4"/></mergeCells>'
  t.same(datesOf(makeWorkbook({ sheet: sheet(merges), styles })).dates, [
    ['Dig', '2026-03-02', '2026-03-04'],
    ['Pour', '2026-03-04', '2026-03-05'],
    ['Cure', '2026-03-06', '2026-03-09'],
  ])
  // What is no merge, or one of the whole sheet, draws nothing more.
  const odd =
    '<mergeCells><mergeCell ref="B2:XFD1048576"/><mergeCell ref="D3"/><mergeCell ref="F4:A1"/><mergeCell ref="A1:ZZZ3"/></mergeCells>'
  t.same(datesOf(makeWorkbook({ sheet: sheet(odd), styles })).dates[0], ['Dig', '2026-03-02', '2026-03-02'])
})

t.test('a legend on top, with samples below the times of the chart, is no part of the plan', async (t) => {
  const { dates, says } = datesOf(
    await drawn(
      [
        ['Legend', null, null, null, null, null],
        ['Planned', null, ...MONDAYS],
        ['Milestones', null, null, null, null, null],
        ['Holidays', null, null, null, null, null],
        [],
        ['Dig the hole', null, null, null, null, null],
        ['Pour it out', null, null, null, null, null],
        ['Cure all of it', null, null, null, null, null],
      ],
      [
        [3, 3, 4, GREEN],
        [4, 3, 3, GREY],
        [6, 3, 4],
        [7, 4, 5],
        [8, 6, 6],
      ],
    ),
  )
  t.same(dates, [
    ['Dig the hole', '2026-03-02', '2026-03-15'],
    ['Pour it out', '2026-03-09', '2026-03-22'],
    ['Cure all of it', '2026-03-23', '2026-03-29'],
  ])
  t.ok(says(/explain colours or signs are not imported: 3, 4/))
})

t.test('the column of names is one with words in it, whatever headers stand between', async (t) => {
  const { dates, says } = datesOf(
    await drawn(
      [
        ['Zone', 'Thing', ...MONDAYS],
        [null, 'Write the scripts', null, null, null, null],
        [null, 'Draw the frames', null, null, null, null],
        [null, 'Build the server', null, null, null, null],
      ],
      [
        [2, 3, 4],
        [3, 4, 5],
        [4, 6, 6],
      ],
    ),
  )
  t.same(
    dates.map(([name]) => name),
    ['Write the scripts', 'Draw the frames', 'Build the server'],
  )
  t.ok(says(/column 2, left of them, is taken for the names/))
})
