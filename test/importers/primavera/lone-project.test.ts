// Seen failing before: files whose only project has no id of its own, or that describe none, were refused as empty.

import t from 'tap'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import { readPlan } from '../../../importers/read-plan.ts'
import { type XerRow as Row, makeXer as xer } from './make-xer.ts'

const PROJECT = { proj_id: '', proj_short_name: 'Quay', plan_start_date: '2026-03-02 08:00' }
const NODES = [
  { wbs_id: 5, proj_id: '', wbs_name: 'Quay', proj_node_flag: 'Y', parent_wbs_id: '' },
  { wbs_id: 6, proj_id: '', wbs_name: 'Ground', proj_node_flag: 'N', parent_wbs_id: 5 },
]
const task = (id: number): Row => ({
  task_id: id,
  proj_id: '',
  wbs_id: 6,
  task_code: `A${id}`,
  task_name: `Task ${id}`,
  target_drtn_hr_cnt: 16,
  remain_drtn_hr_cnt: 16,
})
const TASKPRED = [{ task_pred_id: 1, task_id: 2, pred_task_id: 1, proj_id: '', pred_proj_id: '', pred_type: 'PR_FS' }]

t.test('an XER project without an id is the one that rows without a project belong to', async (t) => {
  const plan = readPlan(xer({ PROJECT: [PROJECT], PROJWBS: NODES, TASK: [task(1), task(2)], TASKPRED }), 'quay.xer')
  t.match(plan, { name: 'Quay', start_date: '2026-03-02' })
  t.same(
    plan.tasks.map(({ name, duration }) => [name, duration]).filter(([name]) => name !== 'Ground'),
    [
      ['Task 1', 2],
      ['Task 2', 2],
    ],
  )
  t.equal(plan.dependencies.length, 1)
})

t.test('an XER file that describes no project is read as one, which is said', async (t) => {
  const plan = readPlan(xer({ TASK: [task(1), task(2)], TASKPRED }), 'quay.xer')
  t.equal(plan.tasks.length, 2)
  t.ok(plan.receipt.some(({ code }) => code === 'no_project'))
})

t.test('of several XER projects one without an id is passed over', async (t) => {
  const others = { ...PROJECT, proj_id: 7, proj_short_name: 'Pier' }
  const plan = readPlan(xer({ PROJECT: [others, PROJECT], TASK: [{ ...task(1), proj_id: 7 }, task(2)] }), 'quay.xer')
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Task 1', 'Task 2'],
    'what names no project is of the only one there is',
  )
  t.ok(plan.receipt.some(({ code }) => code === 'missing_key'))
})

t.test('a file without a project and without activities is still refused', async (t) => {
  t.throws(() => readPlan(xer({ RSRC: [{ rsrc_id: 1, rsrc_name: 'Ann' }] }), 'quay.xer'), ImportRefusal)
})

t.test('a PMXML project numbered 0 is read', async (t) => {
  const plan = readPlan(
    Buffer.from(`<?xml version="1.0"?><APIBusinessObjects xmlns="http://xmlns.oracle.com/Primavera/P6/V8.3/API/BusinessObjects">
<Project><Id>Quay</Id><ObjectId>0</ObjectId><PlannedStartDate>2026-03-02T08:00:00</PlannedStartDate>
<Activity><Id>A1</Id><Name>Dredge</Name><ObjectId>3</ObjectId><ProjectObjectId>0</ProjectObjectId>
<PlannedDuration>16</PlannedDuration><RemainingDuration>16</RemainingDuration></Activity></Project></APIBusinessObjects>`),
    'quay.xml',
  )
  t.match(plan, { tasks: [{ name: 'Dredge', duration: 2 }] })
})
