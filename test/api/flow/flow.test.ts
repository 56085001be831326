import t from 'tap'
import { setStage, TODAY } from '../sprints/sprint-stage.ts'

t.test('flow of work and burn of a project', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, manager, outsider, owner } = stage
  const ids: Record<string, string> = {}
  for (const name of ['Slow', 'Quick', 'Straight', 'Open', 'Gone'])
    ids[name] = await stage.task({ name, story_points: 2 })
  await app.sql(`update tasks set created_at = '2026-03-01T09:00:00Z' where project_id = $1`, [project.id])
  await app.sql('update projects set start_date = $2 where id = $1', [project.id, '2026-03-01'])
  const move = async (name: string, before: string, after: string, at: string) => {
    await app.sql(
      `insert into history_rows (project_id, object_type, object_id, change_type, at, changes)
       values ($1, 'task', $2, '~', $3, jsonb_build_object('status', jsonb_build_array($4::text, $5::text)))`,
      [project.id, ids[name], at, before, after],
    )
    await app.sql('update tasks set status = $2 where id = $1', [ids[name], after])
  }
  await app.sql(`delete from history_rows where changes is not null`)
  await move('Slow', 'NOT_STARTED', 'IN_PROGRESS', '2026-03-02T09:00:00Z')
  await move('Open', 'NOT_STARTED', 'IN_PROGRESS', '2026-03-02T12:00:00Z')
  await move('Slow', 'IN_PROGRESS', 'REVIEW', '2026-03-04T09:00:00Z')
  await move('Quick', 'NOT_STARTED', 'IN_PROGRESS', '2026-03-05T09:00:00Z')
  await move('Quick', 'IN_PROGRESS', 'COMPLETE', '2026-03-06T09:00:00Z')
  await move('Slow', 'REVIEW', 'COMPLETE', '2026-03-09T09:00:00Z')
  await move('Straight', 'NOT_STARTED', 'COMPLETE', '2026-03-09T12:00:00Z')
  await app.sql(`delete from history_rows where jsonb_array_length(changes->'status') is null and changes is not null`)
  await app.sql(`update tasks set is_deleted = true, deleted_at = '2026-03-03T12:00:00Z' where id = $1`, [ids.Gone])
  const flow = async (query = '', user = member) =>
    (await user.get(`/projects/${project.id}/flow-metrics/${query}`)).body
  const burn = async (query = '', user = member) => user.get(`/projects/${project.id}/burn/${query}`)

  await t.test('times, counts by day and completions by week', async (t) => {
    // Statuses written by hand leave rows of their own, made today; those are not part of the story.
    await app.sql(`delete from history_rows where at > '2026-03-11'`)
    const body = await flow('?window=10')
    t.match(body, { window_days: 10, since: '2026-03-01', until: TODAY, flow_metrics_suppressed: false })
    t.same(body.cycle_time, { p50: 4, p80: 6, p95: 7 }, 'one day and seven')
    t.same(body.lead_time, { p50: 8, p80: 8, p95: 8 })
    t.same(body.data_integrity, { bulk_moved_count: 0, backdated_count: 0, missing_transition_count: 1 })
    t.same(body.cfd[0], { date: '2026-03-01', BACKLOG: 0, NOT_STARTED: 5, IN_PROGRESS: 0, REVIEW: 0, COMPLETE: 0 })
    t.match(body.cfd[2], { date: '2026-03-03', NOT_STARTED: 2, IN_PROGRESS: 2 }, 'one was deleted that day')
    t.match(body.cfd.at(-1), { date: TODAY, NOT_STARTED: 0, IN_PROGRESS: 1, REVIEW: 0, COMPLETE: 3 })
    t.same(body.throughput, [
      { week_start: '2026-02-23', completed_count: 0 },
      { week_start: '2026-03-02', completed_count: 1 },
      { week_start: '2026-03-09', completed_count: 2 },
    ])
    t.equal(body.ageing, undefined)
    t.same(
      (await flow('?ageing=true')).ageing.map((one: object) => ({ ...one })),
      [
        {
          task_id: ids.Open,
          short_id: (await flow('?ageing=true')).ageing[0].short_id,
          name: 'Open',
          status: 'IN_PROGRESS',
          days: 8,
        },
      ],
    )
  })

  await t.test('the window is 1 to 365 days, 90 when it says no number', async (t) => {
    for (const [sent, days] of [
      ['0', 1],
      ['-3', 1],
      ['9999', 365],
      ['soon', 90],
      ['', 90],
    ] as const)
      t.equal((await flow(`?window=${sent}`)).window_days, days, sent)
    t.equal((await outsider.get(`/projects/${project.id}/flow-metrics/`)).status, 404)
  })

  await t.test('managers get the same keys without figures', async (t) => {
    const hidden = await flow('', manager)
    t.same(Object.keys(hidden), Object.keys(await flow('', viewer)))
    t.match(hidden, { cfd: [], throughput: [], flow_metrics_suppressed: true, cycle_time: { p50: null } })
    t.same(hidden.data_integrity, { bulk_moved_count: 0, backdated_count: 0, missing_transition_count: 0 })
  })

  await t.test('the burn is replayed day by day, for everybody', async (t) => {
    const { body } = await burn('', manager)
    t.match(body, { chart_type: 'burndown', metric: 'tasks', since: '2026-03-01', until: TODAY })
    t.same(body.series[0], { date: '2026-03-01', scope: 5, actual: 5, ideal: 5 })
    t.same(
      body.series.map((row: { actual: number }) => row.actual),
      [5, 5, 4, 4, 4, 3, 3, 3, 1, 1],
    )
    t.equal(body.series.at(-1).ideal, 0)
    t.equal(body.baseline_series, undefined)
    const up = (await burn('?chart_type=burnup&metric=points&since=2026-03-05')).body
    t.match(up.series[0], { scope: 8, actual: 0, ideal: 0 })
    t.match(up.series.at(-1), { scope: 8, actual: 6, ideal: 8 })
    const both = (await burn('?chart_type=combined&until=2026-03-06')).body
    t.same(both.series.at(-1), { date: '2026-03-06', remaining: 3, completed: 1, total: 4, ideal: 0 })
  })

  await t.test('a changed estimate counts from its day', async (t) => {
    await app.sql(
      `insert into history_rows (project_id, object_type, object_id, change_type, at, changes)
       values ($1, 'task', $2, '~', '2026-03-07T09:00:00Z', '{"story_points": [2, 5]}')`,
      [project.id, ids.Open],
    )
    await app.sql('update tasks set story_points = 5 where id = $1', [ids.Open])
    await app.sql(`delete from history_rows where at > '2026-03-11'`)
    const { series } = (await burn('?metric=points&since=2026-03-06&until=2026-03-08')).body
    t.same(
      series.map((row: { scope: number }) => row.scope),
      [8, 11, 11],
    )
  })

  await t.test('with an active baseline the plan stands beside', async (t) => {
    await app.runJobs()
    const plan = (await owner.post(`/projects/${project.id}/baselines/`, { name: 'Plan' })).body.id
    await owner.post(`/projects/${project.id}/baselines/${plan}/activate/`)
    const { baseline_series: planned } = (await burn('?chart_type=burnup&until=2026-12-31')).body
    t.equal(planned[0].date, '2026-03-01')
    t.ok(planned.at(-1).planned >= 1)
  })

  await t.test('what cannot be drawn is refused', async (t) => {
    for (const query of [
      'chart_type=pie',
      'metric=hours',
      'since=soon',
      'until=2026-02-30',
      'since=2026-03-05&until=2026-03-04',
      'since=1970-01-01',
    ]) {
      const { status, body } = await burn(`?${query}`)
      t.match([status, body], [400, { detail: String }], query)
    }
  })
})

