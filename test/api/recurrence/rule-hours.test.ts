import t from 'tap'
import { sweepRecurrenceBody } from '../../../jobs/recurrence/sweep-recurrence.ts'
import { startApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'
import { buildProject } from '../tasks/support/build-project.ts'

const HOUR = 3600
const DAY = 24 * HOUR

t.test('the hour of a rule', async (t) => {
  // In Berlin it is 07:20 on the day before the clocks are changed.
  const clock = handClock('2026-03-28T06:20:00Z')
  const app = await startApp(t, { clock, env: { SVC_RECURRENCE_HORIZON_DAYS: '1' } })
  const project = await buildProject(app)
  const member = await project.member(100)
  const scheduler = await project.member(200)
  const makeRule = async (name: string, rule: object) => {
    const fields = { project: project.id, name, duration: 1, assignee: member.account.id }
    const task = (await app.owner.post('/tasks/', fields)).body.id
    const made = await scheduler.post('/recurrence-rules/', { task, timezone: 'Europe/Berlin', ...rule })
    t.equal(made.status, 201, made.text)
  }
  await makeRule('Log tides', { time_of_day: '07:30', inherit_morning_notification: true })
  await makeRule('Quiet one', { time_of_day: '07:30' })
  const sweep = () => sweepRecurrenceBody(app.services)
  const daysOf = async (name = 'Log tides') => {
    const rows = await app.sql<{ planned_start: string }>(
      `select planned_start from tasks where name = $1 and is_recurring and planned_start is not null order by 1`,
      [name],
    )
    return rows.map((row) => row.planned_start)
  }
  // Sessions do not last as long as this story: what people were told is read below the API.
  const told = async () => {
    const rows = await app.sql<{ subject: string }>('select subject from notifications where account_id = $1', [
      member.account.id,
    ])
    return rows.map((row) => row.subject).filter((subject) => subject.endsWith('is to be done today'))
  }

  await t.test('before it only what was due by yesterday is made', async (t) => {
    await sweep()
    t.same(await daysOf(), ['2026-03-28'])
    t.same(await told(), [], 'and nobody is reminded')
  })

  await t.test('at it the next day ahead is made, and the assignee reminded of today, once', async (t) => {
    clock.advance(600)
    await sweep()
    await sweep()
    t.same(await daysOf(), ['2026-03-28', '2026-03-29'])
    t.same(await daysOf('Quiet one'), ['2026-03-28', '2026-03-29'])
    t.same(await told(), ['Log tides is to be done today'])
  })

  await t.test('it follows the clocks of its zone when they are changed', async (t) => {
    clock.advance(DAY - HOUR - 60)
    await sweep()
    t.same(await daysOf(), ['2026-03-28', '2026-03-29'], '07:29 of summer time')
    clock.advance(60)
    await sweep()
    t.same(await daysOf(), ['2026-03-28', '2026-03-29', '2026-03-30'])
    t.equal((await told()).length, 2)
  })

  await t.test('a task that is done by then reminds nobody', async (t) => {
    await app.sql(`update tasks set status = 'COMPLETE' where planned_start = '2026-03-30'`)
    clock.advance(DAY)
    await sweep()
    t.equal((await told()).length, 2)
  })
})
