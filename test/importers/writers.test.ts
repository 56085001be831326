import { readFileSync } from 'node:fs'
import ExcelJS from 'exceljs'
import t from 'tap'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { readPlan, readWithPreview } from '../../importers/read-plan.ts'
import { sheetCells, sheetHeaders } from '../../importers/write/sheet-cells.ts'
import { CSV_OMISSIONS, writeCsv } from '../../importers/write/write-csv.ts'
import { MSPDI_OMISSIONS, writeMspdi } from '../../importers/write/write-mspdi.ts'
import { writeXlsx, XLSX_OMISSIONS } from '../../importers/write/write-xlsx.ts'

const harbour = readPlan(readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url)), 'harbour.xml')

const withoutOrigin = (plan: ImportedPlan) => {
  const { source: _source, receipt: _receipt, ...rest } = plan
  return rest
}

t.test('a plan written as Project XML is the same plan when it is read', async (t) => {
  const again = readPlan(Buffer.from(writeMspdi(harbour)), 'again.xml')
  const { tasks, ...rest } = withoutOrigin(again)
  const { tasks: before, ...restBefore } = withoutOrigin(harbour)
  t.same(rest, restBefore)
  const comparable = (list: typeof tasks) =>
    list.map(({ source, ...task }) => ({
      ...task,
      mode: source?.mode,
      // What held the stand-in of another project's task becomes a constraint of its own.
      constraint: task.id === '11' ? 'SNET' : source?.constraint_type,
      wbs: source?.wbs,
      deadline: source?.deadline,
    }))
  t.same(comparable(tasks), comparable(before))
  t.ok(MSPDI_OMISSIONS.length > 0)
})

t.test('ids that are no numbers get numbers, and everything still points to the right place', async (t) => {
  const plan = structuredClone(harbour)
  const rename = (id: string | null) => (id === null ? null : `task-${id}`)
  for (const task of plan.tasks) Object.assign(task, { id: rename(task.id), parent: rename(task.parent) })
  for (const link of plan.dependencies)
    Object.assign(link, { predecessor: rename(link.predecessor), successor: rename(link.successor) })
  for (const assignment of plan.assignments) assignment.task = `task-${assignment.task}`
  const again = readPlan(Buffer.from(writeMspdi(plan)), 'again.xml')
  const names = new Map(again.tasks.map((task) => [task.id, task.name]))
  const before = new Map(harbour.tasks.map((task) => [task.id, task.name]))
  t.same(
    again.dependencies.map((d) => [names.get(d.predecessor), names.get(d.successor)]),
    harbour.dependencies.map((d) => [before.get(d.predecessor), before.get(d.successor)]),
  )
  t.same(
    again.assignments.map((a) => names.get(a.task)),
    harbour.assignments.map((a) => before.get(a.task)),
  )
  t.same(
    again.tasks.map((task) => names.get(task.parent ?? '')),
    harbour.tasks.map((task) => before.get(task.parent ?? '')),
  )
})

t.test('characters that XML cannot hold are left out, the others are escaped', async (t) => {
  const plan = structuredClone(harbour)
  Object.assign(plan.tasks[0] as object, { name: 'a\u0000\u0008<&>"\ud800b 😀', notes: 'one\r\ntwo]]>' })
  const again = readPlan(Buffer.from(writeMspdi(plan)), 'again.xml')
  t.equal(again.tasks[0]?.name, 'a<&>"b 😀')
  t.equal(again.tasks[0]?.notes, 'one\r\ntwo]]>')
})

t.test('computed dates are written in place of those of the file', async (t) => {
  const dates = new Map([['2', { start: '2027-01-04', finish: '2027-01-08' }]])
  const again = readPlan(Buffer.from(writeMspdi(harbour, dates)), 'again.xml')
  t.match(again.tasks.find((task) => task.id === '2')?.source, {
    start: '2027-01-04T08:00:00',
    finish: '2027-01-08T17:00:00',
    early_start: null,
  })
  t.match(writeCsv(harbour, dates), /2027-01-04,2027-01-08/)
})

t.test(
  'CSV and XLSX come back with tasks, tree, links, people, labels, notes, estimates, points and what holds tasks',
  async (t) => {
    const plan = structuredClone(harbour)
    Object.assign(plan.tasks[1] as object, {
      labels: ['Site', 'Weather'],
      name: 'Survey, "deep"; wide',
      story_points: 5,
    })
    const fields = (p: ImportedPlan) =>
      p.tasks.map((task) => [
        task.id,
        task.name,
        task.parent,
        task.is_milestone,
        task.planned_start,
        task.notes,
        task.labels,
        task.constraint_type ?? null,
        task.constraint_date ?? null,
        task.deadline ?? null,
        task.story_points,
        task.optimistic_duration,
        task.most_likely_duration,
        task.pessimistic_duration,
      ])
    const links = (p: ImportedPlan) =>
      p.dependencies.map((d) => [d.predecessor, d.successor, d.dep_type, d.lag, d.lag_unit])
    for (const [name, bytes] of [
      ['a.csv', Buffer.from(writeCsv(plan))],
      ['a.xlsx', await writeXlsx(plan)],
    ] as const) {
      const { plan: again, preview } = readWithPreview(bytes, name)
      t.same(fields(again), fields(plan), name)
      t.same(links(again), links(plan), name)
      t.same(
        again.tasks.filter((task) => !task.source?.summary).map((task) => task.duration),
        plan.tasks.filter((task) => !task.source?.summary).map((task) => task.duration),
        name,
      )
      t.same(
        again.resources.map((r) => r.name),
        ['Ana Costa', 'Divers'],
        name,
      )
      t.same(preview?.error_count, 0, name)
    }
    t.ok(CSV_OMISSIONS.length > 0 && XLSX_OMISSIONS.length > 0)
  },
)

