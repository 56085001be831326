import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'
import { writeMspdi } from '../../importers/write/write-mspdi.ts'
import { onePlan } from './one-plan.ts'

t.test('what is left of a task under way goes on where the file has it', async (t) => {
  const begun = (uid: number, more: string) =>
    `<Task><UID>${uid}</UID><Name>begun ${uid}</Name><OutlineLevel>1</OutlineLevel><Start>2026-03-02T08:00:00</Start>` +
    `<Finish>2026-03-13T17:00:00</Finish><Duration>PT80H0M0S</Duration><PercentComplete>50</PercentComplete>` +
    `<ActualStart>2026-03-02T08:00:00</ActualStart>${more}</Task>`
  const header = '<StartDate>2026-03-02T08:00:00</StartDate>'
  const snet = '<ConstraintType>4</ConstraintType><ConstraintDate>2026-03-03T08:00:00</ConstraintDate>'
  const plan = onePlan(begun(1, '') + begun(2, snet) + begun(3, '<Manual>1</Manual>'), header)
  t.same(
    plan.tasks.map((task) => [task.actual_start, task.planned_start]),
    [
      ['2026-03-02', '2026-03-09'],
      ['2026-03-02', '2026-03-09'],
      ['2026-03-02', '2026-03-09'],
    ],
    'five of ten days are done; what holds its start holds nothing any more',
  )
  t.match(
    plan.receipt.filter(({ code }) => code === 'remaining_work_kept'),
    [{ where: { field: 'planned_start' }, message: /: 3 of 3 tasks/ }],
  )
  const before = (finish: string) =>
    `<Task><UID>9</UID><Name>before</Name><OutlineLevel>1</OutlineLevel><Start>2026-03-02T08:00:00</Start>` +
    `<Finish>${finish}T17:00:00</Finish><Duration>PT8H0M0S</Duration></Task>`
  const after = (type: number) =>
    `<PredecessorLink><PredecessorUID>9</PredecessorUID><Type>${type}</Type></PredecessorLink>`
  const floorOf = (rows: string) => onePlan(rows, header).tasks.at(-1)?.planned_start
  t.equal(floorOf(before('2026-03-06') + begun(1, after(1))), null, 'it waits for what ends the day before')
  t.equal(floorOf(before('2026-03-13') + begun(1, after(0))), null, 'and for what it ends with')
  t.equal(floorOf(before('2026-03-03') + begun(1, after(1))), '2026-03-09', 'what ended long ago holds nothing')
  const later = onePlan(begun(1, ''), `${header}<StatusDate>2026-03-11T17:00:00</StatusDate>`)
  t.equal(later.tasks[0]?.planned_start, null, 'a later data date moves it in any case')
  const written = writeMspdi(plan, undefined)
  t.match(written, /<Name>begun 1<\/Name>.*?<Resume>2026-03-09T08:00:00<\/Resume>.*?<ConstraintType>0</s)
  t.match(
    written,
    /<Name>begun 2<.*?<Resume>2026-03-09T.*?<ConstraintType>4<.*?<ConstraintDate>2026-03-03T08:00:00</s,
    'what the file holds is written again',
  )
  t.same(
    readPlan(Buffer.from(written), 'again.xml').tasks.map((task) => [task.planned_start, task.constraint_type]),
    plan.tasks.map((task) => [task.planned_start, task.constraint_type]),
  )
})

t.test('what levelling has delayed stands where it put it, and the delay is written again', async (t) => {
  const row = (uid: number, start: string, more: string) =>
    `<Task><UID>${uid}</UID><Name>row ${uid}</Name><OutlineLevel>1</OutlineLevel><Start>${start}T08:00:00</Start>` +
    `<Finish>${start}T17:00:00</Finish><Duration>PT8H0M0S</Duration>${more}</Task>`
  const delay = '<LevelingDelay>28800</LevelingDelay><LevelingDelayFormat>8</LevelingDelayFormat>'
  const after = '<PredecessorLink><PredecessorUID>1</PredecessorUID><Type>1</Type></PredecessorLink>'
  const plan = onePlan(
    row(1, '2026-03-02', '') +
      row(2, '2026-03-04', delay) +
      row(3, '2026-03-05', `${delay}${after}`) +
      row(4, '2026-03-03', `${delay}${after}`),
    '<StartDate>2026-03-02T08:00:00</StartDate>',
  )
  t.same(
    plan.tasks.map((task) => task.planned_start),
    [null, '2026-03-04', '2026-03-05', null],
    'where its link alone puts it, it goes on following that',
  )
  t.match(
    plan.receipt.filter(({ code }) => code === 'levelled_start_kept'),
    [{ message: /: 2 of 4 tasks/ }],
  )
  const dates = new Map(
    plan.tasks.map(({ id, source }) => [
      id,
      { start: source?.start?.slice(0, 10) ?? '', finish: source?.finish?.slice(0, 10) ?? '' },
    ]),
  )
  const again = readPlan(Buffer.from(writeMspdi(plan, dates)), 'again.xml')
  t.same(
    again.tasks.map(({ source, planned_start }) => [source?.constraint_type, source?.levelling_minutes, planned_start]),
    [
      ['ASAP', undefined, null],
      ['ASAP', 2880, '2026-03-04'],
      ['ASAP', 2880, '2026-03-05'],
      ['ASAP', undefined, null],
    ],
  )
})

