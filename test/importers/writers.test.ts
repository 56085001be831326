import { readFileSync } from 'node:fs'
import t from 'tap'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { readPlan, readWithPreview } from '../../importers/read-plan.ts'
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

t.test('CSV and XLSX come back with tasks, tree, links, people, labels, notes and what holds tasks', async (t) => {
  const plan = structuredClone(harbour)
  Object.assign(plan.tasks[1] as object, { labels: ['Site', 'Weather'], name: 'Survey, "deep"; wide' })
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
})

t.test('a plan that is held to nothing has no columns for it', async (t) => {
  const plan = structuredClone(harbour)
  t.match(writeCsv(plan).split('\r\n')[0], /,Constraint Type,Constraint Date,Deadline$/)
  for (const task of plan.tasks) {
    delete task.constraint_type
    delete task.constraint_date
    delete task.deadline
  }
  t.match(writeCsv(plan).split('\r\n')[0], /,Notes,Planned Start$/)
})

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

t.test('a tree that runs in a circle loses no task', async (t) => {
  const plan = structuredClone(harbour)
  Object.assign(plan.tasks[0] as object, { parent: '2' })
  t.equal(readPlan(Buffer.from(writeMspdi(plan)), 'a.xml').tasks.length, plan.tasks.length)
  t.equal(readPlan(Buffer.from(writeCsv({ ...plan, dependencies: [] })), 'a.csv').tasks.length, plan.tasks.length)
})
