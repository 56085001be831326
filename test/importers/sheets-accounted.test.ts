import t from 'tap'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { readPlan, readWithPreview } from '../../importers/read-plan.ts'
import { workbook } from './read-sheet.ts'

// No filled cell of a sheet is lost in silence: it is in the plan, or the receipt names its text, its column or its line.

const SHEETS = 250

type Sheet = { rows: string[][]; headers: readonly string[]; headerLine: number; tokens: Token[] }
/** A text that stands once in a sheet. */
type Token = { text: string; line: number; column: number }

t.test('every cell of sheets of all makes is in the plan or named', (t) => {
  let read = 0
  for (let seed = 1; seed <= SHEETS; seed += 1) {
    const sheet = makeSheet(seed)
    const text = sheet.rows.map((row) => row.join(',')).join('\n')
    try {
      const plan = readPlan(Buffer.from(text), 'sheet.csv')
      read += 1
      const { receipt, ...imported } = plan
      const written = JSON.stringify(imported)
      const lost = sheet.tokens.filter((token) => !written.includes(token.text) && !isNamed(token, sheet, receipt))
      if (lost.length > 0) t.same(lost, [], `seed ${seed}\n${text}\n${says(plan).join('\n')}`)
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error
    }
  }
  t.ok(read > SHEETS / 2)
  t.end()
})

const says = (plan: ImportedPlan) => plan.receipt.map(({ message }) => message)

function isNamed(
  { text, line, column }: Token,
  { headers, headerLine }: Sheet,
  receipt: ImportedPlan['receipt'],
): boolean {
  const header = headers[column] ?? ''
  return receipt.some(({ message, where }) => {
    if (message.includes(text) || (where.row === line && /not imported/.test(message))) return true
    if (!/not imported|not used/.test(message)) return false
    if (/filled lines above/.test(message)) return line < headerLine
    if (header !== '' && /^Columns/.test(message)) return message.includes(JSON.stringify(header))
    const isOfColumns = /stand in columns/.test(message)
    // Samples have numbers too.
    const places = message.replace(/\([^()]*\)/g, '')
    return [...places.matchAll(/(\d+)(?: to (\d+))?/g)].some(([, from = '', to = from]) => {
      const at = isOfColumns ? column + 1 : line
      return Number(from) <= at && at <= Number(to)
    })
  })
}

/** A plan with what people put around and between its rows, the same for the same seed. */
function makeSheet(seed: number): Sheet {
  let state = seed * 2_654_435_761
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const chance = (percent: number) => below(100) < percent
  let count = 0
  const rows: string[][] = []
  const tokens: Token[] = []
  const put = (cells: string[], column: number, text: string) => {
    while (cells.length <= column) cells.push('')
    cells[column] = text
  }
  const token = (cells: string[], column: number, word = 'Zq') => {
    count += 1
    const text = `${word}${seed}x${count}e`
    put(cells, column, text)
    tokens.push({ text, line: rows.length + 1, column })
  }
  const day = () => `2026-0${3 + below(5)}-${String(10 + below(18))}`
  for (let title = below(3); title > 0; title -= 1) {
    const cells: string[] = []
    token(cells, below(3), 'Title ')
    rows.push(cells)
    if (chance(50)) rows.push([])
  }
  const kinds = ['Task']
  for (let more = 2 + below(6); more > 0; more -= 1)
    kinds.push(
      ['Start', 'Finish', 'Duration', 'Owner', 'Notes', '', '', 'Budget', 'Risk level', 'Room'][below(10)] ?? '',
    )
  const headers = kinds.map((kind, at) => (kind !== '' && kinds.indexOf(kind) < at ? '' : kind))
  if (chance(30)) headers.unshift(chance(50) ? '' : 'Area code')
  const names = headers.indexOf('Task')
  rows.push([...headers])
  const headerLine = rows.length
  for (let tasks = 3 + below(8); tasks > 0; tasks -= 1) {
    const cells: string[] = []
    token(cells, names, 'Work ')
    if (chance(85))
      for (const [at, header] of headers.entries()) {
        if (at === names || chance(30)) continue
        if (header === 'Start' || header === 'Finish') put(cells, at, day())
        else if (header === 'Duration') put(cells, at, `${1 + below(9)}`)
        else token(cells, at)
      }
    if (chance(8)) token(cells, headers.length + below(3), 'Behind ')
    rows.push(cells)
    if (chance(10)) rows.push([])
  }
  if (chance(30)) {
    const cells: string[] = []
    put(cells, names, 'Total')
    token(cells, headers.length - 1 === names ? headers.length : headers.length - 1)
    rows.push(cells)
  }
  if (chance(40)) {
    rows.push([])
    for (let notes = 1 + below(3); notes > 0; notes -= 1) {
      const cells: string[] = []
      token(cells, chance(70) ? 0 : below(headers.length), 'Note: see the remark ')
      rows.push(cells)
    }
  }
  if (chance(25)) {
    rows.push([])
    rows.push(['Holiday', 'Date'])
    for (let more = 1 + below(3); more > 0; more -= 1) {
      const cells: string[] = []
      token(cells, 0, 'Feast ')
      put(cells, 1, day())
      rows.push(cells)
    }
  }
  return { rows, headers, headerLine, tokens }
}

