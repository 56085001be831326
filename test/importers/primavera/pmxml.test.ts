import { readFileSync } from 'node:fs'
import t from 'tap'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import { readPlan } from '../../../importers/read-plan.ts'

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/plans/${name}`, import.meta.url))
const quay = readPlan(fixture('quay-p6.xml'), 'quay-p6.xml')
const tables = readPlan(fixture('quay.xer'), 'quay.xer')
/** What only the tables of the fixture hold. */
const ONLY_THERE = new Set(['Site management', 'Crane visit', 'Test lift'])

const shared = (plan: ImportedPlan) => ({
  name: plan.name,
  start: plan.start_date,
  data_date: plan.status_date,
  calendar: plan.calendar,
  calendars: plan.calendars,
  tasks: plan.tasks
    .filter(({ name = '' }) => !ONLY_THERE.has(name))
    .map(({ source, parent, ...task }) => ({
      ...task,
      wbs: source?.wbs,
      // What summaries roll up is not the same where other activities are inside.
      ...(source?.summary === true ? { duration: null } : { start: source?.start, finish: source?.finish }),
    })),
  links: plan.dependencies.filter(({ successor }) => successor !== '1005'),
  resources: plan.resources,
  assignments: plan.assignments,
})

t.test('elements say what tables say: the same project is the same plan', async (t) => {
  const [ours, theirs] = [shared(quay), shared(tables)]
  // A node whose number an activity has gets the next free one, which other activities of the tables take up.
  const renumbered = (plan: typeof ours) =>
    plan.tasks.map((task) => (task.name === 'Piling' ? { ...task, id: 'piling' } : task))
  t.same({ ...ours, tasks: renumbered(ours) }, { ...theirs, tasks: renumbered(theirs) })
  t.match(quay.source, { format: 'pmxml', application: 'Primavera P6 XML 20.12' })
})

t.test('links to other projects and costs are named', async (t) => {
  const codes = quay.receipt.map(({ code }) => code)
  for (const code of ['cross_project_link', 'suspended', 'cost_not_imported']) t.ok(codes.includes(code), code)
})

t.test('records beside their project belong to it, by its number or as the only one', async (t) => {
  const activity = (inner: string) => `<Activity><ObjectId>7</ObjectId><Name>Dig</Name>${inner}</Activity>`
  const project = '<Project><ObjectId>1</ObjectId><Name>P</Name></Project>'
  for (const document of [
    activity('') + project,
    project + activity('<ProjectObjectId>1</ProjectObjectId>'),
    project + activity(''),
  ])
    t.same(
      readPlan(Buffer.from(`<APIBusinessObjects>${document}</APIBusinessObjects>`), 'p.xml').tasks.map(
        ({ name }) => name,
      ),
      ['Dig'],
    )
})

t.test('percentages count as parts of one and to a hundred, and a stated 100 stays', async (t) => {
  const percent = (value: string) => {
    const text = `<APIBusinessObjects><Project><ObjectId>1</ObjectId><Activity><ObjectId>7</ObjectId><Status>In Progress</Status><StartDate>2026-03-02T08:00:00</StartDate><PercentComplete>${value}</PercentComplete></Activity></Project></APIBusinessObjects>`
    return readPlan(Buffer.from(text), 'p.xml').tasks[0]?.percent_complete
  }
  t.same(['0.25', '25', '1', '0.999', '0.001'].map(percent), [25, 25, 100, 99, 1])
})
