import t from 'tap'
import { checkDates } from '../../importers/check/check-dates.ts'
import { fileDates } from '../../importers/check/file-dates.ts'
import type { ImportedPlan, PlanTask, TaskSource } from '../../importers/plan/imported-plan.ts'
import { neutralPlan, neutralTask } from './neutral-plan.ts'

const source = (start: string, finish: string, more: Partial<TaskSource> = {}): TaskSource => ({
  uid: null,
  row: null,
  outline_level: 1,
  wbs: null,
  start: `${start}T08:00:00`,
  finish: `${finish}T17:00:00`,
  actual_start: null,
  actual_finish: null,
  duration_minutes: null,
  percent_complete: 0,
  constraint_type: 'ASAP',
  constraint_date: null,
  deadline: null,
  milestone: false,
  summary: false,
  active: true,
  mode: 'auto',
  early_start: null,
  early_finish: null,
  late_start: null,
  late_finish: null,
  ...more,
})

const task = (id: string, facts: TaskSource, more: Partial<PlanTask> = {}) =>
  neutralTask(id, { source: facts, ...more })

const plan = (tasks: PlanTask[], dependencies: ImportedPlan['dependencies'] = [], more: Partial<ImportedPlan> = {}) =>
  neutralPlan(tasks, { dependencies, ...more })

const link = (predecessor: string, successor: string, more: Partial<ImportedPlan['dependencies'][number]> = {}) => ({
  predecessor,
  successor,
  dep_type: 'FS' as const,
  lag: 0,
  lag_unit: 'working' as const,
  ...more,
})

/** The file says Monday 2 to Tuesday 3 March of every task; ours is a day later unless told otherwise. */
const reasonOf = (tasks: PlanTask[], links: ImportedPlan['dependencies'] = [], more: Partial<ImportedPlan> = {}) => {
  const ours = new Map(tasks.map(({ id }) => [id, { start: '2026-03-03', finish: '2026-03-04' }]))
  return checkDates(fileDates(plan(tasks, links, more)), ours).tasks.map((row) => [
    row.task,
    row.reason,
    row.inherited_from,
  ])
}
const said = (more: Partial<TaskSource> = {}) => source('2026-03-02', '2026-03-03', more)

t.test('equal dates are counted and not listed', async (t) => {
  const file = fileDates(plan([task('1', said()), task('2', said())]))
  const check = checkDates(file, new Map([['1', { start: '2026-03-02', finish: '2026-03-03' }]]))
  t.match(check, { compared: 1, equal: 1, differing: 0, unscheduled: 1, tasks: [], omitted: 0 })
})

t.test('each reason is found where it is', async (t) => {
  t.same(reasonOf([task('1', said({ mode: 'manual' }))]), [['1', 'manual_task', null]])
  t.same(reasonOf([task('1', said({ constraint_type: 'FNLT' }))]), [['1', 'constraint', null]])
  t.same(reasonOf([task('1', said({ percent_complete: 40 }))]), [['1', 'progress', null]])
  t.same(reasonOf([task('1', said({ duration_minutes: 700 }))]), [['1', 'sub_day_rounding', null]])
  t.same(reasonOf([task('1', said({ start: '2026-03-02T13:00:00' }))]), [['1', 'sub_day_rounding', null]])
  t.same(reasonOf([task('1', said(), { calendar: 'nights' })]), [['1', 'calendar', null]])
  t.same(reasonOf([task('1', said())]), [['1', 'other', null]])
  const elapsed = link('0', '1', { lag: 3, lag_unit: 'elapsed' })
  t.same(reasonOf([task('1', said())], [elapsed]), [['1', 'lag_unit', null]])
  const percent = link('0', '1', { source: { lag_minutes: 0, lag_format: 19 } })
  t.same(reasonOf([task('1', said())], [percent]), [['1', 'lag_unit', null]])
  const half = link('0', '1', { lag: 1, source: { lag_minutes: 240, lag_format: 5 } })
  t.same(reasonOf([task('1', said())], [half]), [['1', 'sub_day_rounding', null]])
})

