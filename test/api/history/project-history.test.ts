import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

t.test('the past of a project', async (t) => {
  const app = await startApp(t)
  const made = await makeProject(app.owner, { description: 'Two pages' })
  const viewer = await app.user('viewer')
  await joinProject(app, made.id, viewer, 1)
  const path = `/projects/${made.id}/history/`
  await app.owner.patch(`/projects/${made.id}/`, { name: 'Relaunch', health: 'AT_RISK', public_sharing: true })
  await app.owner.post(`/projects/${made.id}/archive/`)

  await t.test('begins with what it was made with and tells values as they are stored', async (t) => {
    const { body } = await app.owner.get(path)
    t.equal(body.count, 3)
    t.match(body.results[0], { history_type: '~', diff: [{ field: 'is_archived', old: false, new: true }] })
    t.match(
      body.results[1].diff.toSorted((a: { field: string }, b: { field: string }) => (a.field < b.field ? -1 : 1)),
      [
        { field: 'health', old: 'AUTO', new: 'AT_RISK' },
        { field: 'name', old: 'Website Redesign', new: 'Relaunch' },
        { field: 'public_sharing', old: null, new: true },
      ],
    )
    t.equal(body.results[2].history_type, '+')
    t.match(body.results[2].diff, [{ field: 'name', old: null, new: 'Website Redesign' }])
    t.ok(
      body.results[2].diff.some(
        (one: { field: string; new: unknown }) => one.field === 'description' && one.new === 'Two pages',
      ),
    )
  })

  await t.test('tells managers who saved, and nobody else', async (t) => {
    const managers = (await app.owner.get(path)).body.results
    t.equal(managers[0].history_user.id, app.owner.account.id)
    t.ok(managers[0].history_user.display_name)
    const viewers = (await viewer.get(path)).body.results
    t.strictSame(
      viewers.map((row: { history_user: unknown }) => row.history_user),
      [null, null, null],
    )
  })

  await t.test('stays when the project is recomputed', async (t) => {
    await app.runJobs()
    t.equal((await app.owner.get(path)).body.count, 3)
  })
})
