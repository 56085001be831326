import t from 'tap'
import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import { measureIndent } from '../../importers/spreadsheet/cells/measure-indent.ts'
import { type DateOrder, parseDate } from '../../importers/spreadsheet/cells/parse-date.ts'
import { parseDuration } from '../../importers/spreadsheet/cells/parse-duration.ts'
import { parseNumber } from '../../importers/spreadsheet/cells/parse-number.ts'
import { parsePercent } from '../../importers/spreadsheet/cells/parse-percent.ts'
import { parsePredecessors } from '../../importers/spreadsheet/cells/parse-predecessors.ts'
import { resolveDateOrder } from '../../importers/spreadsheet/cells/resolve-date-order.ts'
import { exactField, partialFields } from '../../importers/spreadsheet/columns/header-fields.ts'
import { matchColumns } from '../../importers/spreadsheet/columns/match-columns.ts'
import { sniffSeparator } from '../../importers/spreadsheet/text/sniff-separator.ts'
import { splitDelimited } from '../../importers/spreadsheet/text/split-delimited.ts'

t.test('numbers in both decimal conventions', async (t) => {
  const table: [string, number | null][] = [
    ['5', 5],
    ['2.5', 2.5],
    ['2,5', 2.5],
    ['1,234', 1234],
    ['0,234', 0.234],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1.234.567', 1234567],
    ['1,234,567', 1234567],
    ['1 234', 1234],
    ['-3', -3],
    ['', null],
    ['five', null],
    ['1.2.3,4,5', null],
    [',', null],
  ]
  for (const [text, value] of table) t.equal(parseNumber(text), value, JSON.stringify(text))
})

t.test('durations in days, hours and weeks', async (t) => {
  const table: [string, number | null][] = [
    ['5', 5],
    ['5d', 5],
    ['5 days', 5],
    ['1 day', 1],
    ['16 hours', 2],
    ['8h', 1],
    ['2 weeks', 10],
    ['1w', 5],
    ['0', 0],
    ['0d', 0],
    ['5 days?', 5],
    ['1,5d', 2],
    ['2h', 1],
    ['-1', null],
    ['soon', null],
    ['5 fortnights', null],
    ['40000', null],
    ['5 constructor', null],
    ['1 mon', 20],
    ['30 mins', 1],
    ['P5D', 5],
    ['PT16H', 2],
    ['P', null],
    ['1w 2d', 7],
    ['5 Tage', 5],
    ['3 jours', 3],
    ['2 días', 2],
    ['2 недели', 10],
    ['5日', 5],
    ['2周', 10],
    ['16시간', 2],
    ['5 ed', 5],
  ]
  for (const [text, days] of table) t.equal(parseDuration(text)?.days ?? null, days, text)
  t.equal(parseDuration('12 hours')?.isRounded, true)
  t.equal(parseDuration('16 hours')?.isRounded, false)
})

t.test('percentages with a sign, as a fraction, out of range', async (t) => {
  const table: [string, number | null][] = [
    ['50', 50],
    ['50%', 50],
    ['50 %', 50],
    ['0.5', 50],
    ['0,5', 50],
    ['1', 1],
    ['1.0', 100],
    ['0.5%', 0.5],
    ['120', 100],
    ['-5', 0],
    ['half', null],
  ]
  for (const [text, percent] of table) t.equal(parsePercent(text), percent, text)
})

