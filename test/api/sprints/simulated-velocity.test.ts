import t from 'tap'
import { setStage } from './sprint-stage.ts'

t.test('agile tasks are simulated on what their team completed', async (t) => {
  const stage = await setStage(t)
  const { app, project, scheduler, manager } = stage
  await app.sql('update projects set start_date = $2 where id = $1', [project.id, '2026-03-09'])
  await stage.task({ name: 'Crane', delivery_mode: 'scrum', story_points: 40, duration: 3 })
  await app.runJobs()
  const simulate = async (user = scheduler) =>
    (await user.post(`/projects/${project.id}/monte-carlo/`, { n_simulations: 1000 })).body
  const closed = (
    name: string,
    points: number | null,
    more: { excluded?: boolean; start?: string; finish?: string } = {},
  ) =>
    app.sql(
      `insert into sprints (id, project_id, number, name, start_date, finish_date, state, closed_at, completed_points,
         exclude_from_velocity)
       values (gen_random_uuid(), $1, $2, $3, $4::date, $5::text::date, 'COMPLETED', $5::text::timestamptz, $6, $7)`,
      [
        project.id,
        900 + (points ?? 0),
        name,
        more.start ?? '2026-01-05',
        more.finish ?? '2026-01-19',
        points,
        more.excluded ?? false,
      ],
    )

  await t.test('without an earlier sprint by their duration', async (t) => {
    const run = await simulate()
    t.equal(run.p50, run.p95)
    t.equal(run.forecast_diagnostic.reason, 'no_velocity_history')
  })

  await t.test('else by draws from those that count, in sprints of the team', async (t) => {
    for (const points of [10, 20, 30]) await closed(`S${points}`, points)
    await closed('Holiday', 1, { excluded: true })
    await closed('Unknown', null)
    const run = await simulate()
    // 40 points of 10, 20 or 30 a sprint take two sprints in 18 of 27 cases, three in 8, four in one: of ten working days.
    t.equal(run.p50, '2026-04-06', 'two sprints: twenty working days from 10 March, the data date')
    t.equal(run.p80, '2026-04-20', 'three')
    t.equal(run.p95, '2026-04-20')
    t.equal(run.forecast_diagnostic.agile_tasks_without_velocity, 0)
    const dates = ({ p50, p80, p95 }: Record<string, string>) => [p50, p80, p95]
    t.same(dates(await simulate(manager)), dates(run), 'dates are told to everybody alike')
  })

  await t.test('a newer sprint counts at once', async (t) => {
    await closed('Storm', 5, { start: '2026-01-12', finish: '2026-01-19' })
    t.ok((await simulate()).p50 < '2026-04-06', 'sprints are a week long now')
  })
})
