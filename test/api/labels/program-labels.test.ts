import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.test('labels across a program', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Ferries' })).body
  const [north, south, secret] = [
    await buildProject(app, { program_id: program.id }),
    await buildProject(app, { program_id: program.id }),
    await buildProject(app, { program_id: program.id }),
  ]
  const label = async (projectId: string, name: string, color = 'slate') =>
    (await app.owner.post(`/projects/${projectId}/labels/`, { name, color })).body.id
  const task = async (projectId: string, name: string, ...labels: string[]) => {
    const { id } = (await app.owner.post('/tasks/', { project: projectId, name })).body
    for (const label_id of labels) await app.owner.post(`/projects/${projectId}/tasks/${id}/labels/`, { label_id })
    return id
  }
  const [late, tide] = [await label(north.id, 'Late', 'rose'), await label(north.id, 'Tide')]
  const late2 = await label(south.id, 'LATE', 'teal')
  const hidden = await label(secret.id, 'Hidden')
  const [a, b, c] = [
    await task(north.id, 'A', late, tide),
    await task(north.id, 'B', tide),
    await task(south.id, 'C', late2),
  ]
  await task(secret.id, 'D', hidden)
  const reader = await app.user('reader')
  await app.owner.post(`/programs/${program.id}/members/`, { user: reader.account.id, role: 1 })
  await app.sql(
    `insert into project_members (id, project_id, account_id, role) select gen_random_uuid(), p, $1, 1 from unnest($2::uuid[]) p`,
    [reader.account.id, [north.id, south.id]],
  )
  const at = `/programs/${program.id}`
  const idsOf = async (query = '') =>
    (await reader.get(`${at}/label-tasks/${query}`)).body.results.map((row: { id: string }) => row.id)

  await t.test('the catalog joins those of one name, and knows only projects the reader is in', async (t) => {
    t.same((await reader.get(`${at}/label-catalog/`)).body, [
      { name: 'Late', color: 'rose', task_count: 2, project_count: 2, label_ids: [late, late2] },
      { name: 'Tide', color: 'slate', task_count: 2, project_count: 1, label_ids: [tide] },
    ])
    t.equal((await app.owner.get(`${at}/label-catalog/`)).body.length, 3)
    t.equal((await (await app.user('outsider')).get(`${at}/label-catalog/`)).status, 404)
  })

  await t.test('tasks are listed by name of a label, by ids, or all that carry one', async (t) => {
    t.same(await idsOf(), [a, b, c])
    t.same(await idsOf('?label=late'), [a, c])
    t.same(await idsOf(`?labels=${tide}`), [a, b])
    t.same(await idsOf(`?labels=${hidden}`), [])
    t.same(await idsOf('?label=nothing'), [])
    const [first] = (await reader.get(`${at}/label-tasks/`)).body.results
    t.match(first, {
      name: 'A',
      short_id: `${north.key}-T-1`,
      wbs_path: '1',
      status: 'NOT_STARTED',
      project: { id: north.id, code: north.key },
      labels: [{ name: 'Late' }, { name: 'Tide' }],
    })
    const refused = await reader.get(`${at}/label-tasks/?labels=x`)
    t.same([refused.status, Object.keys(refused.body)], [400, ['labels']])
    await app.owner.delete(`/tasks/${a}/`)
    t.same(await idsOf('?label=Late'), [c])
  })
})