t.test('dates of every layout', async (t) => {
  const table: [string, DateOrder, string | null][] = [
    ['2026-03-04', 'mdy', '2026-03-04'],
    ['2026-03-04 09:00', 'mdy', '2026-03-04'],
    ['2026-03-04T09:00:00Z', 'dmy', '2026-03-04'],
    ['2026/3/4', 'dmy', '2026-03-04'],
    ['3/4/2026', 'mdy', '2026-03-04'],
    ['3/4/2026', 'dmy', '2026-04-03'],
    ['3/4/2026', 'iso', null],
    ['1/2/69', 'mdy', '2069-01-02'],
    ['1/2/70', 'mdy', '1970-01-02'],
    ['4.3.2026', 'mdy', '2026-03-04'],
    ['1 Jan 2026', 'iso', '2026-01-01'],
    ['January 1 2026', 'iso', '2026-01-01'],
    ['Jan 1, 2026', 'iso', '2026-01-01'],
    ['1-Jan-26', 'iso', '2026-01-01'],
    ['31/02/2026', 'dmy', null],
    ['13/13/2026', 'mdy', null],
    ['2026-1-1', 'iso', '2026-01-01'],
    ['tomorrow', 'mdy', null],
    ['46082', 'mdy', '2026-03-01'],
    ['12', 'mdy', null],
    ['16-03-2026', 'dmy', '2026-03-16'],
    ['3-16-26', 'mdy', '2026-03-16'],
    ['16.3.26', 'mdy', '2026-03-16'],
    ['16. 3. 2026', 'mdy', '2026-03-16'],
    ['Mon 16/03/26', 'dmy', '2026-03-16'],
    ['Mon 3/16/26 8:00 AM', 'mdy', '2026-03-16'],
    ['05/Oct/25 12:00 AM', 'iso', '2025-10-05'],
    ['2026年3月16日', 'iso', '2026-03-16'],
    ['2026年3月16日(月)', 'iso', '2026-03-16'],
    ['2026년 3월 16일', 'iso', '2026-03-16'],
    ['2026. 3. 16.', 'iso', '2026-03-16'],
    ['2026.03.16', 'iso', '2026-03-16'],
    ['20260316', 'iso', '2026-03-16'],
    ['Montag, 16. März 2026', 'iso', '2026-03-16'],
    ['16 de marzo de 2026', 'iso', '2026-03-16'],
    ['lun. 16 mars 2026', 'iso', '2026-03-16'],
    ['16 марта 2026 г.', 'iso', '2026-03-16'],
    ['March 16th, 2026', 'iso', '2026-03-16'],
    ['2026-Mar-16', 'iso', '2026-03-16'],
    ['16 foo 2026', 'iso', null],
  ]
  for (const [text, order, expected] of table) {
    const day = parseDate(text, order)
    t.equal(day === null ? null : formatCivilDay(day), expected, `${text} as ${order}`)
  }
})

t.test('one provable date decides the order for the whole file', async (t) => {
  const cells = (values: string[]) => values.map((value, index) => ({ row: index + 2, column: 'Start', value }))
  t.match(resolveDateOrder('auto', cells(['1/2/2026', '13/2/2026'])), {
    resolved: 'dmy',
    isAmbiguous: false,
    evidence: { row: 3 },
  })
  t.match(resolveDateOrder('auto', cells(['1/2/2026', '2/13/2026'])), { resolved: 'mdy', isAmbiguous: false })
  t.match(
    resolveDateOrder('auto', cells(['2/13/2026', '13/2/2026'])),
    { resolved: 'dmy' },
    'any row that proves day first wins',
  )
  t.match(resolveDateOrder('auto', cells(['1/2/2026'])), { resolved: 'mdy', isAmbiguous: true, evidence: null })
  t.match(resolveDateOrder('auto', cells(['2026-01-02'])), { resolved: 'iso', isAmbiguous: false })
  t.match(resolveDateOrder('dmy', cells(['2/13/2026'])), { resolved: 'dmy', isAmbiguous: false })
})

t.test('predecessors with type and lag', async (t) => {
  const last = (text: string) => parsePredecessors(text)[0]?.readings.find((reading) => reading.reference === '3')
  t.match(last('3'), { type: 'FS', lagDays: 0 })
  t.match(last('3FS+2d'), { type: 'FS', lagDays: 2 })
  t.match(last('3ss'), { type: 'SS', lagDays: 0 })
  t.match(last('3 FF - 1 day'), { type: 'FF', lagDays: -1 })
  t.match(last('3sf+1w'), { type: 'SF', lagDays: 5 })
  t.match(last('3+2'), { type: 'FS', lagDays: 2 })
  t.match(last('3FS+2ed'), { type: 'FS', lagDays: 2, isElapsed: true })
  t.same(
    parsePredecessors("['P2-01', 'P2-02']; 7").map((p) => p.text),
    ['P2-01', 'P2-02', '7'],
  )
  t.same(parsePredecessors('[]'), [])
  t.equal(parsePredecessors('P2-01')[0]?.readings[0]?.reference, 'P2-01', 'a reference with a dash comes before a lead')
})

