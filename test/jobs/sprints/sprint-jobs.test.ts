import t from 'tap'
import { snapshotBurndownsBody } from '../../../jobs/sprints/snapshot-burndowns.ts'
import { sweepSprintClosesBody } from '../../../jobs/sprints/sweep-sprint-closes.ts'
import { setStage } from '../../api/sprints/sprint-stage.ts'

t.test('what sprints owe by the clock', async (t) => {
  const stage = await setStage(t, { SVC_LOG_LEVEL: 'error' })
  const { app, member, viewer } = stage
  const id = await stage.sprint()
  await stage.task({ sprint: id, story_points: 5 })
  await stage.activate(id)
  const days = async () =>
    (await viewer.get(`/sprints/${id}/burndown/`)).body.snapshots.map(
      (row: { snapshot_date: string }) => row.snapshot_date,
    )

  await t.test('a day on which nothing happened has its row, from the first day on', async (t) => {
    t.same(await days(), ['2026-03-10'])
    await snapshotBurndownsBody(app.services)
    t.same(await days(), ['2026-03-10'], 'it had not begun the day before')
    await app.sql(`update sprints set activated_at = '2026-03-09T08:00:00Z' where id = $1`, [id])
    await snapshotBurndownsBody(app.services)
    await snapshotBurndownsBody(app.services)
    t.same(await days(), ['2026-03-09', '2026-03-10'])
  })

  await t.test('a request whose job was lost is asked for again', async (t) => {
    await member.post(`/sprints/${id}/close/`)
    await app.sql(`delete from graphile_worker._private_jobs where key like 'close-sprint:%'`)
    await app.runJobs()
    t.match((await viewer.get(`/sprints/${id}/`)).body, { state: 'ACTIVE' })
    await sweepSprintClosesBody(app.services)
    await app.runJobs()
    t.match((await viewer.get(`/sprints/${id}/`)).body, { state: 'COMPLETED' })
  })

  await t.test('what ended a week ago is forgotten', async (t) => {
    await sweepSprintClosesBody(app.services)
    t.equal((await viewer.get(`/sprints/${id}/close-request/`)).status, 200)
    await app.sql(`update sprint_close_requests set requested_at = '2026-03-02T00:00:00Z'`)
    await sweepSprintClosesBody(app.services)
    t.equal((await viewer.get(`/sprints/${id}/close-request/`)).status, 404)
  })
})
