import t from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.test('visits', async (t) => {
  const app = await startApp(t)
  const quay = await buildProject(app, { name: 'Quay' })
  const ann = await quay.member(1, 'ann')
  const recents = async (user: TestUser, query = '') =>
    (await user.get(`/me/recent-projects/${query}`)).body.map((row: { name: string }) => row.name)
  const visit = async (user: TestUser, id: string) => (await user.post(`/projects/${id}/visit/`)).body.recorded

  await t.test('are noted once in a while, also of what is archived', async (t) => {
    t.equal(await visit(ann, quay.id), true)
    t.equal(await visit(ann, quay.id), false)
    await app.sql(`update project_visits set visited_at = visited_at - interval '5 minutes'`)
    t.equal(await visit(ann, quay.id), true)
    t.same(await recents(ann), ['Quay'])
    t.same(await recents(app.owner), [], 'nobody sees those of others')
    await app.owner.post(`/projects/${quay.id}/archive/`)
    t.equal((await app.owner.post(`/projects/${quay.id}/visit/`)).status, 200)
    t.same(await recents(ann), [], 'but what is archived is not offered')
    await app.owner.post(`/projects/${quay.id}/unarchive/`)
    t.equal((await (await app.user('outsider')).post(`/projects/${quay.id}/visit/`)).status, 404)
  })

  await t.test('are told newest first, five unless asked, ten at most', async (t) => {
    const bob = await app.user('bob')
    for (let index = 1; index <= 12; index++) {
      const project = await buildProject(app, { name: `P${index}` })
      await app.sql(
        `insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, 1)`,
        [project.id, bob.account.id],
      )
      await visit(bob, project.id)
    }
    t.same(await recents(bob), ['P12', 'P11', 'P10', 'P9', 'P8'])
    t.equal((await recents(bob, '?limit=10')).length, 10)
    t.equal((await recents(bob, '?limit=99')).length, 10)
    t.equal((await recents(bob, '?limit=x')).length, 5)
    await app.sql(
      `update project_members set is_deleted = true where account_id = $1 and project_id in
      (select id from projects where name = 'P12')`,
      [bob.account.id],
    )
    t.equal((await recents(bob))[0], 'P11', 'where one is a member no more is not told')
  })
})
