import t from 'tap'
import { civilDay } from '../../../api/platform/clock.ts'
import { startApp } from '../../support/start-app.ts'
import { putDates } from '../../support/task-dates.ts'
import { buildProject } from '../tasks/support/build-project.ts'

/** A Wednesday. */
const NOW = new Date('2026-03-11T12:00:00Z')
const clock = { now: () => NOW, today: (zone?: string) => civilDay(NOW, zone) }

t.test('what needs somebody', async (t) => {
  const app = await startApp(t, { clock })
  const project = await buildProject(app, { start_date: '2026-01-05', status_date: '2026-01-05' })
  const member = await project.member(100, 'mia')
  const outsider = await app.user('outsider')
  const path = `/projects/${project.id}`
  const add = async (name: string, more: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name, duration: 2, ...more })).body.id
  const late = await add('Late', { planned_start: '2026-03-02', assignee: member.account.id })
  const soon = await add('Soon', { planned_start: '2026-03-13' })
  const mine = await add('Mine', { planned_start: '2026-03-12', assignee: member.account.id })
  const monday = await add('Next Monday', { planned_start: '2026-03-12', duration: 3, assignee: member.account.id })
  const done = await add('Done', { planned_start: '2026-03-10', assignee: member.account.id })
  await app.runJobs()
  await app.sql(`update tasks set status = 'COMPLETE', percent_complete = 100 where id = $1`, [done])
  for (const id of [late, soon, mine, monday, done]) await putDates(app, id, { is_critical: id === late })

  await t.test('late critical work, what begins soon without anybody, and who has too much', async (t) => {
    const resource = (await app.owner.post('/resources/', { name: 'Crane' })).body.id
    for (const task of [soon, mine]) {
      const body = { task, resource, units: 0.8 }
      if (task === mine) t.equal((await app.owner.post('/task-resources/', body)).status, 201)
    }
    const before = (await member.get(`${path}/attention/`)).body.items
    t.match(before, [
      { severity: 'critical', type: 'critical_task_late', task_id: late, assignee_name: 'mia', date: '2026-03-03' },
      { severity: 'warning', type: 'unassigned_approaching', task_id: soon, assignee_name: null, date: '2026-03-13' },
    ])
    t.match(before[0].detail, /8 days past/)
    t.equal((await app.owner.post('/task-resources/', { task: soon, resource, units: 0.8 })).status, 201)
    const after = (await member.get(`${path}/attention/`)).body.items
    t.same(
      after.map((item: { type: string }) => item.type),
      ['critical_task_late', 'overallocation'],
      'with a resource the task has somebody',
    )
    // Mine lasts until the day on which Soon begins.
    t.match(after[1], {
      assignee_name: 'Crane',
      task_id: soon,
      date: '2026-03-13',
      detail: /160 %.*100 %/,
      link_target: null,
    })
    await app.sql('update resources set max_units = 1.6 where id = $1', [resource])
    t.equal((await member.get(`${path}/attention/`)).body.items.length, 1, 'enough of it is there')
    await app.sql('update resources set max_units = 1 where id = $1', [resource])
    const further = { early_start: '2026-03-20', scheduled_start: '2026-03-20', early_finish: '2026-03-23' }
    await putDates(app, soon, further)
    t.equal((await member.get(`${path}/attention/`)).body.items.length, 1, 'one after the other is not too much')
    t.equal((await outsider.get(`${path}/attention/`)).status, 404)
  })

  await t.test('of a kind no more than three', async (t) => {
    for (let index = 0; index < 4; index++) await add(`Bare ${index}`, { planned_start: '2026-03-16' })
    await app.runJobs()
    const { items } = (await member.get(`${path}/attention/`)).body
    t.equal(items.filter((item: { type: string }) => item.type === 'unassigned_approaching').length, 3)
  })

  await t.test('what the caller is to finish from Monday to Sunday', async (t) => {
    const body = (await member.get(`${path}/my-tasks/`)).body
    t.match(body, { project_id: project.id, week_start: '2026-03-09', week_finish: '2026-03-15', count: 1 })
    t.match(body.tasks, [{ id: mine, name: 'Mine', short_id: `${project.key}-T-3`, early_finish: '2026-03-13' }])
    t.notOk(JSON.stringify(body).includes(monday), 'finishes next week')
    t.equal((await app.owner.get(`${path}/my-tasks/`)).body.count, 0)
    t.equal((await outsider.get(`${path}/my-tasks/`)).status, 404)
  })

  await t.test('what is blocked, the longest first, and never why', async (t) => {
    const block = async (id: string, blocker: object, days: number) => {
      t.equal((await app.owner.patch(`/tasks/${id}/`, { blocked_reason: 'Secret', ...blocker })).status, 200)
      await app.sql(`update tasks set blocked_since = $2 where id = $1`, [
        id,
        new Date(NOW.getTime() - days * 86_400_000),
      ])
    }
    await block(soon, { blocker_type: 'vendor' }, 1)
    await block(mine, { blocker_type: 'dependency', blocking_task: late }, 4)
    const answer = await member.get(`${path}/blocked/`)
    t.match(answer.body, { project_id: project.id, count: 2, truncated: false })
    t.match(answer.body.blocked[0], {
      id: mine,
      blocker_type: 'dependency',
      blocking_task: { id: late, name: 'Late' },
      assignee: { username: 'mia' },
      blocked_by: { username: 'owner' },
      blocked_age_seconds: 4 * 86_400,
    })
    t.notOk(answer.text.includes('Secret'))
    const ids = async (query: string) =>
      (await member.get(`${path}/blocked/?${query}`)).body.blocked.map((row: { id: string }) => row.id)
    t.same(await ids('blocker_type=vendor'), [soon])
    t.same(await ids('min_age_days=2'), [mine])
    t.same(await ids('min_age_days=4'), [mine], 'the day counts')
    t.same(await ids('min_age_days=5'), [])
    for (const query of ['blocker_type=weather', 'min_age_days=-1', 'min_age_days=x', 'min_age_days=99999'])
      t.equal((await member.get(`${path}/blocked/?${query}`)).status, 400, query)
    t.equal((await outsider.get(`${path}/blocked/`)).status, 404)
  })
})