const receiptOf = (...lines: string[]) => says(readPlan(Buffer.from(lines.join('\n')), 'plan.csv'))

t.test('cells without a header are counted, with an example', async (t) => {
  const told = receiptOf('Task,Start,End,,', 'Build,2026-03-02,2026-03-06,7,', 'Write,2026-03-09,2026-03-13,8,see Ann')
  t.ok(
    told.includes('Words in columns without a header are not imported; they stand in columns 5 ("see Ann" in line 3).'),
  )
  t.ok(
    told.includes(
      'Numbers in columns without a header are not imported; they stand in columns 4 (2 cells, such as "7" in line 2).',
    ),
  )
})

t.test('words between the marks of a chart are named', async (t) => {
  const told = receiptOf('Task,W1,W2,W3,W4', 'Dig,x,x,x,x', 'Pour,,x,x,Exam', 'Cure,x,x,x,x', 'Paint,,,x,x')
  t.ok(told.some((text) => /cannot be read as times or marks .* columns 5 \("Exam" in line 3\)/.test(text)))
})

t.test('dates that the plan will not have are said with their number and the worst of them', async (t) => {
  const lengths = receiptOf(
    'Task,Start,Finish,Duration',
    'A,2026-03-02,2026-03-06,5',
    'B,2026-03-02,2026-03-06,4',
    'C,2026-03-02,2026-03-06,4',
    'D,2026-03-09,2026-03-13,5',
    'E,2026-03-09,2026-03-13,5',
  )
  t.ok(
    lengths.includes(
      '2 of 5 dates in column "Finish" are not those of the plan, which keeps starts and durations; line 3 by 1 working day.',
    ),
  )
  const pushed = receiptOf(
    'ID,Task,Start,Finish,Predecessors',
    '1,A,2026-03-02,2026-03-13,',
    '2,B,2026-03-04,2026-03-05,1',
    '3,C,2026-03-18,2026-03-19,2',
  )
  t.ok(
    pushed.some((text) =>
      /^1 rows begin later in the plan than in column "Start", .* line 3 by 8 working days/.test(text),
    ),
  )
  const off = receiptOf(
    'Task,Start,Finish',
    ...Array.from({ length: 30 }, (_, at) => `T${at},2026-03-02,2026-03-06`),
    'Late,2026-03-07,2026-03-10',
  )
  t.ok(off.some((text) => /^1 dates are on days off, such as 2026-03-07 in line 32/.test(text)))
  const heads = receiptOf(
    'WBS,Task,Start,Finish',
    '1,Build,2026-03-02,2026-03-20',
    '1.1,Walls,2026-03-02,2026-03-06',
    '1.2,Roof,2026-03-09,2026-03-13',
  )
  t.ok(heads.some((text) => /^1 rows that head others have other dates .* line 2 by 5 working days/.test(text)))
  const begun = receiptOf('Task,Start,Finish,% Complete', 'A,2026-03-02,2026-03-13,50%', 'B,2026-03-16,2026-03-20,0%')
  t.ok(begun.some((text) => /^1 rows are partly done, .* line 2 by 5 working days/.test(text)))
})

