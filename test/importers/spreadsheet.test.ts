import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { type ReadOptions, readWithPreview } from '../../importers/read-plan.ts'
import { SPREADSHEET_TEMPLATE } from '../../importers/spreadsheet/template.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/plans/${name}`, import.meta.url))

function read(text: string | Uint8Array, options: ReadOptions = {}, name = 'plan.csv') {
  const { plan, preview } = readWithPreview(Buffer.from(text), name, options)
  if (preview === null) throw new Error('no preview')
  return { plan, preview }
}

function refusal(text: string | Uint8Array, options: ReadOptions = {}, name = 'plan.csv'): ImportRefusal {
  try {
    readWithPreview(Buffer.from(text), name, options)
  } catch (error) {
    if (error instanceof ImportRefusal) return error
    throw error
  }
  throw new Error('not refused')
}

const codes = (preview: { row_errors: { row: number; code: string }[] }) =>
  preview.row_errors.map((e) => `${e.row} ${e.code}`)

t.test('the template is read without a single warning', async (t) => {
  const { plan, preview } = read(SPREADSHEET_TEMPLATE)
  t.same(plan.receipt, [])
  t.equal(preview.task_count, 10)
  t.ok(plan.tasks.some((task) => task.is_milestone))
  t.ok(plan.dependencies.some((link) => link.lag === -1) && plan.dependencies.some((link) => link.lag === 2))
})

t.test('constraints by letters or names; what cannot be one is dropped with a word', async (t) => {
  const rows = [
    'Name,WBS,Start,Constraint Type,Constraint Date,Deadline',
    'A,1,2026-03-02,Must Start On,2026-03-09,',
    'B,2,,fnlt,2026-03-20,2026-03-19',
    'C,3,,As Late As Possible,2026-03-20,',
    'D,4,,As Soon As Possible,,x',
    'E,5,,soon,2026-03-20,',
    'F,6,,MFO,,',
    'G,7,,MSO,2026-03-20,',
    'H,7.1,,,,',
  ]
  const { plan, preview } = read(rows.join('\n'))
  const held = plan.tasks.map((task) => [task.constraint_type, task.constraint_date, task.deadline])
  t.same(held, [
    ['MSO', '2026-03-09', undefined],
    ['FNLT', '2026-03-20', '2026-03-19'],
    ['ALAP', null, undefined],
    ...Array.from({ length: 5 }, () => [undefined, undefined, undefined]),
  ])
  t.same(codes(preview), ['5 bad_date', '6 bad_constraint', '7 bad_constraint', '8 bad_constraint'])
  t.same(read('Name,Deadlines we heard of\nA,2026-03-02').plan.tasks[0]?.deadline, undefined, 'only the word itself')
})

t.test('a plan kept by hand: comments, blank rows, line breaks in cells', async (t) => {
  const { plan, preview } = read(fixture('harbour.csv'), {}, 'harbour.csv')
  t.same(plan.receipt, [])
  t.equal(plan.name, 'harbour')
  t.same(
    plan.tasks.map((task) => [task.id, task.parent, task.duration, task.source?.row]),
    [
      ['1', null, 1, 4],
      ['2', '1', 5, 5],
      ['3', '1', 10, 6],
      ['4', '1', 0, 8],
      ['5', null, 1, 10],
      ['6', '5', 2, 11],
      ['7', '5', 12, 12],
      ['8', '5', 0, 13],
    ],
  )
  t.same(plan.tasks[2]?.labels, ['Paper', 'Site'], 'the first spelling of a label wins')
  t.same(
    plan.resources.map((r) => r.name),
    ['Ana Costa', 'Ben Okoro', 'Divers', 'Crane'],
  )
  t.same(
    plan.dependencies.map((d) => `${d.predecessor}${d.dep_type}${d.lag}>${d.successor}`),
    ['2FS0>3', '3FS0>4', '4FS2>6', '3FS0>6', '6SS1>7', '7FF-1>8', '6FS0>8'],
  )
  t.equal(preview.row_count, 8)
  t.equal(preview.date_order_resolved, 'iso')
})

t.test('row problems carry the line of the spreadsheet, the column and a code', async (t) => {
  const { plan, preview } = read(fixture('semicolons-day-first.csv'), {}, 'semicolons.csv')
  t.same(codes(preview), ['2 duration_rounded', '3 duration_rounded', '4 bad_duration', '4 bad_date', '6 missing_name'])
  t.match(preview.row_errors[3], { column: 'Start', severity: 'warning' })
  t.match(preview.row_errors[4], { column: 'Task', severity: 'error' })
  t.match(preview, { error_count: 1, warning_count: 4, row_error_count: 5, task_count: 3, date_order_resolved: 'dmy' })
  t.match(preview.date_order_evidence, { row: 2, column: 'Start', value: '13/02/2026' })
  t.equal(plan.tasks[0]?.name, 'Löschanlage prüfen')
  t.same(
    plan.tasks.map((task) => task.planned_start),
    ['2026-02-13', '2026-04-03', null],
  )
})

