import t from 'tap'
import { framesOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

t.test('durations that the pace of sprints suggests', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, manager, outsider, owner } = stage
  const closed = async (number: number, tasks: object[]) => {
    const sprint = await stage.sprint({ name: `S${number}`, start_date: '2026-02-02', finish_date: '2026-02-13' })
    const ids: string[] = []
    for (const body of tasks) ids.push(await stage.task({ sprint, ...body }))
    await stage.activate(sprint)
    await owner.post(`/sprints/${sprint}/close/`, { carry_over_to: 'none' })
    await app.runJobs()
    await app.sql('update sprints set closed_at = $2 where id = $1', [sprint, `2026-02-1${number}T12:00:00Z`])
    return ids
  }
  const list = async (query = '', user = member) => (await user.get(`/velocity-suggestions/${query}`)).body.results
  const done = { story_points: 20, status: 'COMPLETE', percent_complete: 100 }
  for (const number of [1, 2, 3]) await closed(number, [done])
  t.same(await list(), [], 'three sprints have to stand before the one that is closed')
  const [wide, fitting, narrow] = await closed(4, [
    { name: 'Wide', story_points: 13 },
    { name: 'Fitting', story_points: 10, most_likely_duration: 5 },
    { name: 'Narrow', story_points: 1, optimistic_duration: 2, most_likely_duration: 3, pessimistic_duration: 4 },
    { name: 'Plain' },
  ])

  await t.test('are made when a sprint closes, for what it keeps and what is planned otherwise', async (t) => {
    const rows = await list()
    t.same(new Set(rows.map((row: { task: string }) => row.task)), new Set([wide, narrow]))
    t.notOk(rows.some((row: { task: string }) => row.task === fitting))
    const [row] = await list(`?task=${wide}`)
    t.match(row, { suggested_duration: 7, team_velocity_per_day: '2.000', sprint_name: 'S4', is_pending: true })
    t.match(row, { flag_for_review: false, accepted_at: null, accepted_by: null })
    t.same(await list('', outsider), [])
    t.match(await list(`?task=${wide}`, manager), [{ suggested_duration: null, team_velocity_per_day: null }])
  })

  await t.test('are accepted once, by managers', async (t) => {
    const id = (await list(`?task=${wide}`))[0].id as string
    const path = `/velocity-suggestions/${id}/`
    t.equal((await outsider.get(path)).status, 404)
    t.match((await viewer.get(path)).body, { id, task: wide })
    t.equal((await member.post(`${path}accept/`)).status, 403)
    await stage.clearOutbox()
    t.match((await manager.post(`${path}accept/`)).body, {
      is_pending: false,
      accepted_at: String,
      accepted_by: String,
    })
    t.same(await framesOf(app, 'velocity_suggestion_accepted'), [{ id }])
    t.match(await framesOf(app, 'task_updated'), [{ id: wide, changed_fields: ['most_likely_duration'] }])
    t.equal((await member.get(`/tasks/${wide}/`)).body.most_likely_duration, 7)
    t.equal((await manager.post(`${path}accept/`)).status, 200)
    t.equal((await manager.post(`${path}dismiss/`)).status, 409)
    t.equal((await framesOf(app, 'velocity_suggestion_accepted')).length, 1)
    t.same(
      (await list('?pending=true')).map((row: { task: string }) => row.task),
      [narrow],
    )
  })

  await t.test('are refused where the estimates would lose their order, and dismissed', async (t) => {
    const id = (await list(`?task=${narrow}`))[0].id as string
    const path = `/velocity-suggestions/${id}/`
    t.match(await manager.post(`${path}accept/`), { status: 422, body: { detail: String } })
    t.equal((await member.post(`${path}dismiss/`)).status, 403)
    t.match((await owner.post(`${path}dismiss/`)).body, { is_pending: false, dismissed_at: String })
    t.equal((await owner.post(`${path}dismiss/`)).status, 200)
    t.equal((await manager.post(`${path}accept/`)).status, 409)
    t.same(await framesOf(app, 'velocity_suggestion_dismissed'), [{ id }])
  })

  await t.test('webhooks hear what was completed where the team shares its pace with everyone', async (t) => {
    await app.sql(`insert into team_signals values ($1, 'velocity', 'program_shared', 'program_shared')`, [project.id])
    await stage.clearOutbox()
    await closed(5, [done])
    const [row] = await app.sql<{ payload: string }>(
      `select webhook_payload as payload from outbox_events where webhook_name = 'sprint.closed'`,
    )
    t.match(JSON.parse(row?.payload ?? '{}'), {
      velocity_suppressed: false,
      completed_points: 20,
      completed_task_count: 1,
    })
  })
})
