import t from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

async function addLabel(user: TestUser, projectId: string, name: string, more: object = {}): Promise<string> {
  const made = await user.post(`/projects/${projectId}/labels/`, { name, ...more })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id
}

const namesOf = (rows: { name: string }[]) => rows.map((row) => row.name)

t.test('the labels of a project', async (t) => {
  const app = await startApp(t, { env: { SVC_LABEL_SOFT_CAP: '4' } })
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const scheduler = await project.member(200)
  const manager = await project.member(300)
  const outsider = await app.user('outsider')
  const path = `/projects/${project.id}/labels/`

  await t.test('members add them, viewers read them, managers change them', async (t) => {
    const made = await member.post(path, { name: '  Risky ' })
    t.equal(made.status, 201)
    t.match(made.body, { name: 'Risky', color: 'slate', position: 0, task_count: 0, server_version: 1 })
    const { id } = made.body
    t.match((await scheduler.post(path, { name: 'Later', color: 'teal' })).body, { color: 'teal', position: 1 })
    t.match((await viewer.get(path)).body, { count: 2, results: [{ name: 'Risky' }, { name: 'Later' }] })
    t.match((await viewer.get(`${path}${id}/`)).body, { id })
    t.equal((await viewer.post(path, { name: 'X' })).status, 403)
    for (const user of [viewer, member, scheduler]) {
      t.equal((await user.patch(`${path}${id}/`, { name: 'X' })).status, 403)
      t.equal((await user.delete(`${path}${id}/`)).status, 403)
    }
    const changed = await manager.patch(`${path}${id}/`, { color: 'rose', position: 9 })
    t.match(changed.body, { name: 'Risky', color: 'rose', position: 9, server_version: 2 })
    t.match((await manager.put(`${path}${id}/`, { name: 'RISKY' })).body, { name: 'RISKY', color: 'rose' })
    t.same(namesOf((await viewer.get(path)).body.results), ['Later', 'RISKY'], 'by position')
    t.same(namesOf((await viewer.get(`${path}?search=isk`)).body.results), ['RISKY'])
    t.same(namesOf((await viewer.get(`${path}?ordering=-name`)).body.results), ['RISKY', 'Later'])
    t.same(await framesOf(app, 'label_updated'), [{ id }, { id }])
    t.equal((await framesOf(app, 'label_created')).length, 2)
  })

  await t.test('outsiders find nothing', async (t) => {
    const [row] = (await viewer.get(path)).body.results
    t.equal((await outsider.get(path)).status, 404)
    t.equal((await outsider.post(path, { name: 'X' })).status, 404)
    const other = await buildProject(app)
    t.equal((await app.owner.get(`/projects/${other.id}/labels/${row.id}/`)).status, 404, 'nor in another project')
    t.equal((await app.owner.patch(`/projects/${other.id}/labels/${row.id}/`, { name: 'X' })).status, 404)
  })

  await t.test('what cannot be is refused and changes nothing', async (t) => {
    const before = await app.sql('select * from labels order by id')
    const [first] = (await viewer.get(path)).body.results
    const cases: [string, string, object, string][] = [
      ['POST', path, {}, 'name'],
      ['POST', path, { name: '   ' }, 'name'],
      ['POST', path, { name: 'x'.repeat(51) }, 'name'],
      ['POST', path, { name: ' risky ' }, 'name'],
      ['POST', path, { name: 'X', color: 'pink' }, 'color'],
      ['POST', path, { name: 'X', position: 40_000 }, 'position'],
      ['PATCH', `${path}${first.id}/`, { name: 'rIsKy' }, 'name'],
    ]
    for (const [method, address, body, field] of cases) {
      const refused = await manager.request(method, address, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body))
    }
    t.equal((await manager.patch(`${path}${ABSENT}/`, { name: 'X' })).status, 404)
    t.same(await app.sql('select * from labels order by id'), before)
  })

  await t.test('there is a cap for each project; a deleted label makes room and frees its name', async (t) => {
    const third = await addLabel(member, project.id, 'Third')
    await addLabel(member, project.id, 'Fourth')
    const full = await member.post(path, { name: 'Fifth' })
    t.same([full.status, Object.keys(full.body)], [400, ['detail']])
    t.equal((await manager.delete(`${path}${third}/`)).status, 204)
    t.equal((await manager.delete(`${path}${third}/`)).status, 404)
    t.same(await framesOf(app, 'label_deleted'), [{ id: third }])
    t.ok(await addLabel(member, project.id, 'third'))
  })

  await t.test('an archived project refuses writes', async (t) => {
    const closed = await buildProject(app)
    const id = await addLabel(app.owner, closed.id, 'Old')
    const task = (await app.owner.post('/tasks/', { project: closed.id, name: 'T' })).body.id
    await app.sql('update projects set is_archived = true where id = $1', [closed.id])
    const root = `/projects/${closed.id}`
    t.equal((await app.owner.post(`${root}/labels/`, { name: 'X' })).status, 403)
    t.equal((await app.owner.patch(`${root}/labels/${id}/`, { name: 'X' })).status, 403)
    t.equal((await app.owner.delete(`${root}/labels/${id}/`)).status, 403)
    t.equal((await app.owner.post(`${root}/tasks/${task}/labels/`, { label_id: id })).status, 403)
    t.equal((await app.owner.get(`${root}/labels/`)).status, 200)
  })
})