t.test(
  'a plan that is held to nothing, has not begun, is all active and nothing estimated, has no columns for it',
  async (t) => {
    const plan = structuredClone(harbour)
    t.match(
      writeCsv(plan).split('\r\n')[0],
      /,Constraint Type,Constraint Date,Deadline,Actual Start,Actual Finish,Active,Optimistic,Most Likely,Pessimistic$/,
    )
    for (const task of plan.tasks) {
      delete task.constraint_type
      delete task.constraint_date
      delete task.deadline
      if (task.source !== undefined) task.source.active = true
      Object.assign(task, { optimistic_duration: null, most_likely_duration: null, pessimistic_duration: null })
      Object.assign(task, { actual_start: null, actual_finish: null })
    }
    t.match(writeCsv(plan).split('\r\n')[0], /,Notes,Planned Start$/)
  },
)

t.test('text that would run as a formula is defused on the way out and restored on the way in', async (t) => {
  const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1', "=cmd|'/c calc'!A1"]
  const plan = structuredClone(harbour)
  plan.dependencies = []
  plan.assignments = []
  plan.tasks = dangerous.map((text, index) => ({
    ...(structuredClone(harbour.tasks[1]) as (typeof plan.tasks)[0]),
    id: String(index + 1),
    parent: null,
    notes: text,
  }))
  const csv = writeCsv(plan)
  for (const line of csv.split('\r\n').slice(1)) t.notMatch(line, /(^|,)"?[=+\-@\t＝]/)
  const expected = dangerous.map((text) => text.trim())
  t.same(
    readPlan(Buffer.from(csv), 'a.csv').tasks.map((task) => task.notes),
    expected,
  )
  t.same(
    readPlan(await writeXlsx(plan), 'a.xlsx').tasks.map((task) => task.notes),
    expected,
  )
})

t.test('a workbook is read by others: header, dates, numbers, text and widths', async (t) => {
  const plan = structuredClone(harbour)
  const notes = ['two\nlines', ' <b>&amp; "x" ', '_x0041_ is no A', '\ud83d\ude00\u0001'.repeat(20_000)]
  for (const [index, note] of notes.entries()) Object.assign(plan.tasks[index] as object, { notes: note })
  const [from, early] = plan.tasks.slice(4) as [ImportedPlan['tasks'][number], ImportedPlan['tasks'][number]]
  Object.assign(from, { planned_start: '2026-03-01', duration: 2.5 })
  Object.assign(early, { planned_start: '1899-12-31' })
  const bytes = await writeXlsx(plan)
  t.ok(Buffer.from(bytes).equals(await writeXlsx(plan)), 'the same plan gives the same bytes')
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(Buffer.from(bytes).buffer as ArrayBuffer)
  const sheet = book.getWorksheet('Plan')!
  t.match(sheet.views[0], { state: 'frozen', ySplit: 1 })
  t.equal(sheet.rowCount, plan.tasks.length + 1)
  const header = sheet.getRow(1)
  t.strictSame((header.values as unknown[]).slice(1), sheetHeaders(plan))
  t.ok(header.getCell(1).font.bold)
  t.equal(sheet.getColumn(3).width, 44)
  const column = (name: string) => sheetHeaders(plan).indexOf(name) + 1
  const cellsOf = (name: string) => plan.tasks.map((_, index) => sheet.getCell(index + 2, column(name)))
  const texts = cellsOf('Notes').map(({ value }) => value)
  t.strictSame(texts.slice(0, 2), notes.slice(0, 2))
  t.equal(texts[3], '\ud83d\ude00'.repeat(10_922), 'cut where a cell ends, between two characters')
  const starts = sheetCells(plan).map((cells) => cells[column('Planned Start') - 1])
  for (const [index, cell] of cellsOf('Planned Start').entries()) {
    const start = starts[index]
    if (typeof start !== 'object' || start === null) continue
    const isDoubtful = start.date < '1900-03-01'
    t.strictSame(cell.value, isDoubtful ? start.date : new Date(start.date))
    if (!isDoubtful) t.equal(cell.numFmt, 'yyyy-mm-dd')
  }
  t.ok(cellsOf('Duration').some(({ value }) => value === 2.5))
  t.equal(readPlan(bytes, 'a.xlsx').tasks[2]?.notes, notes[2])
})

t.test('a tree that runs in a circle loses no task', async (t) => {
  const plan = structuredClone(harbour)
  Object.assign(plan.tasks[0] as object, { parent: '2' })
  t.equal(readPlan(Buffer.from(writeMspdi(plan)), 'a.xml').tasks.length, plan.tasks.length)
  t.equal(readPlan(Buffer.from(writeCsv({ ...plan, dependencies: [] })), 'a.csv').tasks.length, plan.tasks.length)
})
