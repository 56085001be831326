import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'

t.test('writes that few people try are refused by field', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const add = async (body: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'Dig', duration: 2, ...body })).body.id as string
  const phase = await add()
  await add({ parent_id: phase })
  const refused = async (path: string, body: object, method = 'PATCH') => {
    const { status, text, body: told } = await app.owner.request(method, path, body)
    t.equal(status, 400, text)
    return [...Object.keys(told), text]
  }

  await t.test('a phase has no owners', async (t) => {
    const resource = (await app.owner.post('/resources/', { name: 'Crane' })).body.id
    await app.owner.post('/project-resources/', { project: project.id, resource })
    const [field, text] = await refused(`/tasks/${phase}/`, { owners: [{ resource, units: 1 }] })
    t.equal(field, 'owners')
    t.match(text, /summary task/)
  })

  await t.test('nothing stands below a task that stands outside the tree, as occurrences of a rule do', async (t) => {
    const outside = await add()
    await app.sql('update tasks set wbs_order = null where id = $1', [outside])
    const [field, text] = await refused('/tasks/', { project: project.id, name: 'x', parent_id: outside }, 'POST')
    t.equal(field, 'parent_id')
    t.match(text, /outside the tree/)
  })
})