t.test(
  'indentation makes the tree; without IDs references are positions; several predecessor columns are united',
  async (t) => {
    const { plan, preview } = read(fixture('indented.tsv'), {}, 'indented.tsv')
    t.same(
      plan.tasks.map((task) => [task.name, task.parent]),
      [
        ['Design', null],
        ['Sketch', 'row-2'],
        ['Draw', 'row-3'],
        ['Check', 'row-3'],
        ['Build', null],
      ],
    )
    t.same(
      plan.dependencies.map((d) => [d.predecessor, d.successor]),
      [
        ['row-5', 'row-6'],
        ['row-2', 'row-7'],
      ],
    )
    t.same(codes(preview), ['5 link_to_own_summary', '6 unknown_predecessor'])
    t.ok(preview.date_order_ambiguous)
    t.same(
      preview.date_order_readings.map((reading) => [reading.order, reading.sample_raw_start, reading.start]),
      [
        ['mdy', '3/4/2026', '2026-03-04'],
        ['dmy', '3/4/2026', '2026-04-03'],
      ],
    )
    t.equal(preview.warnings.filter((w) => w.includes('month/day/year')).length, 1)
  },
)

t.test(
  'a duration is counted in working days where only dates are given, on the calendar that is passed in',
  async (t) => {
    const text = 'Name,Start,Finish\nA,2026-04-02,2026-04-08\n'
    const standard = read(text)
    t.equal(standard.plan.tasks[0]?.duration, 5)
    t.match(standard.preview.warnings, [/working days \(Monday to Friday\)/])
    const calendar = {
      working_days: [1, 2, 3, 4, 5, 6],
      exceptions: [{ from: '2026-04-03', to: '2026-04-06', working: false }],
    }
    const own = read(text, { calendar })
    t.equal(own.plan.tasks[0]?.duration, 3)
    t.same(own.plan.calendar, calendar)
  },
)

t.test('milestones, progress and finishes that make no sense', async (t) => {
  const { plan, preview } = read(
    'Name,Duration,Milestone,Done,Start,Finish\nA,3,yes,,,\nB,0,no,,,\nC,2,,40,,\nD,2,,100,,\nE,2,,nearly,2026-03-03,2026-03-02\n',
  )
  t.same(
    plan.tasks.map((task) => [task.is_milestone, task.duration, task.percent_complete]),
    [
      [true, 0, 0],
      [true, 0, 0],
      [false, 2, 40],
      [false, 2, 100],
      [false, 2, 0],
    ],
  )
  t.same(codes(preview), ['2 milestone_duration', '6 finish_before_start', '6 bad_percent'])
})

t.test('WBS codes place rows in any order; depths and plain numbers are told apart', async (t) => {
  const parents = (text: string) => read(text).plan.tasks.map((task) => task.parent)
  t.same(parents('ID,WBS,Name\na,1,A\nb,1.1,B\nc,1.1.2.,C\nd,2.1,D\ne,2,E\n'), [null, 'a', 'b', 'e', null])
  t.same(parents('ID,Level,Name\na,1,A\nb,2,B\nc,3,C\nd,2,D\n'), [null, 'a', 'b', 'a'])
  t.same(parents('ID,WBS,Name\na,1,A\nb,2,B\nc,3,C\n'), [null, null, null], 'distinct numbers only number the rows')
  t.same(parents('ID,Phase,Name\na,Design,A\nb,Build,B\n'), [null, null])
})

t.test('references: IDs win, doubles count once, self references and strangers are dropped', async (t) => {
  const { plan, preview } = read(
    'ID,Name,After,Depends On\n10,A,,\n20,B,"10, 10FS",10\n1,C,"1; 020FS; 2",\n20,D,10SS+1d,\n',
  )
  t.same(
    plan.dependencies.map((d) => `${d.predecessor}>${d.successor} ${d.dep_type}${d.lag}`),
    ['10>20 FS0', '20>1 FS0', '10>row-5 SS1'],
  )
  t.same(codes(preview).sort(), ['4 self_dependency', '4 unknown_predecessor', '5 duplicate_id'])
})

t.test('circles refuse the file and name the rows, through summaries too', async (t) => {
  const direct = refusal('ID,Name,Predecessors\n1,A,3\n2,B,1\n3,C,2\n4,D,\n')
  t.equal(direct.code, 'cyclic_dependency')
  t.same(direct.offending?.toSorted(), ['row 2 (A)', 'row 3 (B)', 'row 4 (C)'])
  const nested = refusal('ID,WBS,Name,Predecessors\n1,1,S,\n2,1.1,A,3\n3,2,B,1\n')
  t.equal(nested.code, 'cyclic_dependency', 'B follows S, and A inside S follows B')
  t.match(nested.detail, /row 4 \(B\)/)
})

