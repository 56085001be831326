// Seen failing before: what remains of begun work was worked out from percentages that say nothing of days, people's
// calendars counted for nothing, and work that had begun out of sequence waited although its project lets it go on.

import t from 'tap'
import { schedulePlan } from '../../../compute/index.ts'
import { readPlan } from '../../../importers/read-plan.ts'
import { type XerRow as Row, makeXer as xer } from './make-xer.ts'

const calendar = (id: number, name: string, days: readonly number[], shifts: string) => ({
  clndr_id: id,
  clndr_name: name,
  clndr_data: `(0||CalendarData()((0||DaysOfWeek()(${[1, 2, 3, 4, 5, 6, 7]
    .map((day) => `(0||${day}()(${days.includes(day) ? shifts : ''}))`)
    .join('')}))(0||Exceptions()())))`,
})
const CALENDARS = [
  calendar(1, 'Five days', [2, 3, 4, 5, 6], '(0||0(s|08:00|f|12:00)())(0||1(s|13:00|f|17:00)())'),
  calendar(3, 'Divers', [2, 3, 4, 5], '(0||0(s|06:00|f|11:00)())(0||1(s|12:00|f|17:00)())'),
]
const PROJECT = {
  proj_id: 9,
  proj_short_name: 'P',
  export_flag: 'Y',
  clndr_id: 1,
  plan_start_date: '2026-03-02 08:00',
  last_recalc_date: '2026-04-06 08:00',
}
const activity = (id: number, hours: number, more: Row = {}): Row => ({
  task_id: id,
  proj_id: 9,
  clndr_id: 1,
  task_code: `A${id}`,
  task_name: `Task ${id}`,
  task_type: 'TT_Task',
  status_code: 'TK_NotStart',
  complete_pct_type: 'CP_Drtn',
  target_drtn_hr_cnt: hours,
  remain_drtn_hr_cnt: hours,
  ...more,
})
const begun = { status_code: 'TK_Active', act_start_date: '2026-03-30 08:00' }
const link = (successor: number, predecessor: number, kind = 'PR_FS') => ({
  task_pred_id: successor * 10 + predecessor,
  task_id: successor,
  pred_task_id: predecessor,
  proj_id: 9,
  pred_proj_id: 9,
  pred_type: kind,
  lag_hr_cnt: 0,
})
const read = (tables: Readonly<Record<string, readonly Row[]>>) =>
  readPlan(xer({ CALENDAR: CALENDARS, PROJECT: [PROJECT], ...tables }), 'plan.xer')
const datesOf = (plan: ReturnType<typeof read>, id: string) => {
  const task = schedulePlan(plan).tasks.find((found) => found.id === id)
  return [task?.scheduled_start, task?.early_finish]
}

t.test('as many days remain as the file says, whatever people judge to be done', async (t) => {
  const judged = { ...begun, complete_pct_type: 'CP_Phys', phys_complete_pct: 10, remain_drtn_hr_cnt: 40 }
  const plan = read({ TASK: [activity(1, 160, judged), activity(2, 8)], TASKPRED: [link(2, 1)] })
  t.match(plan.tasks[0], { duration: 20, percent_complete: 75, source: { percent_complete: 10 } })
  t.same(datesOf(plan, '1'), ['2026-03-30', '2026-04-10'])
  t.same(datesOf(plan, '2'), ['2026-04-13', '2026-04-13'])
  t.match(
    plan.receipt.filter(({ code }) => code === 'percent_of_days'),
    [{ message: '10 % are done and 5 of 20 days remain; 75 % counts, which leaves these' }],
  )
})