t.test('a resource calendar with other days is a reason, one with the same days is none', async (t) => {
  const people = (workingDays: number[]) => ({
    calendars: { c: { working_days: workingDays, exceptions: [] } },
    resources: [{ id: 'r', name: 'R', type: 'work' as const, max_units: 1, email: null, calendar: 'c' }],
    assignments: [{ task: '1', resource: 'r', units: 1, work_minutes: 0 }],
  })
  t.same(reasonOf([task('1', said())], [], people([1, 2, 3])), [['1', 'calendar', null]])
  t.same(reasonOf([task('1', said())], [], people([1, 2, 3, 4, 5])), [['1', 'other', null]])
})

t.test('a difference is followed back along links, into summaries and out of them', async (t) => {
  const tasks = [
    task('sum', said({ summary: true })),
    task('a', said({ mode: 'manual' }), { parent: 'sum' }),
    task('b', said(), { parent: 'sum' }),
    task('c', said()),
    task('group', said({ summary: true })),
    task('d', said(), { parent: 'group' }),
  ]
  const rows = reasonOf(tasks, [link('a', 'b'), link('b', 'c'), link('c', 'group')])
  t.same(rows, [
    ['sum', 'manual_task', 'a'],
    ['a', 'manual_task', null],
    ['b', 'manual_task', 'a'],
    ['c', 'manual_task', 'a'],
    ['group', 'manual_task', 'a'],
    ['d', 'manual_task', 'a'],
  ])
})

t.test('a circle in hostile input ends', async (t) => {
  const rows = reasonOf([task('a', said()), task('b', said())], [link('a', 'b'), link('b', 'a')])
  t.equal(rows.length, 2)
})

t.test('only a finish that moved is explained by what changes lengths', async (t) => {
  const file = fileDates(plan([task('1', said({ duration_minutes: 700 })), task('2', said())], [link('1', '2')]))
  const check = checkDates(
    file,
    new Map([
      ['1', { start: '2026-03-02', finish: '2026-03-04' }],
      ['2', { start: '2026-03-05', finish: '2026-03-06' }],
    ]),
  )
  t.match(check.tasks, [
    { task: '1', reason: 'sub_day_rounding', start_days: 0, finish_days: 1 },
    { task: '2', reason: 'sub_day_rounding', inherited_from: '1', start_days: 3 },
  ])
  t.same(check.by_reason.sub_day_rounding, 2)
})

t.test(
  'a milestone at the end of a day may stand on the next working day, a finish at midnight is the day before',
  async (t) => {
    // Friday 6 March, five in the afternoon; the next working day is Monday 9.
    const milestone = task('1', said({ start: '2026-03-06T17:00:00', finish: '2026-03-06T17:00:00' }), {
      is_milestone: true,
      duration: 0,
    })
    const midnight = task('2', said({ finish: '2026-03-04T00:00:00' }))
    const file = fileDates(plan([milestone, midnight]))
    t.equal(file[1]?.finish, '2026-03-03')
    const on = (day: string) => checkDates(file, new Map([['1', { start: day, finish: day }]])).equal
    t.same([on('2026-03-06'), on('2026-03-09'), on('2026-03-10')], [1, 1, 0])
  },
)

t.test('the list is bounded and says what it leaves off', async (t) => {
  const tasks = Array.from({ length: 1200 }, (_, i) => task(String(i), said()))
  const ours = new Map(tasks.map(({ id }) => [id, { start: '2026-03-03', finish: '2026-03-04' }]))
  const check = checkDates(fileDates(plan(tasks)), ours)
  t.same([check.tasks.length, check.omitted, check.differing], [1000, 200, 1200])
})

