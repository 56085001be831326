import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'

t.test('changes of a duration are listed to members, newest first', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const { body: task } = await app.owner.post('/tasks/', {
    project: project.id,
    name: 'x',
    duration: 4,
    percent_complete: 50,
  })
  await app.owner.patch(`/tasks/${task.id}/`, { duration: 5 })
  await app.owner.patch(`/tasks/${task.id}/`, { duration: 5, name: 'y' })
  await app.owner.patch(`/tasks/${task.id}/`, { duration: 6 })
  const address = `/tasks/${task.id}/duration-events/`
  const viewer = await project.member(1)
  const { status, body } = await viewer.get(address)
  t.equal(status, 200)
  t.match(body, {
    count: 2,
    next: null,
    results: [
      {
        task: task.id,
        actor: app.owner.account.id,
        actor_name: 'owner',
        old_duration: 5,
        new_duration: 6,
        source: 'user_edit',
        sprint: null,
      },
      {
        old_duration: 4,
        new_duration: 5,
        percent_complete_at_change: 50,
        percent_complete_after: null,
        policy_applied: 'keep',
        created_at: /Z$/,
      },
    ],
  })
  t.equal((await viewer.get(`${address}?ordering=created_at`)).body.results[0].old_duration, 4)
  t.match((await viewer.get(`${address}?page_size=1&page=2`)).body, {
    count: 2,
    previous: String,
    results: [{ old_duration: 4 }],
  })
  t.equal((await viewer.get(`${address}?page=9`)).status, 404)
  t.equal((await (await app.user('outsider')).get(address)).status, 404)
  await app.owner.delete(`/tasks/${task.id}/`)
  t.equal((await viewer.get(address)).status, 404)
})