t.test('indentation by blanks, tabs and dots', async (t) => {
  for (const [cell, depth] of [
    ['a', 0],
    ['  a', 1],
    ['   a', 1],
    ['    a', 2],
    ['\ta', 1],
    ['..a', 2],
    ['\u00a0\u00a0a', 1],
  ] as const) {
    t.same(measureIndent(cell), { depth, name: 'a', isMarked: false }, JSON.stringify(cell))
  }
})

t.test('headers match whatever their case, punctuation and number', async (t) => {
  const table: [string, string | null][] = [
    ['Task Name', 'name'],
    ['TASK_NAMES', 'name'],
    ['% Complete', 'percent_complete'],
    ['Due-Date', 'finish'],
    ['Dependencies', 'predecessors'],
    ['Blocked by', 'predecessors'],
    ['Tag', 'labels'],
    ['Categories', 'labels'],
    ['No.', 'id'],
    ['WBS code', 'wbs'],
    ['Status', null],
    ['', null],
  ]
  for (const [header, field] of table) t.equal(exactField(header), field, header)
  t.same(partialFields('frontendDeveloper'), [], 'an end inside a word is no finish')
  t.same(partialFields('Planned start (UTC)'), ['start'])
  t.same(partialFields('Stage'), [])
})

t.test('columns: overrides first, duplicates dropped, labels and predecessors may repeat', async (t) => {
  const fields = (headers: string[], map?: Record<string, string>) =>
    matchColumns(headers, map).map((m) => `${m.field ?? '-'} ${m.confidence}`)
  t.same(fields(['Name', 'Title', 'Tags', 'Label']), ['name exact', '- duplicate', 'labels exact', 'labels exact'])
  t.same(fields(['Vorgang', 'Dauer'], { vorgang: 'name', Dauer: 'Days' }), ['name override', 'duration override'])
  t.same(fields(['Name', 'Notes'], { Notes: '' }), ['name exact', '- none'])
  t.same(fields(['Name', 'Notes'], { Notes: 'nonsense' }), ['name exact', 'notes exact'])
  t.same(fields(['Name', 'Title'], { Title: 'name' }), ['- duplicate', 'name override'])
  t.same(
    fields(['Name', 'Start (planned)', 'Begin']),
    ['name exact', '- none', 'start exact'],
    'a certain column wins over a partial one',
  )
  t.same(fields(['Name', 'x'], JSON.parse('{"__proto__": "name", "constructor": "wbs"}')), ['name exact', '- none'])
})

t.test('delimited text: quotes, line ends, blank lines and lines inside cells', async (t) => {
  const rows: [number, string[]][] = []
  splitDelimited('a,b\r\n"x ""y""","1\n2"\n\n5" pipe,é\r"q"z,\nlast,', ',', (line, cells) => rows.push([line, cells]))
  t.same(rows, [
    [1, ['a', 'b']],
    [2, ['x "y"', '1\n2']],
    [3, ['']],
    [4, ['5" pipe', 'é']],
    [5, ['qz', '']],
    [6, ['last', '']],
  ])
})

t.test('the separator is the one that the lines agree on', async (t) => {
  t.equal(sniffSeparator('Name;Notes, long\nA;b, c, d\nB;c'), ';')
  t.equal(sniffSeparator('Name\tDuration\nA\t1'), '\t')
  t.equal(sniffSeparator('Name|Duration\nA|1'), '|')
  t.equal(sniffSeparator('# one; two; three; four\nName,Duration\n"a;b;c",1'), ',')
  t.equal(sniffSeparator('Name\nA'), ',')
})