t.test('a task placed by hand that is under way keeps the length that its file says', async (t) => {
  const placed = (percent: number) =>
    onePlan(
      '<Task><UID>1</UID><Name>a</Name><Manual>1</Manual><Start>2026-03-02T08:00:00</Start><Finish>2026-04-10T17:00:00</Finish>' +
        `<Duration>PT80H0M0S</Duration><PercentComplete>${percent}</PercentComplete></Task>`,
      '<StartDate>2026-03-02T08:00:00</StartDate>',
    ).tasks[0]
  t.equal(placed(0)?.duration, 30, 'both its ends were placed')
  t.match(placed(50), { duration: 10, planned_start: '2026-04-06' }, 'its other half is done later')
})

t.test('a milestone that lasts in the file stands at its finish', async (t) => {
  const flagged = (uid: number, more: string) =>
    `<Task><UID>${uid}</UID><Name>m ${uid}</Name><OutlineLevel>1</OutlineLevel><Start>2026-03-02T08:00:00</Start>` +
    `<Finish>2026-03-04T17:00:00</Finish><Duration>PT24H0M0S</Duration><Milestone>1</Milestone>${more}</Task>`
  const plan = onePlan(
    flagged(1, '') +
      flagged(2, '<PercentComplete>100</PercentComplete><ActualFinish>2026-03-04T17:00:00</ActualFinish>'),
    '<StartDate>2026-03-02T08:00:00</StartDate>',
  )
  t.same(
    plan.tasks.map(({ duration, planned_start }) => [duration, planned_start]),
    [
      [0, '2026-03-04'],
      [0, null],
    ],
  )
  t.ok(plan.receipt.some(({ code }) => code === 'milestone_finish_kept'))
})

t.test('the start of the plan moves back to where a task that is held begins', async (t) => {
  const plan = onePlan(
    '<Task><UID>1</UID><Name>a</Name><Start>2026-03-02T08:00:00</Start><Finish>2026-03-06T17:00:00</Finish>' +
      '<Duration>PT40H0M0S</Duration><ConstraintType>6</ConstraintType><ConstraintDate>2026-03-06T17:00:00</ConstraintDate></Task>',
    '<StartDate>2026-03-09T08:00:00</StartDate>',
  )
  t.match(plan, { start_date: '2026-03-02', tasks: [{ constraint_type: 'FNET' }] })
})

t.test('what lies in a summary placed by hand begins no earlier than that, unless its links say so', async (t) => {
  const row = (uid: number, level: number, start: string, more = '') =>
    `<Task><UID>${uid}</UID><Name>row ${uid}</Name><OutlineLevel>${level}</OutlineLevel><Start>${start}T08:00:00</Start>` +
    `<Finish>${start}T17:00:00</Finish><Duration>PT8H0M0S</Duration>${more}</Task>`
  const after = (uid: number) =>
    `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID><Type>1</Type></PredecessorLink>`
  const summary = (uid: number, level: number, start: string, more: string) =>
    row(uid, level, start, `<Summary>1</Summary>${more}`)
  const plan = onePlan(
    summary(1, 1, '2026-03-02', '<Manual>1</Manual>') +
      row(2, 2, '2026-03-02') +
      summary(3, 1, '2026-03-16', `<Manual>1</Manual>${after(1)}`) +
      row(4, 2, '2026-03-16') +
      row(5, 2, '2026-03-17', after(4)) +
      summary(6, 2, '2026-03-16', '') +
      row(7, 3, '2026-03-16') +
      summary(8, 1, '2026-03-16', '') +
      row(9, 2, '2026-03-16'),
    '<StartDate>2026-03-02T08:00:00</StartDate>',
  )
  t.same(
    plan.tasks.flatMap(({ id, planned_start: start }) => (start === null ? [] : [[id, start]])),
    [
      ['4', '2026-03-16'],
      ['7', '2026-03-16'],
    ],
    'not what its links place, nor what lies in a summary that follows its tasks or begins with the plan',
  )
  t.ok(plan.receipt.some(({ code, message }) => code === 'summary_start_kept' && /2 of 9/.test(message)))
})

t.test('an earliest start in the evening is the next working day, where the file begins the task then', async (t) => {
  const startOf = (held: string, start: string) =>
    onePlan(
      `<Task><UID>1</UID><Name>a</Name><Start>${start}</Start><Finish>2026-03-09T17:00:00</Finish><Duration>PT8H0M0S</Duration>` +
        `<ConstraintType>4</ConstraintType><ConstraintDate>${held}</ConstraintDate></Task>`,
      '<StartDate>2026-03-02T08:00:00</StartDate>',
    ).tasks[0]?.planned_start
  t.equal(startOf('2026-03-06T17:00:00', '2026-03-09T08:00:00'), '2026-03-09')
  t.equal(startOf('2026-03-06T13:00:00', '2026-03-09T08:00:00'), '2026-03-06', 'half of that day is left')
  t.equal(startOf('2026-03-06T17:00:00', '2026-03-06T17:00:00'), '2026-03-06', 'the file begins it there')
  t.equal(startOf('2026-03-06T17:00:00', '2026-03-11T08:00:00'), '2026-03-06', 'something else begins it later')
})