t.test('a reason explains no more than it can cause', async (t) => {
  const far = (facts: TaskSource) => {
    const ours = new Map([['1', { start: '2026-05-04', finish: '2026-05-05' }]])
    return checkDates(fileDates(plan([task('1', facts)])), ours).tasks[0]?.reason
  }
  t.equal(far(said({ duration_minutes: 700 })), 'other', 'no part of a day is two months')
  t.equal(far(said({ mode: 'manual' })), 'manual_task')
})

t.test('what came from a predecessor is said before a lag is blamed', async (t) => {
  const elapsed = link('1', '2', { lag: 3, lag_unit: 'elapsed' })
  t.same(reasonOf([task('1', said({ mode: 'manual' })), task('2', said())], [elapsed]), [
    ['1', 'manual_task', null],
    ['2', 'manual_task', '1'],
  ])
})

t.test('free tasks that the file starts apart from the project, and interrupted ones', async (t) => {
  const later = source('2026-03-09', '2026-03-10')
  t.same(reasonOf([task('1', later)]), [['1', 'shifted_start', null]])
  t.same(reasonOf([task('1', said()), task('2', later)], [link('1', '2')]), [
    ['1', 'other', null],
    ['2', 'other', '1'],
  ])
  const ours = new Map([['1', { start: '2026-03-02', finish: '2026-03-05' }]])
  const receipt = [{ severity: 'warning' as const, code: 'task_split', where: { uid: 7 }, message: '' }]
  const split = plan([task('1', said({ uid: 7 }))], [], { receipt })
  t.equal(checkDates(fileDates(split), ours).tasks[0]?.reason, 'split')
})

t.test('what a file does and a plan of whole days does not has a reason of its own', async (t) => {
  const calendar = { working_days: [1, 2, 3, 4, 5], exceptions: [] }
  t.same(reasonOf([task('1', said({ active: false }))]), [['1', 'inactive_task', null]])
  t.same(
    reasonOf([task('1', said({ active: false })), task('2', said())], [link('1', '2')]).map(([, reason]) => reason),
    ['inactive_task', 'inactive_task'],
    'what follows an inactive task does not wait for it in the file',
  )
  t.same(reasonOf([task('1', said())], [], { status_date: '2026-03-03' }), [['1', 'data_date', null]])
  t.same(reasonOf([task('1', said())], [], { status_date: '2026-03-02' }), [['1', 'other', null]])
  t.same(reasonOf([task('1', said({ levelling_minutes: 2880 }))]), [['1', 'levelling', null]])
  const receipt = (code: string, where = {}) => [{ severity: 'warning' as const, code, where, message: '' }]
  t.same(reasonOf([task('1', said())], [], { receipt: receipt('schedule_from_finish') }), [['1', 'from_finish', null]])
  t.same(reasonOf([task('1', said({ uid: 7 }))], [], { receipt: receipt('cross_project_link', { uid: 7 }) }), [
    ['1', 'lost_link', null],
  ])
  const sunday = task('1', source('2026-03-01', '2026-03-01'), { is_milestone: true, milestone_at: 'start_of_day' })
  t.same(reasonOf([sunday]), [['1', 'day_off', null]])
  const longer = (facts: Partial<TaskSource>, more: Partial<ImportedPlan> = {}) => {
    const ours = new Map([['1', { start: '2026-03-02', finish: '2026-03-20' }]])
    return checkDates(fileDates(plan([task('1', said(facts))], [], more)), ours).tasks[0]?.reason
  }
  t.equal(longer({ duration_elapsed: true }), 'elapsed_duration')
  const tenHours = {
    ...calendar,
    source: { uid: 1, name: null, parent_uid: null, day_starts: '08:00', worked_minutes: 600 },
  }
  t.equal(longer({}, { calendar: tenHours }), 'minutes_per_day', 'five days of eight hours are four of ten')
  const eightHours = { ...tenHours, source: { ...tenHours.source, worked_minutes: 480 } }
  t.equal(longer({}, { calendar: eightHours }), 'other')
})

