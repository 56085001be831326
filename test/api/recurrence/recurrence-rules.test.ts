import t from 'tap'
import { occurrenceDays, type RulePattern } from '../../../api/recurrence/occurrence-days.ts'
import { civilDay, formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { sweepRecurrenceBody } from '../../../jobs/recurrence/sweep-recurrence.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const PATH = '/recurrence-rules/'
const DAY_MS = 86_400_000

t.test('the days of a rule', async (t) => {
  const day = (text: string) => civilDay(...(text.split('-').map(Number) as [number, number, number])) as number
  const daysOf = (rule: Partial<RulePattern>, from: string, through: string) => {
    const base = { frequency: 'DAILY', interval: 1, weekdays: 0, dayOfMonth: null, endDay: null, left: null } as const
    const whole = { ...base, anchorDay: day('2026-01-07'), ...rule }
    return occurrenceDays(whole, day(from), day(through)).map((one) => formatCivilDay(one).slice(5))
  }
  t.same(daysOf({}, '2026-01-01', '2026-01-09'), ['01-07', '01-08', '01-09'], 'none before it began')
  t.same(daysOf({ interval: 3 }, '2026-01-08', '2026-01-16'), ['01-10', '01-13', '01-16'])
  const weekly = { frequency: 'WEEKLY', weekdays: 1 + 16, interval: 2 } as const
  t.same(daysOf(weekly, '2026-01-01', '2026-02-03'), ['01-09', '01-19', '01-23', '02-02'], 'Mondays and Fridays')
  const monthly = { frequency: 'MONTHLY', dayOfMonth: 31 } as const
  t.same(daysOf(monthly, '2026-01-01', '2026-04-30'), ['01-31', '02-28', '03-31', '04-30'], 'the last of short months')
  t.same(daysOf({ left: 2 }, '2026-01-07', '2026-02-01'), ['01-07', '01-08'])
  t.same(daysOf({ endDay: day('2026-01-08') }, '2026-01-07', '2026-02-01'), ['01-07', '01-08'])
})

t.test('tasks that recur', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const scheduler = await project.member(200)
  const outsider = await app.user('outsider')
  const fields = { project: project.id, name: 'Check pumps', duration: 2, assignee: member.account.id }
  const task = (await app.owner.post('/tasks/', fields)).body.id
  await app.runJobs()
  const shown = async (id = task) => (await viewer.get(`/tasks/${id}/`)).body
  let rule = ''

  await t.test('leave the schedule as templates, by Resource Managers', async (t) => {
    t.ok((await shown()).early_start)
    await app.sql('delete from outbox_events')
    t.equal((await member.post(PATH, { task })).status, 403)
    const made = await scheduler.post(PATH, { task, time_of_day: '08:30', timezone: 'Europe/Berlin' })
    t.equal(made.status, 201, made.text)
    const defaults = { frequency: 'DAILY', interval: 1, end_type: 'NEVER', inherit_assignee: true }
    t.match(made.body, { task, time_of_day: '08:30:00', ...defaults, generated_through: null, occurrence_count: 0 })
    rule = made.body.id
    await app.runJobs()
    t.match(await shown(), { has_recurrence: true, early_start: null, early_finish: null, is_critical: null })
    t.match((await framesOf(app, 'task_updated'))[0], { id: task, changed_fields: ['has_recurrence'] })
    t.match((await viewer.get(`${PATH}?project=${project.id}`)).body, { count: 1, results: [{ id: rule }] })
    t.equal((await outsider.get(PATH)).body.count, 0)
    t.equal((await outsider.get(`${PATH}${rule}/`)).status, 404)
  })

  await t.test('what cannot be is a 400 on its field', async (t) => {
    const free = (await app.owner.post('/tasks/', { project: project.id, name: 'Free' })).body.id
    const cases: [object, string][] = [
      [{ task }, 'task'],
      [{}, 'task'],
      [{ task: free, frequency: 'WEEKLY' }, 'weekdays'],
      [{ task: free, frequency: 'MONTHLY' }, 'day_of_month'],
      [{ task: free, end_type: 'ON_DATE' }, 'end_date'],
      [{ task: free, end_type: 'AFTER_N' }, 'end_count'],
      [{ task: free, interval: 0 }, 'interval'],
      [{ task: free, timezone: 'Mars/Base' }, 'timezone'],
      [{ task: free, time_of_day: '25:00' }, 'time_of_day'],
    ]
    for (const [body, field] of cases) {
      const refused = await scheduler.post(PATH, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body))
    }
    t.equal((await scheduler.patch(`${PATH}${rule}/`, { task: free })).status, 400)
    t.equal((await scheduler.patch(`${PATH}${rule}/`, { end_type: 'AFTER_N' })).status, 400)
  })

  await t.test('are made for the days ahead, each once, outside the tree and the schedule', async (t) => {
    await scheduler.patch(`${PATH}${rule}/`, { interval: 7, timezone: 'UTC', time_of_day: '00:00' })
    // Late in the evening of UTC it was made on the next day of Berlin.
    await app.sql(`update recurrence_rules set made_on = (now() at time zone 'utc')::date where id = $1`, [rule])
    await app.sql('delete from outbox_events')
    await sweepRecurrenceBody(app.services)
    await sweepRecurrenceBody(app.services)
    const rows = await app.sql<{ id: string; planned_start: string }>(
      `select id, planned_start from tasks where project_id = $1 and name = 'Check pumps' and id <> $2 order by 2`,
      [project.id, task],
    )
    const today = Date.now()
    const inDays = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10)
    t.same(
      rows.map((row) => row.planned_start),
      [0, 7, 14].map(inDays),
    )
    t.same(await framesOf(app, 'tasks_bulk_mutated'), [{ task_ids: rows.map((row) => row.id) }])
    const made = await shown(rows[0]?.id)
    t.match(made, {
      status: 'NOT_STARTED',
      duration: 2,
      assignee: member.account.id,
      wbs_path: null,
      early_start: null,
    })
    t.match((await viewer.get(`${PATH}${rule}/`)).body, { occurrence_count: 3, generated_through: inDays(14) })
  })

  await t.test('end with their rule: the task is scheduled again, what was made stays', async (t) => {
    t.equal((await member.delete(`${PATH}${rule}/`)).status, 403)
    t.equal((await scheduler.delete(`${PATH}${rule}/`)).status, 204)
    t.equal((await scheduler.get(`${PATH}${rule}/`)).status, 404)
    await app.runJobs()
    t.match(await shown(), { has_recurrence: false, early_start: String })
    t.equal((await app.sql('select 1 from recurrence_occurrences')).length, 3)
    t.equal((await scheduler.post(PATH, { task })).status, 201, 'and may recur again')
  })
})

