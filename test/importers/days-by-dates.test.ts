import t from 'tap'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { scheduledDates } from '../../compute/model/documents/scheduled-dates.ts'
import { checkDates } from '../../importers/check/check-dates.ts'
import { fileDates } from '../../importers/check/file-dates.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { readPlan } from '../../importers/read-plan.ts'
import { writePmxml } from '../../importers/write/primavera/write-pmxml.ts'
import { writeXer } from '../../importers/write/primavera/write-xer.ts'
import { writeMspdi } from '../../importers/write/write-mspdi.ts'
import { onePlan } from './one-plan.ts'

const row = (uid: number, [start, finish]: [string, string], hours: number, more = '') =>
  `<Task><UID>${uid}</UID><Name>row ${uid}</Name><OutlineLevel>1</OutlineLevel><Start>2026-03-${start}</Start>` +
  `<Finish>2026-03-${finish}</Finish><Duration>PT${hours}H0M0S</Duration>${more}</Task>`
const after = (uid: number) =>
  `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID><Type>1</Type></PredecessorLink>`
const lengths = (plan: ImportedPlan) => plan.tasks.map(({ duration }) => duration)
const datesOf = (plan: ImportedPlan) =>
  scheduledDates(runCpm(buildGraph(columnsFromPlan(plan))), (task) => plan.tasks[task]?.id ?? '')

const split = row(1, ['02T08:00:00', '11T17:00:00'], 40) + row(2, ['12T08:00:00', '13T17:00:00'], 16, after(1))

t.test('a task in parts lasts from its first to its last, and what follows it follows that', async (t) => {
  const plan = onePlan(split)
  t.same(lengths(plan), [8, 2])
  t.match(
    plan.receipt.filter(({ code }) => code === 'task_split'),
    [{ where: { uid: 1, field: 'duration' }, message: /^5 days of work are spread over 8 working days/ }],
  )
  t.equal(plan.tasks[0]?.source?.duration_minutes, 2400, 'its work is what it was')
  const check = checkDates(fileDates(plan), datesOf(plan))
  t.match(check, { compared: 2, equal: 2 })
})

t.test('work that is done on days which its calendar does not work lasts what is left of them', async (t) => {
  const plan = onePlan(row(1, ['05T08:00:00', '10T17:00:00'], 48) + row(2, ['11T08:00:00', '11T17:00:00'], 8, after(1)))
  t.same(lengths(plan), [4, 1], 'Thursday to Tuesday, with a weekend of work between')
  t.match(
    plan.receipt.filter(({ code }) => code === 'task_condensed'),
    [{ where: { uid: 1 }, message: /^6 days of work are done within 4 working days/ }],
  )
})

t.test('dates that are not those of the work say nothing of its length', async (t) => {
  const length = (dates: [string, string], hours: number, more = '') =>
    onePlan(row(1, dates, hours, more)).tasks[0]?.duration
  t.equal(length(['02T08:00:00', '02T17:00:00'], 40), 5, 'nobody works longer than time goes on')
  t.equal(length(['02T08:00:00', '02T08:00:00'], 40), 5)
  t.equal(length(['01T08:00:00', '11T17:00:00'], 40), 5, 'begins on a day off')
  t.equal(length(['04T13:00:00', '11T12:00:00'], 40), 5, 'five days from noon to noon')
  t.equal(length(['04T13:00:00', '04T17:00:00'], 4), 1, 'a part of a day')
  const begun = '<PercentComplete>40</PercentComplete><ActualStart>2026-03-02T08:00:00</ActualStart>'
  t.equal(length(['02T08:00:00', '11T17:00:00'], 40, begun), 5, 'what has begun keeps its duration')
  const said = onePlan(row(1, ['02T08:00:00', '11T17:00:00'], 40, begun)).receipt.find(
    ({ code }) => code === 'task_split',
  )
  t.match(said?.message, /here they follow one another/)
})

const WAYS: Record<string, (plan: ImportedPlan) => ImportedPlan> = {
  mspdi: (plan) => readPlan(Buffer.from(writeMspdi(plan)), 'again.xml'),
  xer: (plan) => readPlan(writeXer(plan), 'again.xer'),
  pmxml: (plan) => readPlan(Buffer.from(writePmxml(plan)), 'again.xml'),
}

t.test(
  'length and work of a task in parts come back from every file, and of one that has another length since',
  async (t) => {
    for (const [form, again] of Object.entries(WAYS)) {
      const plan = onePlan(split)
      const minutes = (of: ImportedPlan) => of.tasks.map(({ source }) => source?.duration_minutes)
      t.same([lengths(again(plan)), minutes(again(plan))], [lengths(plan), minutes(plan)], form)
      for (const task of plan.tasks) task.duration = 3
      t.same(lengths(again(plan)), [3, 3], `${form}: given another length`)
    }
    const plan = onePlan(split)
    const computed = readPlan(Buffer.from(writeMspdi(plan, datesOf(plan))), 'computed.xml')
    t.same(lengths(computed), lengths(plan))
  },
)