t.test('moves count on the day of their project, also where clocks are changed', async (t) => {
  const stage = await setStage(t)
  const { app, project, member, owner } = stage
  t.equal((await owner.patch(`/projects/${project.id}/`, { timezone: 'America/New_York' })).status, 200)
  const COMPLETED = [
    ['2026-03-08T04:30:00Z', '2026-03-07'],
    ['2026-03-08T05:30:00Z', '2026-03-08'],
    ['2026-03-09T03:30:00Z', '2026-03-08'],
    ['2026-03-09T04:30:00Z', '2026-03-09'],
  ] as const
  for (const [at] of COMPLETED) {
    const id = await stage.task({ status: 'IN_PROGRESS' })
    await owner.patch(`/tasks/${id}/`, { status: 'COMPLETE' })
    await app.sql(`update history_rows set at = $2 where object_id = $1 and jsonb_exists(changes, 'status')`, [id, at])
  }
  const { cfd } = (await member.get(`/projects/${project.id}/flow-metrics/?window=4`)).body
  t.same(
    cfd.map(({ date, COMPLETE }: { date: string; COMPLETE: number }) => [date, COMPLETE]),
    ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'].map((date) => [
      date,
      COMPLETED.filter(([, day]) => day <= date).length,
    ]),
  )
  const { series } = (await member.get(`/projects/${project.id}/burn/?chart_type=burnup&since=2026-03-07`)).body
  t.same(
    series.map((row: { actual: number }) => row.actual),
    cfd.map((row: { COMPLETE: number }) => row.COMPLETE),
  )
})
