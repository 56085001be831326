// What other planners' plans say and Primavera has no column for: it goes along, in either form, and comes back.
import t from 'tap'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import { readPlan } from '../../../importers/read-plan.ts'
import { writePmxml } from '../../../importers/write/primavera/write-pmxml.ts'
import { writeXer } from '../../../importers/write/primavera/write-xer.ts'
import { neutralPlan, neutralTask } from '../neutral-plan.ts'

const WAYS = {
  xer: (plan: ImportedPlan) => readPlan(writeXer(plan), 'again.xer'),
  pmxml: (plan: ImportedPlan) => readPlan(Buffer.from(writePmxml(plan)), 'again.xml'),
}

t.test('days of calendars begin at their hour and are as long as the plan counts them', async (t) => {
  const source = { uid: 2, name: 'Early', parent_uid: null, day_starts: '06:30', worked_minutes: 480 }
  const calendar = { working_days: [1, 2, 3, 4], exceptions: [], source }
  const plan = neutralPlan([neutralTask('1', { calendar: '2' })], { calendars: { 2: calendar } })
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(again(plan).calendars['2'], calendar, form)
})
