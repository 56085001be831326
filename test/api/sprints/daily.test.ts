import t from 'tap'
import { framesOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

const fieldsOf = (answer: { status: number; body: object }) => [answer.status, Object.keys(answer.body)]

t.test('looking at a sprint day by day', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, manager, outsider, owner } = stage
  const sprint = await stage.sprint()
  const low = await stage.task({ sprint, name: 'Low', story_points: 4 })
  await stage.task({ sprint, name: 'High', story_points: 6 })
  await stage.activate(sprint)

  await t.test('a card for each sprint under way, with the pace for who may read it', async (t) => {
    const [card, ...rest] = (await member.get('/me/active-sprints/')).body
    t.equal(rest.length, 0)
    t.match(card, { project_id: project.id, capacity_label: 'on_track', capacity_ratio: 0 })
    t.match(card.sprint, { id: sprint, day: 2, total: 12, remaining_points: 10, committed_points: 10, trend_pts: -2 })
    t.match(card.velocity, { velocity_suppressed: false, rolling_avg_points: null })
    t.match((await manager.get('/me/active-sprints/')).body, [{ velocity: { velocity_suppressed: true } }])
    t.same((await outsider.get('/me/active-sprints/')).body, [])
  })

  await t.test('what stands still, without saying why', async (t) => {
    await owner.patch(`/tasks/${low}/`, { blocked_reason: 'Secret quarrel', blocker_type: 'vendor' })
    const read = async (query = '') => viewer.get(`/sprints/${sprint}/blocked/${query}`)
    const answer = await read()
    t.match(answer.body, { sprint_id: sprint, count: 1, truncated: false })
    t.match(answer.body.blocked, [{ id: low, name: 'Low', blocker_type: 'vendor', age_days: 0, assignee_name: null }])
    t.notMatch(answer.text, /quarrel/)
    t.equal((await read('?blocker_type=decision')).body.count, 0)
    t.equal((await read('?min_age_days=1')).body.count, 0)
    t.same(fieldsOf(await read('?blocker_type=weather')), [400, ['blocker_type']])
    t.same(fieldsOf(await read('?min_age_days=soon')), [400, ['min_age_days']])
    await owner.patch(`/tasks/${low}/`, { blocked_reason: '' })
  })

  await t.test('signals that tripped, and no others', async (t) => {
    const read = async () => (await viewer.get(`/projects/${project.id}/sprint-health/`)).body
    t.same(await read(), { has_active_sprint: true, signals: [] })
    await stage.task({ name: 'Astray' })
    const phases = [await stage.task(), await stage.task(), await stage.task()]
    for (const parent_id of phases) await stage.task({ parent_id, sprint })
    await owner.post('/tasks/', { project: project.id, name: 'Sub', parent_id: low, is_subtask: true })
    const { signals } = await read()
    t.match(signals, [
      { key: 'orphan', count: 1, tone: 'info' },
      { key: 'phase_span', count: 3, tone: 'warning' },
      { key: 'summary_in_sprint', count: 1, tone: 'warning' },
    ])
    await manager.post(`/sprints/${sprint}/scope-changes/reject/`)
  })

  await t.test('what was handed on at the close', async (t) => {
    const next = await stage.sprint({ name: 'Next', start_date: '2026-03-23', finish_date: '2026-04-03' })
    await member.post(`/sprints/${sprint}/close/`, { carry_over_to: next })
    await app.runJobs()
    const { body } = await member.get(`/sprints/${next}/incoming_carryover/`)
    t.match(body, { sprint_id: next, count: 2, points: 10 })
    const from = { from_sprint_id: sprint, from_sprint_name: 'One', is_still_here: true }
    t.match(body.items, [
      { task_title: 'Low', final_status: 'NOT_STARTED', ...from },
      { task_title: 'High', ...from },
    ])
    const hidden = (await manager.get(`/sprints/${next}/incoming_carryover/`)).body
    t.match(hidden, { count: 2, points: null, items: [{ story_points: null }, {}] })
  })
})

t.test('what the pace of a team says of a milestone', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, manager, member, owner } = stage
  const ended = async (points: number, day: string) => {
    const id = await stage.sprint({ name: `Past ${points}` })
    await app.sql(
      `update sprints set state = 'COMPLETED', completed_points = $2, committed_points = 10, closed_at = $3 where id = $1`,
      [id, points, day],
    )
  }
  await ended(8, '2026-02-01')
  await ended(12, '2026-02-15')
  const sprint = await stage.sprint()
  const milestone = await stage.task({ name: 'Gate', is_milestone: true, planned_start: '2026-04-01' })
  const work = await stage.task({ sprint, story_points: 20 })
  const astray = await stage.task({ name: 'Astray' })
  await owner.post(`/sprints/${sprint}/promote-to-milestone/`, { milestone_id: milestone })
  await app.runJobs()

  await t.test('is previewed: slow sprints take longer than usual ones', async (t) => {
    const read = async (user = member, query = '') => user.get(`/sprints/${sprint}/reforecast-preview/${query}`)
    // 20 points at 7 a sprint of 11 days, where 10 are usual: 20 * (11/7 - 11/10) = 9 days.
    const body = { cpm_finish: '2026-04-01', p50: '2026-04-01', p80: '2026-04-06', p95: '2026-04-10', velocity_low: 7 }
    t.match((await read()).body, { basis: 'velocity_band', ...body, velocity_high: 13, unmodeled_dependency: false })
    t.match((await read(manager)).body, { p95: '2026-04-10', velocity_low: null, velocity_high: null })
    t.match((await read(viewer, `?milestone_id=${milestone}`)).body, body)
    t.equal((await read(viewer, `?milestone_id=${work}`)).status, 404, 'that is no milestone')
    await owner.post('/dependencies/', { predecessor: astray, successor: milestone })
    t.match((await read()).body, { unmodeled_dependency: true, unmodeled_predecessor_ids: [astray] })
    t.equal((await app.sql('select 1 from milestone_forecasts')).length, 0, 'and nothing is kept')
  })

  await t.test('is kept and told when a sprint towards it closes', async (t) => {
    await stage.activate(sprint)
    await stage.clearOutbox()
    await member.post(`/sprints/${sprint}/close/`, { carry_over_to: 'none' })
    await app.runJobs()
    const [told] = await framesOf(app, 'milestone_forecast_updated')
    t.match(told, {
      milestone_id: milestone,
      p50: '2026-04-01',
      p80: '2026-04-01',
      confidence: 'low',
      unmodeled_dependency: true,
    })
    t.same(Object.keys(told as object).sort(), [
      'binding_drifted',
      'confidence',
      'cpm_finish',
      'milestone_id',
      'p50',
      'p80',
      'unmodeled_dependency',
    ])
    const [kept] = await app.sql('select * from milestone_forecasts')
    t.match(kept, { milestone_id: milestone, sprint_id: sprint, basis: 'velocity_band', p95: '2026-04-01' })
    t.match((await viewer.get(`/tasks/?project=${project.id}&search=Gate`)).body.results, [
      { milestone_rollup: { percent_complete: 0 } },
    ])
  })
})