t.test('what a rule hands on to the tasks it makes', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const scheduler = await project.member(200)
  const post = async (body: object) => (await app.owner.post('/tasks/', { project: project.id, ...body })).body.id
  const task = await post({ name: 'Inspect', assignee: scheduler.account.id })
  await post({ name: 'Bow', parent_id: task, is_subtask: true, notes: 'below the waterline' })
  await post({ name: 'Stern', parent_id: task, is_subtask: true })
  const filesOf = (id: string) => `/projects/${project.id}/tasks/${id}/attachments/`
  const pdf = { name: 'List.pdf', bytes: '%PDF-1.7\nhello', type: 'application/pdf' }
  t.equal((await app.owner.upload(filesOf(task), pdf)).status, 201)
  await app.owner.post(filesOf(task), { external_url: 'https://example.org/tides' })
  const more = { inherit_subtasks: true, inherit_attachments: true, inherit_assignee: false }
  const rule = { frequency: 'CUSTOM', interval: 30, end_type: 'AFTER_N', end_count: 1, time_of_day: '00:00' }
  t.equal((await scheduler.post(PATH, { task, ...rule, ...more })).status, 201)
  await sweepRecurrenceBody(app.services)
  const [made] = await app.sql<{ id: string }>(`select id from tasks where name = 'Inspect' and id <> $1`, [task])
  const id = made?.id as string

  await t.test('subtasks of its own, outside the tree and the schedule', async (t) => {
    const subtasks = (await app.owner.get(`/tasks/?project=${project.id}&parent=${id}&ordering=name`)).body.results
    t.match(subtasks, [
      { name: 'Bow', notes: 'below the waterline', is_subtask: true, wbs_path: null, early_start: null },
      { name: 'Stern', assignee: null },
    ])
    t.equal(subtasks.length, 2)
    t.match((await app.owner.get(`/tasks/${id}/`)).body, { assignee: null, is_summary: true, is_phase: false })
  })

  await t.test('files of its own, which stay when those of the template go', async (t) => {
    const { results } = (await app.owner.get(filesOf(id))).body
    t.same(results.map((row: { file_name: string }) => row.file_name).toSorted(), ['', 'List.pdf'])
    const template = (await app.owner.get(filesOf(task))).body.results
    for (const row of template) await app.owner.delete(`${filesOf(task)}${row.id}/`)
    const file = results.find((row: { file_name: string }) => row.file_name !== '')
    const download = await app.owner.get(`${filesOf(id)}${file.id}/download/`)
    t.match(download, { status: 200, text: pdf.bytes })
  })

  await t.test('and all of it goes and comes back with the task', async (t) => {
    t.equal((await app.owner.delete(`/tasks/${id}/`)).status, 204)
    t.equal((await app.owner.post(`/tasks/${id}/restore/`)).status, 200)
    const subtasks = (await app.owner.get(`/tasks/?project=${project.id}&parent=${id}`)).body
    t.equal(subtasks.count, 2)
    await app.runJobs()
    const made = await app.owner.post('/tasks/', { project: project.id, name: 'Next' })
    t.match([made.status, made.body.wbs_path], [201, '2'])
  })
})
