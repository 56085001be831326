import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'
import { setRole } from './workspace-people.ts'

/** A workspace with an Admin who is no member of the Owner's project. */
async function setStage(t: { teardown: (work: () => Promise<void>) => void }) {
  const app = await startApp(t)
  const admin = await setRole(app, await app.user('admin'), 300)
  const hidden = await makeProject(app.owner)
  const group = async (name: string) => (await app.owner.post('/workspace/groups/', { name })).body.id as string
  return { app, admin, hidden, group: await group('Builders'), makeGroup: group }
}

const put = (by: TestUser, group: string, user: TestUser) =>
  by.post(`/workspace/groups/${group}/members/`, { user: user.account.id })
const link = (by: TestUser, group: string, project: string, role?: number) =>
  by.post(`/workspace/groups/${group}/projects/`, { project, ...(role === undefined ? {} : { role }) })
const unlink = (by: TestUser, group: string, project: string) =>
  by.delete(`/workspace/groups/${group}/projects/${project}/`)

async function liveRoles(app: TestApp, project: string, user: TestUser): Promise<number[]> {
  const rows = await app.sql<{ role: number }>(
    'select role from project_members where project_id = $1 and account_id = $2 and not is_deleted',
    [project, user.account.id],
  )
  return rows.map((row) => row.role)
}

t.test('an Admin gets into no project by a group of his own', async (t) => {
  const { app, admin, hidden, group } = await setStage(t)
  t.equal((await put(admin, group, admin)).status, 201)
  const absent = await link(admin, group, '00000000-0000-7000-8000-000000000000', 300)
  const refused = await link(admin, group, hidden.id, 300)
  t.equal(refused.status, 400)
  t.equal(refused.text, absent.text, 'a hidden project reads like none')
  t.strictSame(await app.sql('select 1 from workspace_group_projects'), [])
  t.equal((await admin.get(`/projects/${hidden.id}/`)).status, 404)
})

t.test('a link confers what its maker could give in the project, and less', async (t) => {
  const { app, admin, hidden, group } = await setStage(t)
  await joinProject(app, hidden.id, admin, 200)
  for (const role of [200, 300]) {
    const refused = await link(admin, group, hidden.id, role)
    t.match([refused.status, Object.keys(refused.body)], [400, ['role']], `${role}`)
  }
  t.equal((await link(admin, group, hidden.id, 100)).status, 201)
  t.equal((await link(admin, group, hidden.id, 200)).status, 400, 'nor is a link raised')
  t.equal((await link(app.owner, group, hidden.id, 300)).status, 201)
  t.equal((await unlink(admin, group, hidden.id)).status, 204, 'what only ends access needs no role')
})

t.test('nobody is put into a group by one who could not give what it confers', async (t) => {
  const { app, admin, hidden, group } = await setStage(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  t.equal((await link(app.owner, group, hidden.id, 200)).status, 201)
  for (const user of [admin, ann]) t.equal((await put(admin, group, user)).status, 403)
  t.notOk((await admin.get(`/workspace/groups/${group}/`)).text.includes(hidden.id), 'nor is he told of the project')
  await joinProject(app, hidden.id, admin, 200)
  t.equal((await put(admin, group, ann)).status, 403, 'a role as high as the one conferred')
  await app.sql('update project_members set role = 300 where account_id = $1', [admin.account.id])
  t.equal((await put(admin, group, ann)).status, 201)
  t.strictSame(await liveRoles(app, hidden.id, ann), [200])
  await app.owner.delete(`/projects/${hidden.id}/`)
  await app.sql('delete from project_members where account_id = $1', [admin.account.id])
  t.equal((await put(admin, group, bob)).status, 403, 'a project in the trash may come back')
  t.equal((await put(admin, group, ann)).status, 201, 'again is the same as once, and confers nothing')
})

t.test('somebody taken out of a project does not come back by being put into the group again', async (t) => {
  const { app, admin, hidden, group } = await setStage(t)
  await put(app.owner, group, admin)
  await link(app.owner, group, hidden.id, 100)
  const [row] = await app.sql<{ id: string }>('select id from project_members where account_id = $1', [
    admin.account.id,
  ])
  t.equal((await app.owner.delete(`/projects/${hidden.id}/members/${row?.id}/`)).status, 204)
  t.equal((await put(admin, group, admin)).status, 201)
  t.equal((await admin.delete(`/workspace/groups/${group}/members/${admin.account.id}/`)).status, 204)
  t.equal((await put(admin, group, admin)).status, 403)
  t.strictSame(await liveRoles(app, hidden.id, admin), [])
})

t.test('an invitation opens only while whoever sent it could give its role', async (t) => {
  const { app, admin } = await setStage(t)
  const sent = await app.owner.post('/workspace/invites/', { email: 'two@example.org', role: 300 })
  await setRole(app, app.owner, 300)
  const accept = async () => {
    await app.sql("update workspace_invites set token_hash = encode(sha256($1), 'hex')", [Buffer.from('known')])
    const body = { token: 'known', username: 'two', password: 'staple 77 horse' }
    return (await app.anonymous.post('/workspace/invites/accept/', body)).status
  }
  t.equal(await accept(), 400, 'an Owner who is none any more')
  t.equal((await admin.post(`/workspace/invites/${sent.body.id}/resend/`)).status, 403)
  await setRole(app, app.owner, 400)
  t.equal(await accept(), 200)
})

t.test('of two transfers at once one is made, so that one Owner remains', async (t) => {
  const { app, hidden } = await setStage(t)
  const people = await Promise.all(['a1', 'a2', 'a3'].map((name) => app.user(name)))
  for (const user of people) await joinProject(app, hidden.id, user, 100)
  const answers = await Promise.all(
    people.map((user) => app.owner.post(`/projects/${hidden.id}/transfer/`, { new_owner_user_id: user.account.id })),
  )
  t.equal(answers.filter((answer) => answer.status === 200).length, 1, answers.map((answer) => answer.text).join())
  const owners = await app.sql('select 1 from project_members where project_id = $1 and role = 400', [hidden.id])
  t.equal(owners.length, 1)
})