t.test('a predecessor explains no more than it differs itself', async (t) => {
  const tasks = [task('1', said({ duration_minutes: 700 })), task('2', said())]
  const second = (finishOfFirst: string, startOfSecond: string) => {
    const ours = new Map([
      ['1', { start: '2026-03-02', finish: finishOfFirst }],
      ['2', { start: startOfSecond, finish: startOfSecond }],
    ])
    const { reason, inherited_from: from } = checkDates(fileDates(plan(tasks, [link('1', '2')])), ours).tasks[1] ?? {}
    return [reason, from]
  }
  t.same(second('2026-03-04', '2026-03-05'), ['sub_day_rounding', '1'])
  t.same(second('2026-03-04', '2026-05-05'), ['other', null], 'a day before it is not two months')
  t.same(second('2026-03-04', '2026-02-20'), ['other', null], 'what is later makes nothing earlier')
})

t.test('a task that also lasts much longer says so, whatever came before it', async (t) => {
  const receipt = [{ severity: 'warning' as const, code: 'task_split', where: { uid: 2 }, message: '' }]
  const tasks = [task('1', said({ mode: 'manual' })), task('2', source('2026-03-04', '2026-04-10', { uid: 2 }))]
  const ours = new Map([
    ['1', { start: '2026-03-03', finish: '2026-03-04' }],
    ['2', { start: '2026-03-05', finish: '2026-03-12' }],
  ])
  const check = checkDates(fileDates(plan(tasks, [link('1', '2')], { receipt })), ours)
  t.match(check.tasks[1], { reason: 'split', inherited_from: null })
})

t.test('days between that the people of a task have off are theirs, not a split', async (t) => {
  const off = (from: string, to: string) => ({
    calendars: { c: { working_days: [1, 2, 3, 4, 5], exceptions: [{ from, to, working: false }] } },
    resources: [{ id: 'r', name: 'R', type: 'work' as const, max_units: 1, email: null, calendar: 'c' }],
    assignments: [{ task: '1', resource: 'r', units: 1, work_minutes: 0 }],
    receipt: [{ severity: 'warning' as const, code: 'task_split', where: { uid: 1 }, message: '' }],
  })
  const reason = (more: Partial<ImportedPlan>) => {
    // Two weeks in the file, one of work.
    const tasks = [task('1', source('2026-03-02', '2026-03-13', { uid: 1 }), { duration: 5 })]
    const ours = new Map([['1', { start: '2026-03-02', finish: '2026-03-06' }]])
    return checkDates(fileDates(plan(tasks, [], more)), ours).tasks[0]?.reason
  }
  t.equal(reason(off('2026-03-04', '2026-03-10')), 'calendar')
  t.equal(reason(off('2026-05-04', '2026-05-10')), 'split', 'a holiday at another time explains nothing')
})

t.test('people who do not work the days of a task calendar are the reason', async (t) => {
  const more = {
    calendars: {
      week: { working_days: [1, 2, 3, 4, 5], exceptions: [] },
      six: {
        working_days: [1, 2, 3, 4, 5, 6],
        exceptions: [],
        source: { uid: 4, name: null, parent_uid: null, day_starts: '08:00', worked_minutes: 480 },
      },
    },
    resources: [{ id: 'r', name: 'R', type: 'work' as const, max_units: 1, email: null, calendar: 'week' }],
    assignments: [{ task: '1', resource: 'r', units: 1, work_minutes: 0 }],
  }
  t.same(reasonOf([task('1', said(), { calendar: 'six' })], [], more), [['1', 'calendar', null]])
  t.same(reasonOf([task('1', said(), { calendar: 'six' })], [], { ...more, assignments: [] }), [['1', 'other', null]])
})

