import t from 'tap'
import { setStage } from './sprint-stage.ts'

t.test('velocity, forecasts and whom they are told', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, manager, outsider, owner } = stage
  const get = async (what: string, user = member) => (await user.get(`/projects/${project.id}/${what}/`)).body

  await t.test('before any sprint there is nothing to say', async (t) => {
    t.match(await get('velocity'), { sprints: [], rolling_avg_points: null, team_velocity_per_day: null })
    t.match(await get('sprint-forecast'), { status: 'warming_up', forecast_basis: 'velocity', remaining_points: 0 })
    t.match(await get('forecast'), { remaining_committed_points: 0, sprints_to_complete_low: null, milestones: [] })
    t.equal((await outsider.get(`/projects/${project.id}/velocity/`)).status, 404)
  })

  const milestone = await stage.task({ name: 'Release', is_milestone: true, duration: 0, planned_start: '2026-04-01' })
  await app.runJobs()
  for (const [index, points] of [10, 14, 21, 3].entries()) {
    const dates = { start_date: `2026-01-0${index + 1}`, finish_date: `2026-01-${13 + index}` }
    const sprint = await stage.sprint({ name: `S${index + 1}`, ...dates, target_milestone: milestone })
    await stage.task({ sprint, story_points: points, status: 'COMPLETE', percent_complete: 100 })
    await stage.activate(sprint)
    if (index === 3) await owner.patch(`/sprints/${sprint}/`, { exclude_from_velocity: true })
    await owner.post(`/sprints/${sprint}/close/`)
    await app.runJobs()
    await app.sql(`update sprints set closed_at = $2::timestamptz where id = $1`, [
      sprint,
      `2026-01-2${index}T12:00:00Z`,
    ])
  }

  await t.test('the team reads its sprints, oldest first, each beside the one before', async (t) => {
    const body = await get('velocity')
    t.same(
      body.sprints.map((one: { name: string }) => one.name),
      ['S1', 'S2', 'S3', 'S4'],
    )
    t.same(
      body.sprints.map((one: { delta_vs_prior_points: number }) => one.delta_vs_prior_points),
      [null, 4, 7, null],
    )
    const figures = {
      rolling_avg_points: 15,
      rolling_stdev_points: 5.57,
      forecast_range_low: 9,
      forecast_range_high: 21,
    }
    t.match(body, { ...figures, excluded_count: 1, rolling_avg_tasks: 1, velocity_suppressed: false })
    // 1 to 13 January 2026 hold nine days from Monday to Friday, as do 2 to 14 and 3 to 15 with eight and nine.
    t.equal(body.team_velocity_per_day, Math.round(((10 / 9 + 14 / 9 + 21 / 9) / 3) * 1000) / 1000)
    t.match(await get('velocity', viewer), figures, 'viewers are of the team')
  })

  await t.test('what is left is simulated on what was completed', async (t) => {
    const next = await stage.sprint({ name: 'Next' })
    for (const points of [20, 25]) await stage.task({ sprint: next, story_points: points })
    const body = await get('sprint-forecast')
    t.match(body, { status: 'ready', forecast_basis: 'velocity', basis: 'monte_carlo', remaining_points: 45 })
    t.match(body, { sample_count: 3, p50_sprints: 3, p80_sprints: 4, remaining_count: null })
    t.equal(body.p50_date, '2026-04-12', 'three sprints of eleven days')
    t.ok(body.p95_date >= body.p80_date)
    t.same(await get('sprint-forecast'), body, 'asking again gives the same')
    t.match(await get('forecast'), { sprints_to_complete_low: 3, sprints_to_complete_high: 5 })
  })

  await t.test('milestones show what the last close said, beside the one before', async (t) => {
    const [first, another] = (await get('forecast')).milestones
    t.equal(another, undefined)
    t.match(first, { milestone_id: milestone, milestone_name: 'Release', basis: 'velocity_band', confidence: 'low' })
    t.match(first, { cpm_finish: '2026-04-01', previous: { cpm_finish: '2026-04-01' }, taken_at: String })
  })

  await t.test('managers get the same keys and no points', async (t) => {
    const told = await get('velocity')
    const hidden = await get('velocity', manager)
    t.same(Object.keys(hidden), Object.keys(told))
    t.match(hidden, { sprints: [], excluded_count: 0, rolling_avg_points: null, rolling_stdev_points: null })
    t.match(hidden, { team_velocity_per_day: null, velocity_suppressed: true, rolling_avg_tasks: 1 })
    t.match(await get('forecast', manager), {
      remaining_committed_points: null,
      sprints_to_complete_low: null,
      milestones: [{ velocity_low: null, cpm_finish: '2026-04-01', previous: { velocity_low: null } }],
    })
    t.match(await get('sprint-forecast', manager), {
      status: 'warming_up',
      remaining_points: null,
      sample_count: null,
      p50_date: null,
      forecast_basis: 'velocity',
      velocity_suppressed: true,
    })
  })

  await t.test('a team whose tasks flow one by one is measured by its weeks', async (t) => {
    await app.sql(`update tasks set delivery_mode = 'kanban' where project_id = $1 and not is_milestone`, [project.id])
    t.match(await get('sprint-forecast'), { status: 'warming_up', forecast_basis: 'velocity', sample_count: 3 })
    const one = await stage.task({ name: 'Flowing' })
    await app.sql(
      `insert into history_rows (project_id, object_type, object_id, change_type, at, changes)
       select $1, 'task', $2, '~', ('2026-03-09'::date - 7 * week)::timestamptz, '{"status": ["REVIEW", "COMPLETE"]}'
       from generate_series(0, 4) week`,
      [project.id, one],
    )
    const body = await get('sprint-forecast')
    t.match(body, { status: 'ready', forecast_basis: 'throughput', sample_count: 5, remaining_points: null })
    t.match(body, { remaining_count: 4, p50_date: '2026-04-07', p50_sprints: null }, 'one a week')
  })
})
