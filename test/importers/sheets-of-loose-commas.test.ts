// Seen failing before: commas that nobody had quoted moved days and people to columns without a header.
import t from 'tap'
import { datesOf, lines, read, workbook } from './read-sheet.ts'

const ENDS = [
  ['Call Ann, Ben and Cy', null, '2027-03-05'],
  ['Order sand, gravel', null, '2027-03-09'],
  ['Sweep', null, '2027-03-11'],
]

t.test('a comma with a blank behind it is part of an unquoted cell, where no other has one', async (t) => {
  const { plan, says } = read(
    lines(
      'Task,Owner,Due Date,Status',
      'Call Ann, Ben and Cy,Dora,2027-03-05,Done',
      'Order sand, gravel,Egon,2027-03-09,Open',
      'Sweep,Egon,2027-03-11,Open',
    ),
  )
  t.same(datesOf({ plan }), ENDS)
  t.ok(says(/a separator with a blank behind it is taken for a part of its cell: lines 2, 3\./))
})

t.test('also with semicolons, with dates in the middle, and in the last column', async (t) => {
  const semicolons = read(
    lines(
      'Aufgabe;Fällig;Bemerkung',
      'Rufen; fragen;05.03.2027;heute; morgen',
      'Sand; Kies;09.03.2027;nichts',
      'Fegen;11.03.2027;nichts',
    ),
  )
  t.same(datesOf(semicolons), [
    ['Rufen; fragen', null, '2027-03-05'],
    ['Sand; Kies', null, '2027-03-09'],
    ['Fegen', null, '2027-03-11'],
  ])
})

t.test('a row that still has a cell too many has two put together, and says so', async (t) => {
  const { plan, says } = read(
    lines(
      'Area,Story,Check,Owner,Due Date',
      'Pool,As guest, I swim,Water, warm,AN,2027-03-05',
      'Pool,As guard, I watch,Tower, dry,BE,2027-03-06',
      'Bar,Drinks,As guest, I drink,Ice, cold,AN,2027-03-07',
    ),
  )
  t.equal(plan.tasks.at(-1)?.source?.finish?.slice(0, 10), '2027-03-07')
  t.match(plan.tasks.map(({ name }) => name).join('|'), /As guest, I drink/)
  t.ok(says(/two of them put together, which is a guess: 4\./))
})

t.test('separators that all have a blank behind them, quoted cells and short rows stay as they are', async (t) => {
  const spaced = read(lines('Task, Start, End', 'Dig, 2027-03-01, 2027-03-03', 'Pour, 2027-03-04, 2027-03-05'))
  t.same(datesOf(spaced), [
    ['Dig', '2027-03-01', '2027-03-03'],
    ['Pour', '2027-03-04', '2027-03-05'],
  ])
  const quoted = read(lines('Task,End', '"Dig, pour",2027-03-03', 'Sweep,2027-03-04'))
  t.same(datesOf(quoted), [
    ['Dig, pour', null, '2027-03-03'],
    ['Sweep', null, '2027-03-04'],
  ])
  const blank = read(lines('Task,Owner,End', 'Dig, Ann,2027-03-03', 'Pour, Ben,2027-03-04'))
  t.same(datesOf(blank), [
    ['Dig', null, '2027-03-03'],
    ['Pour', null, '2027-03-04'],
  ])
})

t.test('Japanese headers that end in a word for plans come before those of what was begun', async (t) => {
  for (const [start, end] of [
    ['始予定', '終予定'],
    ['開始予定日', '終了予定日'],
    ['着手計画', '完了計画'],
  ]) {
    const book = await workbook((one) =>
      one.addWorksheet('表').addRows([
        ['作業内容', start, '工数', end, '着工日', '実稼働', '最終日'],
        ['設計', '2027-03-01', 2, '2027-03-02', '2027-03-03', 3, '2027-03-05'],
        ['実装', '2027-03-08', 3, '2027-03-10', '', '', ''],
      ]),
    )
    t.same(datesOf(read(book, 'a.xlsx')), [
      ['設計', '2027-03-01', '2027-03-02'],
      ['実装', '2027-03-08', '2027-03-10'],
    ])
  }
})
