/** A program of linked projects: a supplier and an assembler, one link between them, and what each may know of the other. */
import t from 'tap'
import { joinProject } from '../support/projects.ts'
import { startApp } from '../support/start-app.ts'

t.test('a program of linked projects', async (t) => {
  const app = await startApp(t)
  const [ann, sam, bob, eve] = [
    await app.user('ann'),
    await app.user('sam'),
    await app.user('bob'),
    await app.user('eve'),
  ]
  const program = (await ann.post('/programs/', { name: 'Rollout' })).body.id as string
  const project = async (name: string) => {
    const made = await ann.post('/projects/', { name, start_date: '2026-03-02', program })
    t.equal(made.status, 201, made.text)
    return made.body.id as string
  }
  const [supply, assembly] = [await project('Supply'), await project('Assembly')]
  await joinProject(app, supply, sam, 200)
  await joinProject(app, assembly, sam, 100)
  await joinProject(app, supply, bob, 1)
  await joinProject(app, assembly, bob, 200)
  await joinProject(app, assembly, eve, 100)
  const add = async (owner: string, name: string, duration: number) =>
    (await ann.post('/tasks/', { project: owner, name, duration })).body.id as string
  const deliver = await add(supply, 'Deliver', 10)
  const mount = await add(assembly, 'Mount', 3)
  await app.runJobs()
  const startOf = async (id: string) => {
    await app.runJobs()
    return (await ann.get(`/tasks/${id}/`)).body.early_start
  }

  const link = await sam.post('/dependencies/', { predecessor: deliver, successor: mount })
  await t.test('the assembler waits for the supplier once both sides agree', async (t) => {
    t.match(link, { status: 201, body: { pending_acceptance: true } })
    t.not(await startOf(mount), '2026-03-16', 'the supplier alone binds nobody')
    t.equal(
      (await sam.post(`/dependencies/${link.body.id}/accept/`)).status,
      403,
      'nor may the supplier agree for them',
    )
    t.equal((await bob.post(`/dependencies/${link.body.id}/accept/`)).status, 200)
    t.equal(await startOf(mount), '2026-03-16', 'after ten days of work')
  })

  await t.test('a later delivery moves the other project as well', async (t) => {
    await ann.patch(`/tasks/${deliver}/`, { duration: 15 })
    t.equal(await startOf(mount), '2026-03-23')
  })

  await t.test('the program shows both as one network with one finish', async (t) => {
    const { body } = await ann.get(`/programs/${program}/schedule/`)
    t.equal(body.finish_date, '2026-03-25')
    t.equal(body.cross_project_edge_count, 1)
    t.same(new Set(body.critical_path), new Set([deliver, mount]))
    const forecast = await ann.post(`/programs/${program}/monte-carlo/`, { n_simulations: 50, seed: 1 })
    t.equal(forecast.status, 200, forecast.text)
    t.equal(forecast.body.projects.length, 2)
  })

  await t.test('who is in one project alone reads nothing of the other', async (t) => {
    t.equal((await eve.get(`/tasks/${deliver}/`)).status, 404)
    const paths = await eve.get(`/projects/${assembly}/schedule/paths/`)
    t.equal(paths.status, 200)
    t.notMatch(paths.text, 'Deliver')
  })

  await t.test('without the supplier the assembler stands alone again', async (t) => {
    t.equal((await ann.delete(`/projects/${supply}/`)).status, 204)
    t.not(await startOf(mount), '2026-03-23')
    t.equal((await ann.post(`/projects/${supply}/restore/`)).status, 200)
    t.equal(await startOf(mount), '2026-03-23', 'and waits again once it is back')
  })
})
