import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'

t.test('many who read at the same moment each see what is theirs', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const hidden = await buildProject(app)
  const make = async (projectId: string, name: string) =>
    (await app.owner.post('/tasks/', { project: projectId, name })).body.id as string
  const [first, second, gone] = [await make(project.id, 'A'), await make(project.id, 'B'), await make(project.id, 'C')]
  const elsewhere = await make(hidden.id, 'Z')
  await app.owner.delete(`/tasks/${gone}/`)
  const viewer = await project.member(0)
  const outsider = await app.user('outsider')
  const asked = [
    { user: app.owner, id: first, status: 200, name: 'A', can_edit: true },
    { user: viewer, id: first, status: 200, name: 'A', can_edit: false },
    { user: outsider, id: first, status: 404 },
    { user: viewer, id: second, status: 200, name: 'B', can_edit: false },
    { user: app.owner, id: gone, status: 404 },
    { user: viewer, id: elsewhere, status: 404 },
    { user: app.owner, id: elsewhere, status: 200, name: 'Z', can_edit: true },
  ]
  const rounds = [...asked, ...asked.toReversed(), ...asked]
  const replies = await Promise.all(rounds.map(({ user, id }) => user.get(`/tasks/${id}/`)))
  for (const [at, { status, name, can_edit }] of rounds.entries()) {
    t.equal(replies[at]?.status, status)
    if (status === 200) t.match(replies[at]?.body, { id: rounds[at]?.id, name, can_edit })
  }
})

t.test('a read that begins after a write has been answered shows it', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const { id } = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body
  const others = Array.from({ length: 8 }, async () => {
    for (let round = 0; round < 10; round++) await app.owner.get(`/tasks/${id}/`)
  })
  for (let round = 0; round < 10; round++) {
    await app.owner.patch(`/tasks/${id}/`, { name: `Dig ${round}` })
    t.equal((await app.owner.get(`/tasks/${id}/`)).body.name, `Dig ${round}`)
  }
  await app.sql('delete from project_members where project_id = $1', [project.id])
  t.equal((await app.owner.get(`/tasks/${id}/`)).status, 404, 'who was taken out is out at once')
  await Promise.all(others)
})
