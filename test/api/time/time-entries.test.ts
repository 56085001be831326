import t from 'tap'
import { civilDay } from '../../../api/platform/clock.ts'
import { joinProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { addTask } from '../people/people.ts'
import { buildProject } from '../tasks/support/build-project.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
/** A Wednesday, late enough in the evening that it is Thursday already in Auckland. */
const NOW = new Date('2026-03-04T20:00:00Z')
const clock = { now: () => NOW, today: (zone?: string) => civilDay(NOW, zone) }

t.test('time on a task', async (t) => {
  const app = await startApp(t, { clock })
  const project = await buildProject(app, { name: 'Harbour' })
  const viewer = await project.member(1)
  const member = await project.member(100)
  const scheduler = await project.member(200)
  const outsider = await app.user('outsider')
  const task = await addTask(app.owner, project.id, { name: 'Dredge' })
  const path = `/tasks/${task}/time-entries/`

  await t.test('Team Members and above log it on any task and read their own', async (t) => {
    const made = await member.post(path, {
      minutes: 90,
      note: 'North side',
      user: app.owner.account.id,
      source: 'timer',
    })
    t.equal(made.status, 201)
    t.match(made.body, { task, user: member.account.id, minutes: 90, entry_date: '2026-03-04', note: 'North side' })
    t.equal(made.body.source, 'manual', 'what machines set nobody sends')
    t.equal((await member.post(path, { minutes: 30, entry_date: '2026-03-02' })).status, 201)
    t.equal((await scheduler.post(path, { minutes: 15 })).status, 201)
    const own = (await member.get(path)).body
    t.same(
      own.results.map((row: { minutes: number }) => row.minutes),
      [90, 30],
      'the latest day first',
    )
    t.equal(own.total_logged_minutes, 120)
    t.same((await app.owner.get(path)).body, { results: [], total_logged_minutes: 0 }, 'the Owner reads nobody else’s')
    t.equal((await viewer.get(path)).status, 200)
    t.equal((await viewer.post(path, { minutes: 5 })).status, 403)
    t.equal((await outsider.get(path)).status, 404)
    t.equal((await outsider.post(path, { minutes: 5 })).status, 404)
    t.equal((await member.post(`/tasks/${ABSENT}/time-entries/`, { minutes: 5 })).status, 404)
  })

  await t.test('what a day cannot hold, and days out of reach, are told by field', async (t) => {
    const before = await app.sql('select * from time_entries order by id')
    const phase = await addTask(app.owner, project.id, { name: 'Phase' })
    await addTask(app.owner, project.id, { parent_id: phase })
    const cases: [string, object, string][] = [
      [path, {}, 'minutes'],
      [path, { minutes: 0 }, 'minutes'],
      [path, { minutes: 1441 }, 'minutes'],
      [path, { minutes: 1.5 }, 'minutes'],
      [path, { minutes: 5, note: 'x'.repeat(501) }, 'note'],
      [path, { minutes: 5, entry_date: '2026-02-30' }, 'entry_date'],
      [path, { minutes: 5, entry_date: '2026-03-06' }, 'entry_date'],
      [path, { minutes: 5, entry_date: '2026-01-02' }, 'entry_date'],
      [`/tasks/${phase}/time-entries/`, { minutes: 5 }, 'non_field_errors'],
    ]
    for (const [where, body, field] of cases) {
      const refused = await member.post(where, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body))
    }
    t.same(await app.sql('select * from time_entries order by id'), before)
    const carrier = await addTask(app.owner, project.id, { name: 'Carrier' })
    await addTask(app.owner, project.id, { parent_id: carrier, is_subtask: true })
    t.equal((await member.post(`/tasks/${carrier}/time-entries/`, { minutes: 5 })).status, 201, 'no phase')
  })

  await t.test('the window is 60 days back and one ahead of the day where one is', async (t) => {
    for (const entry_date of ['2026-01-03', '2026-03-05'])
      t.equal((await scheduler.post(path, { minutes: 5, entry_date })).status, 201, entry_date)
    await scheduler.patch('/auth/me/profile/', { timezone: 'Pacific/Auckland' })
    t.equal((await scheduler.post(path, { minutes: 5 })).body.entry_date, '2026-03-05', 'today in Auckland')
    t.equal((await scheduler.post(path, { minutes: 5, entry_date: '2026-03-06' })).status, 201)
    t.equal((await scheduler.post(path, { minutes: 5, entry_date: '2026-01-03' })).status, 400)
  })

  await t.test('who wrote an entry changes and deletes it; for everybody else there is none', async (t) => {
    const { id } = (await member.post(path, { minutes: 10, note: 'Tide' })).body
    const one = `/me/time-entries/${id}/`
    t.match((await member.patch(one, { minutes: 20, entry_date: '2026-03-03' })).body, { minutes: 20, note: 'Tide' })
    t.equal((await member.patch(one, { minutes: 20 })).body.server_version, 2, 'what changes nothing is no new version')
    t.same(Object.keys((await member.patch(one, { entry_date: null })).body), ['entry_date'])
    for (const other of [app.owner, viewer, outsider]) {
      t.equal((await other.patch(one, { minutes: 1 })).status, 404)
      t.equal((await other.delete(one)).status, 404)
    }
    t.equal((await member.delete(one)).status, 204)
    t.equal((await member.delete(one)).status, 404)
    t.equal((await member.patch(one, { minutes: 1 })).status, 404)
    t.match(await app.sql('select is_deleted from time_entries where id = $1', [id]), [{ is_deleted: true }])
  })

  await t.test('a task that became a phase keeps its time and takes no more', async (t) => {
    const grown = await addTask(app.owner, project.id, { name: 'Grown' })
    const { id } = (await member.post(`/tasks/${grown}/time-entries/`, { minutes: 10 })).body
    await addTask(app.owner, project.id, { parent_id: grown })
    const refused = await member.patch(`/me/time-entries/${id}/`, { minutes: 11 })
    t.same([refused.status, Object.keys(refused.body)], [400, ['non_field_errors']])
    t.equal((await member.delete(`/me/time-entries/${id}/`)).status, 204)
  })

  await t.test('an archived project keeps its entries as they are', async (t) => {
    const [{ id }] = (await member.get(path)).body.results
    await app.owner.post(`/projects/${project.id}/archive/`)
    t.equal((await member.post(path, { minutes: 5 })).status, 403)
    t.equal((await member.patch(`/me/time-entries/${id}/`, { minutes: 5 })).status, 403)
    t.equal((await member.delete(`/me/time-entries/${id}/`)).status, 403)
    t.equal((await member.get(path)).status, 200)
  })
})

