/** What the clock tells people: tasks that nobody moved on, ends of projects that moved far, and digests. */
import t from 'tap'
import { ROLE } from '../../../api/access/roles.ts'
import { mintAccessToken } from '../../../api/auth/session-tokens.ts'
import { weekDue } from '../../../api/notifications/digests/send-digest.ts'
import { sendDigestsBody } from '../../../jobs/notifications/send-digests.ts'
import { tellOfFinishesBody, tellOfStaleTasksBody } from '../../../jobs/notifications/tell-rounds.ts'
import { hurryJobs, keptMails } from '../../support/mail.ts'
import { joinProject } from '../../support/projects.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'
import { setStage, TODAY } from '../sprints/sprint-stage.ts'

const DAY = 86_400
t.setTimeout(180_000)

t.test('what the clock tells', async (t) => {
  // A Sunday; digests come at five in the afternoon.
  const clock = handClock('2026-03-01T10:00:00Z')
  const app = await startApp(t, { clock, env: { SVC_PUBLIC_URL: 'https://svc.example.org' } })
  const ann = app.owner
  const bob = await app.user('bob')
  await app.sql(`update accounts set email = username || '@example.org'`)
  /** Time passes, and sessions are renewed. */
  const pass = async (seconds: number) => {
    clock.advance(seconds)
    const now = Math.floor(clock.now().getTime() / 1000)
    for (const user of [ann, bob])
      Object.assign(user, { token: await mintAccessToken({ accountId: user.account.id, epoch: 0 }, app.services, now) })
  }
  const program = (await ann.post('/programs/', { name: 'Harbour' })).body.id
  const project = (await ann.post('/projects/', { name: 'Quay', start_date: '2026-02-02', program })).body.id
  await joinProject(app, project, bob, ROLE.member)
  const task = async (name: string, fields: object = {}) =>
    (await ann.post('/tasks/', { project, name, ...fields })).body.id as string
  const told = (user: TestUser) =>
    app.sql<{ event_type: string; subject: string; body: string }>(
      'select event_type, subject, body from notifications where account_id = $1 order by created_at desc, event_type',
      [user.account.id],
    )
  const forget = () => app.sql('delete from notifications')

  await t.test('tasks that have not moved, once a day and not while the last reminder is unread', async (t) => {
    const busy = { assignee: bob.account.id, status: 'IN_PROGRESS', actual_start: '2026-02-10' }
    await task('Dig', busy)
    await task('Pour', busy)
    await task('Later', { assignee: bob.account.id, planned_start: '2026-09-01' })
    await task('Done', { ...busy, status: 'COMPLETE', percent_complete: 100, actual_finish: '2026-02-20' })
    await app.runJobs()
    await forget()
    await tellOfStaleTasksBody(app.services)
    t.same(await told(bob), [], 'not before the seven days of the project')
    await pass(8 * DAY)
    await Promise.all([tellOfStaleTasksBody(app.services), tellOfStaleTasksBody(app.services)])
    t.match(await told(bob), [
      { event_type: 'task.stale', subject: '2 of your tasks of Quay have not moved for a while' },
    ])
    await pass(DAY)
    await tellOfStaleTasksBody(app.services)
    t.equal((await told(bob)).length, 1, 'unread')
    await bob.post('/me/notifications/mark-all-read/', {})
    await tellOfStaleTasksBody(app.services)
    t.equal((await told(bob)).length, 1, 'once a day')
    await pass(DAY)
    await tellOfStaleTasksBody(app.services)
    t.equal((await told(bob)).length, 2)
    await forget()
  })

  await t.test('an end that moved further than the project lets pass, in one step or in many', async (t) => {
    const cleo = await app.user('cleo')
    await joinProject(app, project, cleo, ROLE.manager)
    const last = await task('Last', { planned_start: '2026-10-05', duration: 5 })
    const lengthen = async (duration: number) => {
      await pass(3600)
      await ann.patch(`/tasks/${last}/`, { duration })
      await app.runJobs()
      for (let run = 0; run < 2; run++) await tellOfFinishesBody(app.services)
      const rows = await told(cleo)
      await forget()
      return rows
    }
    t.same(await lengthen(6), [], 'the first look')
    t.same(await lengthen(8), [])
    t.same(await lengthen(9), [])
    t.match(await lengthen(16), [
      { event_type: 'project.end_date_shifted', subject: /^The end of Quay moved by \d+ days/ },
    ])
    t.same(await lengthen(17), [], 'against what was told last')
    t.match(await lengthen(6), [{ body: /earlier/ }])
  })

  await t.test('digests in the week of the person, once, by mail outside of quiet hours', async (t) => {
    const cells = (await ann.get('/me/notification-preferences/?page_size=100')).body.results as {
      id: string
      event_type: string
      channel: string
    }[]
    for (const cell of cells.filter(({ event_type }) => event_type.endsWith('digest')))
      await ann.patch(`/me/notification-preferences/${cell.id}/`, { enabled: true })
    await ann.patch('/me/notification-settings/', { digest_weekday: 3, digest_hour: 21, digest_timezone: 'Asia/Tokyo' })
    await app.sql(`update workspace set timezone = 'Asia/Tokyo'`)
    const resource = (await ann.post('/resources/', { name: 'Crane' })).body.id
    const start = clock.today()
    const lift = await task('Lift', { planned_start: start, duration: 30 })
    const haul = await task('Haul', { planned_start: start, duration: 30 })
    for (const id of [lift, haul]) t.equal((await ann.post('/task-resources/', { task: id, resource })).status, 201)
    await app.runJobs()
    await forget()
    const before = keptCount()
    const hours: string[] = []
    for (let hour = 0; hour < 9 * 24; hour++) {
      await Promise.all([sendDigestsBody(app.services), sendDigestsBody(app.services)])
      const rows = await told(ann)
      if (rows.length > 0) hours.push(`${timeIn('Asia/Tokyo', clock.now())} ${rows.length}`)
      if (hours.length === 1 && rows.length > 0) {
        const health = rows.find(({ event_type }) => event_type === 'program.health_digest')
        t.match(health?.body, /^Harbour\n {2}.*1 projects\n {2}critical tasks: \d+, late tasks: \d+/)
        const load = rows.find(({ event_type }) => event_type === 'resource.overallocation_digest')
        t.match(load?.body, /^Crane: 200 % on \d{4}-\d\d-\d\d$/)
        const waiting = await app.sql<{ run_at: Date }>(
          `select distinct run_at from graphile_worker.jobs where task_identifier = 'send_mail'`,
        )
        // The queue goes by the clock of the database, so that its time is looked at instead of being waited for.
        const due = waiting.map((job) => timeIn('Asia/Tokyo', new Date(job.run_at)))
        t.same(due, ['Fri 07'], 'nine in the evening is quiet, until seven')
      }
      await forget()
      await pass(3600)
    }
    t.same(hours.slice(0, 1), ['Thu 21 2'])
    t.ok(hours.length <= 2, 'and once a week')
    await hurryJobs(app)
    const mails = keptMails(app).slice(before)
    t.equal(mails.length, 2 * hours.length)
    t.match(
      mails[0]?.headers.get('list-unsubscribe'),
      /^<https:\/\/svc\.example\.org\/api\/v1\/notifications\/unsubscribe\//,
    )
    t.equal(mails[0]?.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  })

  function timeIn(timeZone: string, instant: Date): string {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' })
    return format.format(instant).replace(', ', ' ')
  }
  function keptCount(): number {
    try {
      return keptMails(app).length
    } catch {
      return 0
    }
  }
})

t.test('the week of a digest is that of its reader', (t) => {
  const due = (instant: string, zone = 'UTC', digest_weekday = 6, digest_hour = 17) =>
    weekDue({ digest_weekday, digest_hour, zone }, new Date(instant))
  t.equal(due('2026-03-01T16:59:00Z'), null)
  t.equal(due('2026-03-01T17:00:00Z'), '2026-02-23')
  t.equal(due('2026-03-02T04:59:00Z'), '2026-02-23', 'late rather than never')
  t.equal(due('2026-03-02T05:00:00Z'), null)
  t.equal(due('2026-03-01T17:00:00Z', 'Asia/Tokyo', 0, 2), '2026-03-02', 'Monday there')
  // Berlin goes to summer time on 29 March 2026: five in the afternoon is 15:00 in UTC from then on.
  t.same(
    [due('2026-03-22T15:30:00Z', 'Europe/Berlin'), due('2026-03-29T15:30:00Z', 'Europe/Berlin')],
    [null, '2026-03-23'],
  )
  t.end()
})

t.test('the close of a sprint that moves the forecast of its milestone is told to those who lead', async (t) => {
  let seconds = 0
  const now = () => new Date(Date.parse(`${TODAY}T08:00:00Z`) + ++seconds * 1000)
  const stage = await setStage(t, {}, { now, today: () => TODAY })
  const { app, owner, manager, member } = stage
  const forecasts = async (user: TestUser) =>
    (await user.get('/me/notifications/')).body.results.filter(
      (row: { event_type: string }) => row.event_type === 'milestone.forecast_shifted',
    )
  const milestone = await stage.task({ name: 'Opening', is_milestone: true, planned_start: '2026-06-01' })
  for (const start of ['2026-06-01', '2026-06-01', '2026-06-15']) {
    await owner.patch(`/tasks/${milestone}/`, { planned_start: start })
    const sprint = await stage.sprint({ name: `To ${start}` })
    t.equal((await owner.post(`/sprints/${sprint}/promote-to-milestone/`, { milestone_id: milestone })).status, 200)
    await stage.task({ sprint, story_points: 5 })
    await stage.activate(sprint)
    await app.runJobs()
    t.equal((await forecasts(owner)).length, 0, 'as long as it stays')
    t.equal((await manager.post(`/sprints/${sprint}/close/`, { carry_over_to: 'backlog' })).status, 202)
    await app.runJobs()
  }
  const [told] = await forecasts(owner)
  t.match(told, { subject: 'The forecast of Opening has shifted', category: 'signals', task_id: milestone })
  t.match(told.body, /Critical path: 2026-06-01, now 2026-06-15/)
  t.same(await forecasts(manager), [], 'who closed it knows')
  t.same(await forecasts(member), [], 'and others are not asked')
})