t.test('labels on tasks', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const member = await project.member(100)
  const viewer = await project.member(1)
  const scheduler = await project.member(200)
  const outsider = await app.user('outsider')
  const [late, risky] = [await addLabel(app.owner, project.id, 'Late'), await addLabel(app.owner, project.id, 'Risky')]
  const post = async (body: object) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'T', ...body })).body.id
  const own = await post({ assignee: member.account.id })
  const other = await post({})
  const at = (task: string) => `/projects/${project.id}/tasks/${task}/labels/`

  await t.test('attaching saves the task once and tells what changed', async (t) => {
    await app.sql('delete from outbox_events')
    const attached = await member.post(at(own), { label_id: risky })
    t.equal(attached.status, 200)
    t.same(namesOf(attached.body), ['Risky'])
    t.same(
      namesOf((await member.post(at(own), { label_id: late })).body),
      ['Late', 'Risky'],
      'in the catalogue’s order',
    )
    t.equal((await member.post(at(own), { label_id: late })).status, 200, 'a second time changes nothing')
    const task = (await viewer.get(`/tasks/${own}/`)).body
    t.equal(task.server_version, 3)
    t.match(task.labels, [{ id: late, name: 'Late', color: 'slate', position: 0 }, { id: risky }])
    const frames = await framesOf(app, 'task_updated')
    t.match(frames, [
      { id: own, changed_fields: ['labels'], version: 2, actor_id: member.account.id },
      { id: own, changed_fields: ['labels'], version: 3 },
    ])
    t.equal(frames.length, 2)
    const rows = (await viewer.get(`/projects/${project.id}/labels/`)).body.results
    t.same(
      rows.map((row: { task_count: number }) => row.task_count),
      [1, 1],
    )
  })

  await t.test('the list of tasks filters by any of the labels', async (t) => {
    await app.owner.post(at(other), { label_id: late })
    const found = async (labels: string) =>
      (await viewer.get(`/tasks/?project=${project.id}&labels=${labels}`)).body.results.map(
        (row: { id: string }) => row.id,
      )
    t.same(await found(risky), [own])
    t.same(await found(`${risky},${late}`), [own, other].sort())
    t.same(await found(ABSENT), [])
    const refused = await viewer.get(`/tasks/?project=${project.id}&labels=x`)
    t.same([refused.status, Object.keys(refused.body)], [400, ['labels']])
  })

  await t.test('the edit rule of the task decides; hidden and absent are 404', async (t) => {
    await app.sql('delete from outbox_events')
    t.equal((await member.post(at(other), { label_id: risky })).status, 403, 'not their own task')
    for (const user of [viewer, scheduler]) {
      t.equal((await user.post(at(own), { label_id: risky })).status, 403)
      t.equal((await user.delete(`${at(own)}${risky}/`)).status, 403)
    }
    t.equal((await outsider.post(at(own), { label_id: risky })).status, 404)
    t.equal((await outsider.delete(`${at(own)}${risky}/`)).status, 404)
    t.equal((await member.post(at(own), { label_id: ABSENT })).status, 404)
    t.equal((await app.owner.post(at(ABSENT), { label_id: risky })).status, 404)
    const elsewhere = await buildProject(app)
    const foreign = await addLabel(app.owner, elsewhere.id, 'Foreign')
    t.equal((await app.owner.post(at(own), { label_id: foreign })).status, 404)
    t.equal((await app.owner.post(`/projects/${elsewhere.id}/tasks/${own}/labels/`, { label_id: foreign })).status, 404)
    for (const body of [{}, { label_id: 'x' }, { label_id: null }]) {
      const refused = await member.post(at(own), body)
      t.same([refused.status, Object.keys(refused.body)], [400, ['label_id']], JSON.stringify(body))
    }
    t.same(await framesOf(app, 'task_updated'), [])
  })

  await t.test('detaching takes the label in the path, the body or the query', async (t) => {
    t.equal((await member.request('DELETE', at(own), {})).status, 400)
    t.equal((await member.request('DELETE', at(own), { label_id: risky })).status, 204)
    t.equal((await member.delete(`${at(own)}?label_id=${late}`)).status, 204)
    t.same((await viewer.get(`/tasks/${own}/`)).body.labels, [])
    await member.post(at(own), { label_id: late })
    const before = (await viewer.get(`/tasks/${own}/`)).body.server_version
    t.equal((await member.delete(`${at(own)}${risky}/`)).status, 204, 'one it does not carry')
    t.equal((await viewer.get(`/tasks/${own}/`)).body.server_version, before)
    t.equal((await member.delete(`${at(own)}${late}/`)).status, 204)
    t.equal((await viewer.get(`/tasks/${own}/`)).body.server_version, before + 1)
  })

  await t.test('a deleted label comes off all tasks without editing them', async (t) => {
    const before = (await viewer.get(`/tasks/${other}/`)).body
    t.match(before.labels, [{ id: late }])
    t.equal((await app.owner.delete(`/projects/${project.id}/labels/${late}/`)).status, 204)
    const after = (await viewer.get(`/tasks/${other}/`)).body
    t.same([after.labels, after.server_version], [[], before.server_version])
    t.equal((await app.owner.post(at(other), { label_id: late })).status, 404)
  })
})