t.test('labels: limits on their number, length and spelling', async (t) => {
  const many = Array.from({ length: 25 }, (_, i) => `l${i}`).join(';')
  const { plan, preview } = read(`Name,Labels,Stream\nA,${many},\nB,site / ${'x'.repeat(60)},SITE\n`, {
    labels: ['Site'],
  })
  t.equal(plan.tasks[0]?.labels?.length, 20)
  t.same(plan.tasks[1]?.labels, ['Site', 'x'.repeat(50)])
  t.same(codes(preview), ['2 too_many_labels', '3 label_cut'])
  const rows = Array.from(
    { length: 12 },
    (_, r) => `T${r},${Array.from({ length: 10 }, (_, i) => `n${r * 10 + i}`).join(';')}`,
  )
  const full = read(`Name,Labels\n${rows.join('\n')}\n`)
  t.equal(new Set(full.plan.tasks.flatMap((task) => task.labels ?? [])).size, 100)
  t.same(codes(full.preview), ['12 too_many_labels', '13 too_many_labels'])
})

t.test('rows past the cap are skipped and counted', async (t) => {
  const { plan, preview } = read(`Name\n${'A\n'.repeat(12)}`, { limits: { spreadsheetRows: 5 } })
  t.equal(plan.tasks.length, 5)
  t.equal(preview.truncated_rows, 7)
  t.match(preview.warnings, [/no duration/, /no start date/, /7 rows past the limit of 5/])
})

t.test('column maps and date orders given by the caller', async (t) => {
  const text = 'Vorgang,Anfang\nA,3/4/2026\n'
  const options: ReadOptions = { columnMap: { Vorgang: 'name', Anfang: 'start' }, dateOrder: 'dmy' }
  t.equal(read(text, options).plan.tasks[0]?.planned_start, '2026-04-03')
  const iso = read(text, { ...options, dateOrder: 'iso' })
  t.same(codes(iso.preview), ['2 bad_date'])
  t.equal(refusal(text, { ...options, dateOrder: 'ymd' as 'iso' }).code, 'bad_option')
})

t.test('formulas defused by an export come back as they were', async (t) => {
  const { plan } = read("Name,Notes\n'=SUM(A1),'-5 degrees\n'quoted',plain\n")
  t.same(
    plan.tasks.map((task) => [task.name, task.notes]),
    [
      ['=SUM(A1)', '-5 degrees'],
      ["'quoted'", 'plain'],
    ],
  )
})

t.test('whole files that cannot be used', async (t) => {
  t.equal(refusal('').code, 'empty_file')
  t.equal(refusal('\n \n# only a comment\n').code, 'no_header')
  t.equal(refusal('Duration,Start\n5,2026-01-01\n').code, 'no_name_column')
  t.match(refusal('Colour,Duration\nred,5\n').detail, /"Colour"/)
  t.equal(
    refusal(Buffer.from([0x4e, 0, 0x61, 0, 0x6d, 0, 0x65, 0])).code,
    'unreadable_file',
    'too short to show UTF-16',
  )
  t.equal(refusal('Name\n"open').code, 'unreadable_file')
  t.equal(refusal(`Name\n${'A'.repeat(1_000_001)}`).code, 'too_complex')
  t.equal(refusal(`${','.repeat(17_000)}\n`).code, 'too_complex')
  t.equal(refusal('Name\nA', { limits: { spreadsheetBytes: 3 } }).code, 'too_large')
})

t.test('UTF-16 with a mark, Latin text and an announced separator are read', async (t) => {
  t.equal(read(Buffer.from('\ufeffName\nGrün\n', 'utf16le')).plan.tasks[0]?.name, 'Grün')
  t.equal(read(Buffer.from('Name\nGrün\n', 'latin1')).plan.tasks[0]?.name, 'Grün')
  const announced = read('sep=|\nName|Duration\nA|3\n')
  t.same(
    announced.plan.tasks.map((task) => [task.name, task.duration, task.source?.row]),
    [['A', 3, 3]],
  )
})

const corpus = new URL('../../../shared/corpus/spreadsheets/', import.meta.url)
t.test('spreadsheets that people really keep', async (t) => {
  if (!existsSync(corpus)) return t.comment('the corpus of real spreadsheets is not here; its tests are left out')
  const expected: Record<string, string | number> = {
    'enma401-wbs-staggered.csv': 65,
    'gantt-generator-sample-ja.csv': 5,
    'network-model-three-point.csv': 15,
    // 33 rows below the ten phases of a column.
    'pmo-agent-plan.csv': 43,
    'scriptplan-gantt.csv': 8,
    'simple-gantt.xlsx': 7,
    'tpm-handbook-project-plan.xlsx': 39,
    'wbs-viewer-parent-ids.csv': 26,
  }
  const outcomes = Object.fromEntries(
    readdirSync(corpus)
      .filter((name) => /\.(csv|xlsx)$/.test(name))
      .map((name) => {
        try {
          return [name, readWithPreview(readFileSync(new URL(name, corpus)), name).plan.tasks.length]
        } catch (error) {
          return [name, (error as ImportRefusal).code]
        }
      }),
  )
  t.same(outcomes, expected)
})
