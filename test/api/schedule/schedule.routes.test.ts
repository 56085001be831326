import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject, buildTask, eventsOf, waitingRecomputes } from './build-project.ts'

t.test('asking for a recompute', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const eve = await app.user('eve')
  const project = await buildProject(app, [
    [ann, 200],
    [bob, 100],
  ])
  const path = `/projects/${project}/schedule/`

  await t.test('is queued once however often it is asked for, and run', async (t) => {
    const dig = await buildTask(app, project, { duration: 2 })
    for (let n = 0; n < 2; n++) {
      const asked = await ann.post(path)
      t.same([asked.status, asked.body], [202, { queued: true }])
    }
    t.same(await waitingRecomputes(app), [`recompute:${project}`])
    await app.runJobs()
    t.same(await waitingRecomputes(app), [])
    t.match((await eventsOf(app, project)).at(-1), { name: 'cpm_complete', payload: { critical_path: [dig] } })
  })

  await t.test('is for Resource Managers and above, in a project of theirs that is not archived', async (t) => {
    t.equal((await bob.post(path)).status, 403)
    t.equal((await eve.post(path)).status, 404)
    t.equal((await app.anonymous.post(path)).status, 401)
    const closed = await buildProject(app, [[ann, 400]], { isArchived: true })
    t.equal((await ann.post(`/projects/${closed}/schedule/`)).status, 403)
    t.same(await waitingRecomputes(app), [])
  })

  await t.test('follows a changed duration and a drawn link by itself', async (t) => {
    const own = await buildProject(app, [[ann, 300]])
    const [dig, pour] = [await buildTask(app, own, { duration: 2 }), await buildTask(app, own, { duration: 1 })]
    await ann.post('/dependencies/', { predecessor: dig, successor: pour, lag: 1 })
    await app.runJobs()
    t.match((await ann.get(`/tasks/${pour}/`)).body, {
      early_start: '2026-01-08',
      early_finish: '2026-01-08',
      is_critical: true,
    })
    const patched = await ann.patch(`/tasks/${dig}/`, { duration: 4 })
    t.equal(patched.status, 200)
    await app.runJobs()
    const moved = (await ann.get(`/tasks/${pour}/`)).body
    t.match(moved, { early_start: '2026-01-12', scheduled_start: '2026-01-12', total_float: 0 })
    t.equal((await ann.delete(`/tasks/${dig}/`)).status, 204)
    await app.runJobs()
    t.match((await ann.get(`/tasks/${pour}/`)).body, { early_start: '2026-01-05' })
    t.equal((await ann.get(`/dependencies/?task=${pour}`)).body.count, 0)
  })
})
