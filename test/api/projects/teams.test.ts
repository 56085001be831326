import t from 'tap'
import { forgetConsequences } from '../../support/projects.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

t.test('the team of a project', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1, 'viewer')
  const ann = await project.member(100, 'ann')
  const bea = await project.member(200, 'bea')
  const manager = await project.member(300, 'manager')
  const outsider = await app.user('outsider')
  const [team] = (await viewer.get(`/projects/${project.id}/teams/`)).body.results
  const members = `/teams/${team.id}/members/`
  const placeOf = async (user: TestUser) => {
    const { results } = (await app.owner.get(members)).body
    return results.find((row: { user: string }) => row.user === user.account.id)
  }
  const change = async (by: TestUser, whom: TestUser, body: object) =>
    by.patch(`${members}${(await placeOf(whom)).id}/`, body)

  await t.test('is one, of everybody in the project', async (t) => {
    t.match(team, { project: project.id, name: 'Default Team', short_id: 'T01', is_default: true, member_count: 5 })
    const { results } = (await viewer.get(members)).body
    t.same(
      results.map((row: { user_detail: { username: string }; role: string }) => [row.user_detail.username, row.role]),
      [
        ['ann', 'member'],
        ['bea', 'member'],
        ['manager', 'admin'],
        ['owner', 'admin'],
        ['viewer', 'member'],
      ],
    )
    t.equal(results[0].user_detail.email, undefined, 'an address is for its owner and workspace Admins')
    t.equal((await outsider.get(`/projects/${project.id}/teams/`)).status, 404)
    t.equal((await outsider.get(members)).status, 404)
    t.equal((await app.owner.get('/teams/')).status, 404)
    t.equal((await app.owner.get(`/teams/${team.id}/`)).status, 404, 'a team by its id was removed')
  })

  await t.test('a facet has one holder; the last one is told first', async (t) => {
    t.match((await change(manager, ann, { is_scrum_master: true })).body, { role: 'member', is_scrum_master: true })
    t.same((await ann.get(`/projects/${project.id}/`)).body.my_facets, {
      is_scrum_master: true,
      is_product_owner: false,
    })
    await forgetConsequences(app)
    t.equal((await change(manager, bea, { is_scrum_master: true, is_product_owner: true })).status, 200)
    const [last, next] = (await framesOf(app, 'team_member_changed')) as Record<string, unknown>[]
    t.match(last, { user_id: ann.account.id, team_id: team.id, role: 'member', is_scrum_master: false })
    t.match(next, { user_id: bea.account.id, is_scrum_master: true, is_product_owner: true })
    t.match(await placeOf(ann), { is_scrum_master: false })
    await forgetConsequences(app)
    t.equal((await change(manager, bea, { is_product_owner: true })).status, 200)
    t.same(await framesOf(app, 'team_member_changed'), [], 'what changes nothing is no event')
    t.match((await change(manager, bea, { is_product_owner: false })).body, { is_product_owner: false })
  })

  await t.test('admins of the team and managers of the project change it, nobody else', async (t) => {
    t.equal((await change(bea, ann, { is_scrum_master: true })).status, 403)
    t.match((await change(manager, bea, { role: 'admin' })).body, { role: 'admin' })
    t.equal((await change(bea, ann, { is_product_owner: true })).status, 200)
    t.equal((await change(outsider, ann, { role: 'admin' })).status, 404)
    for (const [body, field] of [
      [{ role: 'owner' }, 'role'],
      [{ is_scrum_master: 'perhaps' }, 'is_scrum_master'],
    ] as const) {
      const refused = await change(manager, ann, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]])
    }
    t.equal((await manager.patch(`${members}${project.id}/`, { role: 'admin' })).status, 404)
  })

  await t.test('many who give the same facet at once leave one holder', async (t) => {
    const places = await Promise.all([viewer, ann, bea, manager].map(async (user) => (await placeOf(user)).id))
    const answers = await Promise.all(
      [0, 1, 2].flatMap(() => places.map((id) => manager.patch(`${members}${id}/`, { is_scrum_master: true }))),
    )
    t.same([...new Set(answers.map((answer) => answer.status))], [200])
    t.equal((await app.sql('select 1 from project_members where is_scrum_master')).length, 1)
  })

  await t.test('another role decides the place anew, and who leaves lets go of the facets', async (t) => {
    t.match(await placeOf(bea), { role: 'admin' })
    const { id } = await placeOf(bea)
    await change(manager, bea, { is_scrum_master: true })
    const at = `/projects/${project.id}/members/`
    t.equal((await app.owner.patch(`${at}${id}/`, { role: 100 })).status, 200)
    t.match(await placeOf(bea), { role: 'member', is_scrum_master: true })
    t.equal((await app.owner.delete(`${at}${id}/`)).status, 204)
    t.equal(await placeOf(bea), undefined)
    t.equal((await app.owner.post(at, { user: bea.account.id, role: 300 })).status, 201)
    t.match(await placeOf(bea), { role: 'admin', is_scrum_master: false, is_product_owner: false })
  })

  await t.test('an archived project keeps its team as it is', async (t) => {
    const { id } = await placeOf(ann)
    await app.owner.post(`/projects/${project.id}/archive/`)
    t.equal((await manager.patch(`${members}${id}/`, { is_scrum_master: true })).status, 403)
    t.equal((await viewer.get(members)).status, 200)
  })
})