t.test('a sheet whose dates the plan keeps is told nothing of them', async (t) => {
  const told = receiptOf(
    'ID,Task,Start,Finish,Duration,Predecessors',
    '1,A,2026-03-02,2026-03-06,5,',
    '2,B,2026-03-09,2026-03-13,5,1',
    '3,C,2026-03-17,2026-03-18,2,2FS+1d',
    '4,D,2026-03-18,2026-03-18,1,3SS+1d',
  )
  t.same(
    told.filter((text) => /of the plan|in the plan|days off/.test(text)),
    [],
  )
})

t.test('links that lead up, and through rows without dates, push starts as well', async (t) => {
  const told = receiptOf(
    'ID,Task,Start,Duration,Predecessors',
    '1,Last,2026-03-03,1,2',
    '2,Middle,,5,3',
    '3,First,2026-03-02,5,',
  )
  t.ok(told.some((text) => /^1 rows begin later .* line 2 by 9 working days/.test(text)))
})

t.test('a head whose name stands in another column is not said to be lost', async (t) => {
  const told = receiptOf(
    ',Task,Start,End',
    'Sprint 1,,,',
    ',Dig a hole,2026-03-02,2026-03-06',
    ',Fill it,2026-03-09,2026-03-13',
    'Sprint 2,,,',
    ',Rest a while,2026-03-16,2026-03-20',
  )
  t.ok(told.some((text) => /taken for the heads/.test(text)))
  t.notOk(told.some((text) => /without a header/.test(text)))
})

t.test('shares of work beyond all or none are said to be cut', async (t) => {
  const { plan } = readWithPreview(
    Buffer.from('Task,Days,% Complete\nDig,5,150%\nPour,5,-20\nCure,5,100\n'),
    'plan.csv',
  )
  t.same(
    plan.tasks.map((task) => task.percent_complete),
    [100, 0, 100],
  )
  t.same(
    plan.receipt.filter(({ code }) => code === 'bad_percent').map(({ where, message }) => [where.row, message]),
    [
      [2, 'percentage "150%" is more than all; 100 is taken'],
      [3, 'percentage "-20" is less than nothing; 0 is taken'],
    ],
  )
})

t.test(
  'dates of constraints without a kind, and words below a header of milestones, are said to be left out',
  async (t) => {
    const held = receiptOf('Task,Days,Constraint Date', 'Dig,5,2026-03-09', 'Pour,5,')
    t.ok(held.some((text) => /^Column "Constraint Date" is not used/.test(text)))
    const flagged = receiptOf(
      'Task,Days,Milestone',
      ...Array.from({ length: 9 }, (_, at) => `Work ${at},5,${at % 2 === 0 ? 'yes' : 'no'}`),
      'Pour,5,Second draft',
    )
    t.ok(flagged.some((text) => /columns 3 \("Second draft" in line 11\)/.test(text)))
  },
)

t.test('links of another sheet that lead nowhere are counted', async (t) => {
  const bytes = await workbook((book) => {
    book.addWorksheet('Tasks').addRows([
      ['ID', 'Task', 'Duration'],
      ['A', 'Dig', 2],
      ['B', 'Pour', 3],
    ])
    book.addWorksheet('Links').addRows([
      ['From', 'To', 'Type'],
      ['A', 'B', 'FS'],
      ['A', 'Z', 'FS'],
    ])
  })
  const told = says(readPlan(bytes, 'plan.xlsx'))
  t.ok(told.includes('Links are read from sheet "Links"; 1 of them join no two rows of the table and are dropped.'))
})