t.test('a finish at the hour at which days begin is the end of the last day worked', async (t) => {
  const hours = { uid: 1, name: null, parent_uid: null, day_starts: '08:00', worked_minutes: 480 }
  const calendar = { working_days: [1, 2, 3, 4, 5], exceptions: [], source: hours }
  const finishOf = (finish: string) =>
    fileDates(plan([task('1', said({ finish }))], [], { calendar, calendars: {} }))[0]?.finish
  t.equal(finishOf('2026-03-05T08:00:00'), '2026-03-04')
  t.equal(finishOf('2026-03-09T08:00:00'), '2026-03-06', 'Monday morning is Friday evening')
  t.equal(finishOf('2026-03-05T09:00:00'), '2026-03-05', 'an hour was worked')
  const recorded = { percent_complete: 100, actual_start: '2026-03-02', actual_finish: '2026-03-05' }
  const done = task('1', said({ finish: '2026-03-05T08:00:00' }), recorded)
  t.equal(
    fileDates(plan([done], [], { calendar, calendars: {} }))[0]?.finish,
    '2026-03-05',
    'a recorded finish is the day that was recorded, here and in the file',
  )
  const around = task('0', said({ finish: '2026-03-05T08:00:00', summary: true }))
  const inside = task('1', said({ finish: '2026-03-05T08:00:00' }), { ...recorded, parent: '0' })
  const unended = task('1', said({ finish: '2026-03-05T08:00:00' }), { parent: '0' })
  const finishAround = (child: PlanTask) => fileDates(plan([around, child], [], { calendar, calendars: {} }))[0]?.finish
  t.equal(finishAround(inside), '2026-03-05', 'and so is that of the summary which it ends')
  t.equal(finishAround(unended), '2026-03-04')
})

t.test('a milestone at an end of its day is no part of one', async (t) => {
  const hours = { uid: 1, name: null, parent_uid: null, day_starts: '08:00', worked_minutes: 480 }
  const calendar = { working_days: [1, 2, 3, 4, 5], exceptions: [], source: hours }
  const at = (time: string, moment: 'start_of_day' | 'end_of_day') => {
    const stands = said({ start: `2026-03-02T${time}`, finish: `2026-03-02T${time}` })
    const milestone = task('1', stands, { is_milestone: true, duration: 0, milestone_at: moment })
    return reasonOf([milestone], [], { calendar, calendars: {} })[0]?.[1]
  }
  t.equal(at('17:00:00', 'end_of_day'), 'other')
  t.equal(at('08:00:00', 'start_of_day'), 'other')
  t.equal(at('15:00:00', 'end_of_day'), 'sub_day_rounding')
  t.equal(at('11:00:00', 'start_of_day'), 'sub_day_rounding')
})

t.test('a start that was recorded is the reason only where the file stands on it', async (t) => {
  t.same(reasonOf([task('1', said({ actual_start: '2026-03-02T08:00:00' }))]), [['1', 'progress', null]])
  t.same(reasonOf([task('1', said({ actual_start: '2026-01-01T00:00:00' }))]), [['1', 'other', null]])
})

t.test('a file that places a task before its own links allow says so', async (t) => {
  const two = [task('1', said()), task('2', said())]
  const ours = new Map([
    ['1', { start: '2026-03-02', finish: '2026-03-03' }],
    ['2', { start: '2026-03-04', finish: '2026-03-05' }],
  ])
  const second = (more: Parameters<typeof link>[2] = {}, facts: Partial<TaskSource> = {}) => {
    const tasks = [task('1', said()), task('2', said(facts))]
    return checkDates(fileDates(plan(tasks, [link('1', '2', more)])), ours).tasks[0]?.reason
  }
  t.equal(second(), 'against_links', 'both begin on Monday, and one waits for the end of the other')
  t.equal(second({ dep_type: 'SS' }), 'other', 'that is no contradiction')
  t.equal(second({ lag: -2, source: { lag_minutes: -960, lag_format: 7 } }), 'other', 'nor is a lead')
  t.equal(second({}, { mode: 'manual' }), 'manual_task', 'nor a task that a person placed')
  const inside = [task('1', said()), task('8', said({ summary: true })), task('2', said(), { parent: '8' })]
  t.same(
    checkDates(fileDates(plan(inside, [link('1', '8')])), ours).tasks.map(({ reason }) => reason),
    ['against_links'],
    'nor does it keep what it says of the summary around',
  )
  const early = new Map(two.map(({ id }) => [id, { start: '2026-02-26', finish: '2026-02-27' }]))
  t.equal(
    checkDates(fileDates(plan(two, [link('1', '2')])), early).tasks[1]?.reason,
    'other',
    'it makes nothing earlier',
  )
})