t.test('a week of time', async (t) => {
  const app = await startApp(t, { clock })
  const [first, second] = [await buildProject(app, { name: 'First' }), await buildProject(app, { name: 'Second' })]
  const member = await first.member(100)
  await joinProject(app, second.id, member, 100)
  const tasks = [
    await addTask(app.owner, first.id, { name: 'A' }),
    await addTask(app.owner, first.id, { name: 'B' }),
    await addTask(app.owner, second.id, { name: 'C' }),
  ]
  const logged: { task: string; minutes: number; entry_date: string }[] = []
  for (const [index, minutes] of [60, 45, 30, 15, 120, 7, 9].entries()) {
    const entry = { task: tasks[index % 3] as string, minutes, entry_date: `2026-03-0${1 + ((index * 2) % 5)}` }
    logged.push(entry)
    t.equal((await member.post(`/tasks/${entry.task}/time-entries/`, entry)).status, 201)
  }
  const { body } = await member.get('/me/time-entries/')
  const own = logged.filter((entry) => entry.entry_date >= '2026-03-02')

  await t.test('is told with its sums, which an addition by hand confirms', async (t) => {
    const sum = (matches: (entry: (typeof own)[number]) => boolean) =>
      own.reduce((total, entry) => total + (matches(entry) ? entry.minutes : 0), 0)
    t.equal(body.results.length, own.length, 'Monday the 2nd to Sunday, without the Sunday before')
    t.equal(
      body.totals.week_minutes,
      sum(() => true),
    )
    t.equal(
      body.totals.today_minutes,
      sum((entry) => entry.entry_date === '2026-03-04'),
    )
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-05'])
      t.equal(
        body.totals.by_day[day],
        sum((entry) => entry.entry_date === day),
        day,
      )
    for (const { task, entry_date } of own)
      t.equal(
        body.totals.by_cell[`${task}|${entry_date}`],
        sum((e) => e.task === task && e.entry_date === entry_date),
      )
    t.match(body.results[0], { project_name: String, task_short_id: /^P\d+-T-\d+$/, entry_date: '2026-03-02' })
    t.same(body.submission, { week_start: '2026-03-02', submitted: false, submitted_at: null })
  })

  await t.test('days are named in pairs, in order, and not without end', async (t) => {
    t.equal((await member.get('/me/time-entries/?from=2026-03-01&to=2026-03-01')).body.results.length, 2)
    for (const [query, field] of [
      ['from=2026-03-01', 'non_field_errors'],
      ['to=2026-03-01', 'non_field_errors'],
      ['from=2026-03-02&to=2026-03-01', 'from'],
      ['from=2020-01-01&to=2026-03-01', 'to'],
      ['from=x&to=2026-03-01', 'from'],
    ] as const) {
      const refused = await member.get(`/me/time-entries/?${query}`)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], query)
    }
  })

  await t.test('is marked complete as often as one likes, by any of its days', async (t) => {
    t.equal((await member.post('/me/timesheets/2026-03-05/submit')).body.week_start, '2026-03-02')
    t.equal((await member.post('/me/timesheets/2026-03-02/submit')).status, 200)
    t.match((await member.get('/me/time-entries/')).body.submission, { submitted: true, submitted_at: String })
    t.equal((await app.owner.get('/me/time-entries/')).body.submission.submitted, false, 'of nobody else')
    t.equal((await member.delete('/me/timesheets/2026-03-03/submit')).status, 204)
    t.equal((await member.delete('/me/timesheets/2026-03-03/submit')).status, 204)
    t.equal((await member.get('/me/time-entries/')).body.submission.submitted, false)
    const refused = await member.post('/me/timesheets/monday/submit')
    t.same([refused.status, Object.keys(refused.body)], [400, ['week_start']])
  })

  await t.test('shows only projects one is a member of now', async (t) => {
    await app.sql('update project_members set is_deleted = true where project_id = $1 and account_id = $2', [
      second.id,
      member.account.id,
    ])
    const left = (await member.get('/me/time-entries/')).body
    t.ok(left.results.length > 0 && left.results.length < own.length)
    t.ok(left.results.every((row: { project: string }) => row.project === first.id))
  })
})