t.test('an activity that follows its people has their calendar, and its own where they have several', async (t) => {
  const people = [
    { rsrc_id: 5, rsrc_name: 'Divers', clndr_id: 3 },
    { rsrc_id: 6, rsrc_name: 'Crane', clndr_id: 1 },
  ]
  const plan = read({
    TASK: [1, 2, 3].map((id) => activity(id, 60, { task_type: id === 3 ? 'TT_Task' : 'TT_Rsrc' })),
    RSRC: people,
    TASKRSRC: [
      { taskrsrc_id: 1, task_id: 1, proj_id: 9, rsrc_id: 5, target_qty: 60 },
      { taskrsrc_id: 2, task_id: 2, proj_id: 9, rsrc_id: 5, target_qty: 60 },
      { taskrsrc_id: 3, task_id: 2, proj_id: 9, rsrc_id: 6, target_qty: 60 },
      { taskrsrc_id: 4, task_id: 3, proj_id: 9, rsrc_id: 5, target_qty: 60 },
    ],
  })
  t.match(plan.tasks, [
    { duration: 6, calendar: '3' },
    { duration: 8, calendar: null },
    { duration: 8, calendar: null },
  ])
  t.same(datesOf(plan, '1'), ['2026-04-06', '2026-04-14'])
  const codes = plan.receipt.map(({ code }) => code)
  for (const code of ['calendar_of_people', 'resource_dependent']) t.ok(codes.includes(code), code)
})

t.test('what has begun out of sequence waits, unless the project lets progress override its links', async (t) => {
  const tables = {
    TASK: [activity(1, 80), activity(2, 80, { ...begun, remain_drtn_hr_cnt: 40 }), activity(3, 8, begun)],
    TASKPRED: [link(2, 1), link(3, 2, 'PR_SS')],
  }
  const waiting = read(tables)
  t.same(datesOf(waiting, '2'), ['2026-03-30', '2026-04-24'])
  const overriding = read({ ...tables, SCHEDOPTIONS: [{ proj_id: 9, sched_progress_override: 'Y' }] })
  t.same(datesOf(overriding, '2'), ['2026-03-30', '2026-04-10'])
  t.match(
    overriding.receipt.filter(({ code }) => code === 'progress_override'),
    [{ where: { uid: 2 } }],
    'a start that its predecessor has allowed is not out of sequence',
  )
})

t.test('PMXML says it by another name', async (t) => {
  const one = (id: number, more: string) =>
    `<Activity><ObjectId>${id}</ObjectId><Id>A${id}</Id><Name>Task ${id}</Name><ProjectObjectId>9</ProjectObjectId>${more}</Activity>`
  const plan = readPlan(
    Buffer.from(`<?xml version="1.0"?><APIBusinessObjects xmlns="http://xmlns.oracle.com/Primavera/P6/V19.12/API/BusinessObjects"><Project>
<ObjectId>9</ObjectId><Id>P</Id><PlannedStartDate>2026-03-02T08:00:00</PlannedStartDate><DataDate>2026-04-06T08:00:00</DataDate>
${one(1, '<Status>Not Started</Status><PlannedDuration>80</PlannedDuration><RemainingDuration>80</RemainingDuration>')}
${one(2, '<Status>In Progress</Status><ActualStartDate>2026-03-30T08:00:00</ActualStartDate><PlannedDuration>80</PlannedDuration><RemainingDuration>40</RemainingDuration>')}
<Relationship><ObjectId>1</ObjectId><PredecessorActivityObjectId>1</PredecessorActivityObjectId><SuccessorActivityObjectId>2</SuccessorActivityObjectId>
<PredecessorProjectObjectId>9</PredecessorProjectObjectId><SuccessorProjectObjectId>9</SuccessorProjectObjectId><Type>Finish to Start</Type><Lag>0</Lag></Relationship>
<ScheduleOptions><ProjectObjectId>9</ProjectObjectId><OutOfSequenceScheduleType>Progress Override</OutOfSequenceScheduleType></ScheduleOptions>
</Project></APIBusinessObjects>`),
    'plan.xml',
  )
  t.ok(plan.receipt.some(({ code }) => code === 'progress_override'))
  t.same(plan.dependencies, [])
})

