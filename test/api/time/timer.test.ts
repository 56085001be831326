import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { addTask } from '../people/people.ts'
import { buildProject } from '../tasks/support/build-project.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

t.test('a timer', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const outsider = await app.user('outsider')
  const [task, other] = [await addTask(app.owner, project.id), await addTask(app.owner, project.id)]
  const runSince = (minutes: number) =>
    app.sql(
      `update running_timers set started_at = now() - make_interval(secs => $1::float8 * 60) where account_id = $2`,
      [minutes, member.account.id],
    )

  await t.test('runs from start to stop and becomes a time entry', async (t) => {
    t.same((await member.get('/me/timer/')).body, { active: false })
    const started = await member.post('/me/timer/start', { task, note: 'Pumps' })
    t.equal(started.status, 201)
    t.match(started.body, { active_timer: { active: true, task, note: 'Pumps', stale: false }, finalized_entry: null })
    await runSince(29.6)
    t.match((await member.get('/me/timer/')).body, { active: true, task, elapsed_seconds: 1776, stale: false })
    t.same((await app.owner.get('/me/timer/')).body, { active: false }, 'of nobody else')
    const stopped = await member.post('/me/timer/stop')
    t.equal(stopped.status, 201)
    t.match(stopped.body, { task, minutes: 30, note: 'Pumps', source: 'timer', user: member.account.id })
    t.equal((await member.get(`/tasks/${task}/time-entries/`)).body.total_logged_minutes, 30)
    t.equal((await member.post('/me/timer/stop')).status, 409)
  })

  await t.test('starting another ends and logs the one that runs', async (t) => {
    await member.post('/me/timer/start', { task })
    await runSince(12)
    const second = (await member.post('/me/timer/start', { task: other })).body
    t.match(second.finalized_entry, { task, minutes: 12, source: 'timer' })
    t.match(second.active_timer, { task: other })
    t.equal((await member.post('/me/timer/stop')).body.minutes, 1, 'a moment is a minute')
  })

  await t.test('past ten hours it is stale and logs no more than them', async (t) => {
    await member.post('/me/timer/start', { task })
    await runSince(599.9)
    t.equal((await member.get('/me/timer/')).body.stale, false)
    await runSince(10_000)
    t.equal((await member.get('/me/timer/')).body.stale, true)
    t.equal((await member.post('/me/timer/stop')).body.minutes, 600)
  })

  await t.test('runs on no phase, for no Viewer and for nobody outside', async (t) => {
    const phase = await addTask(app.owner, project.id)
    await addTask(app.owner, project.id, { parent_id: phase })
    for (const [user, body, status, keys] of [
      [member, {}, 400, ['task']],
      [member, { task: 'x' }, 400, ['task']],
      [member, { task: phase }, 400, ['task']],
      [member, { task, note: 'x'.repeat(501) }, 400, ['note']],
      [member, { task: ABSENT }, 404, ['detail']],
      [outsider, { task }, 404, ['detail']],
      [viewer, { task }, 403, ['detail']],
    ] as const) {
      const refused = await user.post('/me/timer/start', body)
      t.same([refused.status, Object.keys(refused.body)], [status, keys], JSON.stringify(body))
    }
    t.same(await app.sql('select * from running_timers'), [])
  })

  await t.test('ends even where it could not be started any more', async (t) => {
    await member.post('/me/timer/start', { task })
    await app.sql('update project_members set is_deleted = true where account_id = $1', [member.account.id])
    await app.owner.post(`/projects/${project.id}/archive/`)
    t.equal((await member.post('/me/timer/start', { task })).status, 404)
    t.equal((await member.post('/me/timer/stop')).status, 201)
    await app.owner.post(`/projects/${project.id}/unarchive/`)
  })
})

t.test('of many at once', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const member = await project.member(100)
  const tasks = [await addTask(app.owner, project.id), await addTask(app.owner, project.id)]
  const fifty = Array.from({ length: 50 }, (_, index) => index)

  await t.test('50 starts leave one timer running, and an entry for each that ended', async (t) => {
    const answers = await Promise.all(
      fifty.map((index) => member.post('/me/timer/start', { task: tasks[index % 2], note: `${index}` })),
    )
    t.same([...new Set(answers.map((answer) => answer.status))], [201])
    t.equal((await app.sql('select 1 from running_timers')).length, 1)
    const ended = answers.flatMap((answer) => answer.body.finalized_entry?.note ?? [])
    const { note } = (await member.get('/me/timer/')).body
    t.same([...ended, note].sort(), fifty.map(String).sort(), 'each timer ended once, but the one that runs')
    const entries = await app.sql<{ note: string }>('select note from time_entries')
    t.same(entries.map((row) => row.note).sort(), ended.sort())
  })

  await t.test('of 20 stops one logs', async (t) => {
    const before = (await app.sql('select 1 from time_entries')).length
    const answers = await Promise.all(fifty.slice(0, 20).map(() => member.post('/me/timer/stop')))
    t.same(answers.map((answer) => answer.status).sort(), [201, ...Array<number>(19).fill(409)])
    t.equal((await app.sql('select 1 from time_entries')).length, before + 1)
  })

  await t.test('the same start sent twice is one', async (t) => {
    const send = () => member.post('/me/timer/start', { task: tasks[0] }, { 'Idempotency-Key': 'once' })
    const [first, again] = [await send(), await send()]
    t.same(again.body, first.body)
    t.equal(first.body.finalized_entry, null)
  })
})