t.test('work that the file does on days off ends later here', async (t) => {
  // Friday to Sunday.
  const weekend = task('1', source('2026-03-06', '2026-03-08'), { duration: 3 })
  const ours = new Map([['1', { start: '2026-03-06', finish: '2026-03-10' }]])
  t.equal(checkDates(fileDates(plan([weekend])), ours).tasks[0]?.reason, 'day_off')
})

t.test('what a file says against itself, and what a plan has no place for, is named', async (t) => {
  const held = { constraint_type: 'FNET' as const, constraint_date: '2026-03-09' }
  t.same(reasonOf([task('1', said({ constraint_type: 'FNET' }), held)]), [['1', 'constraint', null]])
  t.same(reasonOf([task('1', said(), { planned_start: '2026-03-03' })]), [['1', 'constraint', null]])
  const lasts = source('2026-03-02', '2026-03-06', { duration_minutes: 2400, milestone: true })
  const met = task('1', lasts, { is_milestone: true, duration: 0 })
  const ours = new Map([['1', { start: '2026-03-02', finish: '2026-03-02' }]])
  t.same(
    checkDates(fileDates(plan([met])), ours).tasks.map(({ reason }) => reason),
    ['milestone_duration'],
  )
})

t.test('whole days of work with a day between are a split', async (t) => {
  const spread = task('1', source('2026-03-02', '2026-03-05', { duration_minutes: 1440 }), { duration: 3 })
  const whole = task('2', source('2026-03-02', '2026-03-04', { duration_minutes: 1440 }), { duration: 3 })
  const ours = new Map([
    ['1', { start: '2026-03-02', finish: '2026-03-04' }],
    ['2', { start: '2026-03-02', finish: '2026-03-05' }],
  ])
  t.same(
    checkDates(fileDates(plan([spread, whole])), ours).tasks.map(({ task, reason }) => [task, reason]),
    [
      ['1', 'split'],
      ['2', 'other'],
    ],
  )
})

t.test('a summary that its file ends before what is inside says so, and one that ends with a milestone', async (t) => {
  const ours = (finish: string) => new Map([['0', { start: '2026-03-02', finish }]])
  const around = task('0', source('2026-03-02', '2026-03-03', { summary: true }))
  const reasonFor = (child: PlanTask, finish: string) =>
    checkDates(fileDates(plan([around, child])), ours(finish)).tasks[0]?.reason
  const late = task('1', source('2026-03-05', '2026-03-12'), { parent: '0' })
  t.equal(reasonFor(late, '2026-03-12'), 'against_links')
  const stands = source('2026-03-03', '2026-03-03')
  const milestone = task('1', stands, { parent: '0', is_milestone: true, duration: 0, milestone_at: 'start_of_day' })
  t.equal(reasonFor(milestone, '2026-03-04'), 'sub_day_rounding')
  t.equal(reasonFor(task('1', stands, { parent: '0' }), '2026-03-04'), 'other')
})

t.test('a task that waits for more tasks than a call can have arguments is compared', async (t) => {
  const many = Array.from({ length: 200_000 }, () => link('1', '2'))
  t.equal(fileDates(plan([task('1', said()), task('2', source('2026-03-04', '2026-03-05'))], many)).length, 2)
})