t.test('what has begun keeps its start and what the file leaves of it, whatever was judged to be done', async (t) => {
  const judged = (percent: number, left: number) => ({
    ...begun,
    complete_pct_type: 'CP_Phys',
    phys_complete_pct: percent,
    remain_drtn_hr_cnt: left,
  })
  const plan = read({
    TASK: [
      activity(1, 160, judged(0, 40)),
      activity(2, 80, judged(0, 80)),
      activity(3, 80, judged(50, 96)),
      activity(4, 80, judged(30, 0)),
      activity(5, 80, judged(80, 40)),
      activity(6, 80, judged(100, 16)),
      activity(7, 80, judged(100, 0)),
    ],
  })
  t.same(datesOf(plan, '1'), ['2026-03-30', '2026-04-10'], 'nothing is judged to be done, and 5 of 20 days remain')
  t.same(datesOf(plan, '2'), ['2026-03-30', '2026-04-17'], 'nothing is done yet')
  t.same(datesOf(plan, '3'), ['2026-03-30', '2026-04-21'], 'more remains than was planned')
  t.same(datesOf(plan, '4'), ['2026-03-30', '2026-04-06'], 'nothing remains, and it has not finished')
  t.same(datesOf(plan, '5'), ['2026-03-30', '2026-04-10'], 'less is left to do than remains of its days')
  t.same(datesOf(plan, '6'), ['2026-03-30', '2026-04-07'], 'all is judged to be done, and two days remain')
  t.equal(plan.tasks[6]?.percent_complete, 100, 'nothing remains of what is all done')
  t.same(
    plan.tasks.map(({ source }) => source?.percent_complete),
    [0, 0, 50, 30, 80, 100, 100],
    'the source has what the file says',
  )
  t.equal(plan.receipt.filter(({ code }) => code === 'percent_of_days').length, 6)
  t.notOk(plan.receipt.some(({ code }) => code === 'actual_dropped'))
})

t.test('a span begins with the first of what it spans, and one that has begun waits for nothing', async (t) => {
  const span = (id: number, more: Row) =>
    activity(id, 80, { task_type: 'TT_LOE', early_start_date: '2026-04-06 08:00', ...more })
  const plan = read({
    TASK: [
      activity(1, 40, { early_start_date: '2026-04-06 08:00', early_end_date: '2026-04-10 17:00' }),
      activity(2, 40, { early_start_date: '2026-04-13 08:00', early_end_date: '2026-04-17 17:00' }),
      span(3, { early_end_date: '2026-04-17 17:00' }),
      span(4, { ...begun, remain_drtn_hr_cnt: 80, early_end_date: '2026-04-17 17:00' }),
    ],
    TASKPRED: [
      link(2, 1),
      ...[3, 4].flatMap((id) => [
        link(id, 2, 'PR_SS'),
        link(id, 1, 'PR_SS'),
        link(id, 1, 'PR_FF'),
        link(id, 2, 'PR_FF'),
      ]),
    ],
  })
  t.same(datesOf(plan, '3'), ['2026-04-06', '2026-04-17'])
  t.same(datesOf(plan, '4'), ['2026-03-30', '2026-04-17'])
  t.same(
    plan.dependencies.filter(({ successor }) => successor === '3').map(({ predecessor }) => predecessor),
    ['1'],
  )
})

t.test('unfinished work goes on the next day where the data date is the end of its day', async (t) => {
  const at = (time: string, calendar = 1) =>
    read({
      PROJECT: [{ ...PROJECT, clndr_id: calendar, last_recalc_date: `2026-04-06 ${time}` }],
      TASK: [activity(1, 8)],
    })
  for (const [time, day] of [
    ['00:00', '2026-04-06'],
    ['08:00', '2026-04-06'],
    ['12:00', '2026-04-06'],
    ['17:00', '2026-04-07'],
  ] as const) {
    const plan = at(time)
    t.same(datesOf(plan, '1'), [day, day], time)
    t.equal(plan.source?.status_date, `2026-04-06T${time}:00`, 'the source has the moment')
    t.equal(
      plan.receipt.some(({ code }) => code === 'data_date_at_end_of_day'),
      time === '17:00',
    )
  }
})
