import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const bodies = (rows: { body: string }[]) => rows.map((row) => row.body)

t.test('notes of a task', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const other = await project.member(100)
  const manager = await project.member(300)
  const outsider = await app.user('outsider')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const path = `/projects/${project.id}/tasks/${task}/notes/`
  const add = async (body: string) => (await member.post(path, { body })).body.id as string

  await t.test('members write them; pinned ones stand first, then the newest', async (t) => {
    const [first] = [await add('First'), await add('Second'), await add('Third')]
    const pinned = await other.post(`${path}${first}/pin/`)
    t.same([pinned.status, pinned.body.pinned], [200, true])
    t.same(bodies((await viewer.get(path)).body.results), ['First', 'Third', 'Second'])
    t.equal((await manager.post(`${path}${first}/pin/`)).body.pinned, false, 'again takes it away')
    t.same(bodies((await viewer.get(path)).body.results), ['Third', 'Second', 'First'])
    t.same(bodies((await viewer.get(`${path}?ordering=created_at&search=r`)).body.results), ['First', 'Third'])
    t.same(
      (await framesOf(app, 'task_note_pinned')).map((frame) => frame.pinned),
      [true, false],
    )
    t.match((await framesOf(app, 'task_note_created'))[0], { id: first, task_id: task })
    t.equal((await viewer.post(path, { body: 'X' })).status, 403)
    t.equal((await viewer.post(`${path}${first}/pin/`)).status, 403)
    t.equal((await outsider.get(path)).status, 404)
    t.same(Object.keys((await member.post(path, { body: ' ' })).body), ['body'])
  })

  await t.test('the author edits for 15 minutes; the author or a manager deletes', async (t) => {
    const id = await add('Mud')
    const one = `${path}${id}/`
    t.match((await other.patch(one, { body: 'X' })).body, { code: 'note_edit_not_author' })
    t.match((await other.delete(one)).body, { code: 'note_delete_forbidden' })
    t.match((await member.patch(one, { body: 'Mud and rock' })).body, { body: 'Mud and rock', edited_at: /Z$/ })
    await app.sql(`update task_notes set created_at = created_at - interval '16 minutes' where id = $1`, [id])
    t.equal((await member.patch(one, { body: 'X' })).status, 400)
    t.equal((await manager.delete(one)).status, 204)
    t.equal((await member.get(one)).status, 404)
    t.equal((await member.post(`${one}pin/`)).status, 404)
    t.same(await framesOf(app, 'task_note_updated'), [{ id, task_id: task }])
    t.same(await framesOf(app, 'task_note_deleted'), [{ id, task_id: task }])
  })

  await t.test('a task tells when somebody last noted something', async (t) => {
    const { latest_note_at: latest } = (await viewer.get(`/tasks/${task}/`)).body
    const newest = (await viewer.get(`${path}?ordering=-created_at`)).body.results[0].created_at
    t.equal(latest, newest)
  })
})

t.test('decisions', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const manager = await project.member(300)
  const outsider = await app.user('outsider')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body
  const path = `/projects/${project.id}/tasks/${task.id}/notes/`
  const decisions = `/projects/${project.id}/decisions/`
  const policy = `/projects/${project.id}/decisions-policy/`

  await t.test('are notes that somebody says are decisions, the newest first', async (t) => {
    for (const body of ['By hand', 'By machine', 'No matter']) {
      const { id } = (await member.post(path, { body })).body
      if (body !== 'No matter') t.equal((await manager.post(`${path}${id}/decision/`)).body.decision, true)
    }
    const listed = (await member.get(decisions)).body
    t.same(bodies(listed.results), ['By machine', 'By hand'])
    t.match(listed.results[0], {
      decision: true,
      pinned: false,
      author: { id: member.account.id },
      task: { id: task.id, name: 'Dig', short_id: task.short_id },
      sprint: null,
    })
    t.equal((await member.get(`${decisions}?search=hand`)).body.count, 1)
    t.equal((await member.get(`${decisions}?sprint=${project.id}`)).body.count, 0)
    const bad = await member.get(`${decisions}?sprint=nonsense`)
    t.same([bad.status, Object.keys(bad.body)], [400, ['detail']])
    t.same(
      (await framesOf(app, 'task_note_decision_toggled')).map((frame) => frame.decision),
      [true, true],
    )
  })

  await t.test('are for Team Members, and for Viewers where the project says so', async (t) => {
    t.equal((await viewer.get(decisions)).status, 403)
    t.same((await viewer.get(policy)).body, { oversight_visible: false, can_edit: false })
    t.equal((await member.patch(policy, { oversight_visible: true })).status, 403)
    t.same((await manager.patch(policy, { oversight_visible: true })).body, { oversight_visible: true, can_edit: true })
    t.same((await manager.patch(policy, {})).body, { oversight_visible: true, can_edit: true })
    t.equal((await viewer.get(decisions)).body.count, 2)
    t.same(Object.keys((await manager.patch(policy, { oversight_visible: 'maybe' })).body), ['oversight_visible'])
    t.equal((await outsider.get(decisions)).status, 404)
    t.equal((await outsider.get(policy)).status, 404)
    await app.owner.delete(`/tasks/${task.id}/`)
    t.equal((await viewer.get(decisions)).body.count, 0, 'those of a deleted task go with it')
  })
})
