import t from 'tap'
import { forgetConsequences, joinProject, makeProject } from '../../support/projects.ts'
import { connectSocket } from '../../support/socket-client.ts'
import type { TestApp, TestUser } from '../../support/start-app.ts'
import { startApp } from '../../support/start-app.ts'
import { setRole } from './workspace-people.ts'

const NOBODY = '00000000-0000-7000-8000-000000000000'

async function makeGroup(app: TestApp, name = 'Builders'): Promise<string> {
  const made = await app.owner.post('/workspace/groups/', { name })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id
}
const put = (app: TestApp, group: string, user: TestUser) =>
  app.owner.post(`/workspace/groups/${group}/members/`, { user: user.account.id })
const link = (app: TestApp, group: string, project: string, role?: number) =>
  app.owner.post(`/workspace/groups/${group}/projects/`, { project, ...(role === undefined ? {} : { role }) })
const take = (app: TestApp, group: string, user: TestUser) =>
  app.owner.delete(`/workspace/groups/${group}/members/${user.account.id}/`)
const unlink = (app: TestApp, group: string, project: string) =>
  app.owner.delete(`/workspace/groups/${group}/projects/${project}/`)

/** A live role in a project, and which group it comes from. */
async function roleIn(app: TestApp, project: string, user: TestUser) {
  const rows = await app.sql<{ role: number; group_id: string | null }>(
    'select role, group_id from project_members where project_id = $1 and account_id = $2 and not is_deleted',
    [project, user.account.id],
  )
  return rows[0] ? [rows[0].role, rows[0].group_id] : null
}

async function memberEvents(app: TestApp, project: string) {
  const rows = await app.sql<{ socket_name: string; socket_payload: string }>(
    `select socket_name, socket_payload from outbox_events where channel = $1 and socket_name like 'member%' order by seq`,
    [project],
  )
  await forgetConsequences(app)
  return rows.map((row) => {
    const payload = JSON.parse(row.socket_payload)
    return `${row.socket_name} ${payload.role}`
  })
}

t.test('Admins keep groups, everybody reads them', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const made = await app.owner.post('/workspace/groups/', {
    name: ' Builders ',
    description: 'They build.',
    lead: ann.account.id,
  })
  t.equal(made.status, 201, made.text)
  const { id } = made.body
  t.strictSame(made.body, {
    id,
    name: 'Builders',
    description: 'They build.',
    lead: 'ann',
    lead_user_id: ann.account.id,
    member_count: 0,
    members: [],
    projects: [],
  })
  const project = await makeProject(app.owner)
  await put(app, id, bob)
  const linked = await link(app, id, project.id, 200)
  t.match(linked, {
    status: 201,
    body: { member_count: 1, projects: [{ id: project.id, role: 200, role_label: 'Resource Manager' }] },
  })
  t.strictSame(linked.body.members, [{ id: bob.account.id, username: 'bob', display_name: 'bob', initials: 'BO' }])
  t.notMatch(linked.text, /@/)
  t.match(await bob.get('/workspace/groups/'), {
    status: 200,
    body: { count: 1, results: [{ projects: [{ role: 200 }] }] },
  })
  const seen = await ann.get(`/workspace/groups/${id}/`)
  t.match(seen, { status: 200, body: { member_count: 1 } })
  t.strictSame(seen.body.projects, [], 'a project of others is not told')
  t.match((await ann.get('/workspace/groups/?search=nothing')).body, { count: 0 })
  const patched = await app.owner.patch(`/workspace/groups/${id}/`, { name: 'Masons', lead: null })
  t.match(patched, {
    status: 200,
    body: { name: 'Masons', description: 'They build.', lead: null, lead_user_id: null },
  })
  for (const refused of [
    await ann.post('/workspace/groups/', { name: 'x' }),
    await ann.patch(`/workspace/groups/${id}/`, { name: 'x' }),
    await ann.delete(`/workspace/groups/${id}/`),
    await ann.post(`/workspace/groups/${id}/members/`, { user: ann.account.id }),
    await ann.delete(`/workspace/groups/${id}/members/${bob.account.id}/`),
    await ann.post(`/workspace/groups/${id}/projects/`, { project: project.id }),
    await ann.delete(`/workspace/groups/${id}/projects/${project.id}/`),
  ])
    t.equal(refused.status, 403)
  t.equal((await app.anonymous.get('/workspace/groups/')).status, 401)
  const admin = await setRole(app, await app.user('admin'), 300)
  t.equal((await admin.delete(`/workspace/groups/${id}/`)).status, 204)
  t.equal((await admin.get(`/workspace/groups/${id}/`)).status, 404)
  t.equal((await admin.delete(`/workspace/groups/${id}/`)).status, 404)
})

t.test('bad groups, members and links', async (t) => {
  const app = await startApp(t)
  const gone = await app.user('gone')
  await app.owner.delete(`/workspace/members/${gone.account.id}/`)
  const group = await makeGroup(app)
  const project = await makeProject(app.owner)
  const keys = async (path: string, body: object) => {
    const answer = await app.owner.post(path, body)
    return [answer.status, ...Object.keys(answer.body)]
  }
  const groups = '/workspace/groups/'
  for (const name of ['', '  ', 'x'.repeat(121), null, undefined])
    t.strictSame(await keys(groups, { name }), [400, 'name'], `${name}`)
  t.strictSame(await keys(groups, { name: 'x', lead: NOBODY }), [400, 'lead'])
  t.strictSame(await keys(groups, { name: 'x', lead: gone.account.id }), [400, 'lead'])
  for (const user of [NOBODY, gone.account.id, 'x', undefined])
    t.strictSame(await keys(`${groups}${group}/members/`, { user }), [400, 'user'])
  for (const id of [NOBODY, 'x', undefined])
    t.strictSame(await keys(`${groups}${group}/projects/`, { project: id }), [400, 'project'])
  for (const role of [400, 150, 0, '100', null])
    t.strictSame(await keys(`${groups}${group}/projects/`, { project: project.id, role }), [400, 'role'], `${role}`)
  for (const part of ['members', 'projects'])
    t.equal((await app.owner.post(`${groups}${NOBODY}/${part}/`, { user: NOBODY, project: project.id })).status, 404)
  t.equal((await app.owner.patch(`${groups}${NOBODY}/`, { name: 'x' })).status, 404)
  await app.owner.post(`/projects/${project.id}/archive/`)
  t.equal((await link(app, group, project.id)).status, 403, 'an archived project takes no link')
  await app.sql('update projects set is_deleted = true')
  t.strictSame(await keys(`${groups}${group}/projects/`, { project: project.id }), [400, 'project'])
  t.strictSame(await app.sql('select * from workspace_group_projects'), [])
})

t.test('members of a group get its role in linked projects, by whatever step they meet', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const group = await makeGroup(app)
  const [one, two] = [await makeProject(app.owner), await makeProject(app.owner)]
  await forgetConsequences(app)
  await put(app, group, ann)
  t.equal(await roleIn(app, one.id, ann), null)
  t.equal((await link(app, group, one.id)).status, 201)
  t.strictSame(await roleIn(app, one.id, ann), [100, group])
  t.equal((await ann.get(`/projects/${one.id}/`)).status, 200)
  t.strictSame(await memberEvents(app, one.id), ['member_added 100'])
  await put(app, group, bob)
  t.strictSame(await roleIn(app, one.id, bob), [100, group])
  t.strictSame(await memberEvents(app, one.id), ['member_added 100'])
  await put(app, group, bob)
  await link(app, group, one.id)
  t.strictSame(await memberEvents(app, one.id), [], 'again is the same as once')
  await link(app, group, one.id, 300)
  t.strictSame(await roleIn(app, one.id, bob), [300, group])
  t.strictSame(await memberEvents(app, one.id), ['member_role_changed 300', 'member_role_changed 300'])
  await link(app, group, two.id, 1)
  t.strictSame(await roleIn(app, two.id, ann), [1, group])
  await take(app, group, bob)
  t.strictSame([await roleIn(app, one.id, bob), await roleIn(app, two.id, bob)], [null, null])
  t.equal((await bob.get(`/projects/${one.id}/`)).status, 404)
  await forgetConsequences(app)
  await put(app, group, bob)
  t.strictSame(await roleIn(app, one.id, bob), [300, group])
  t.strictSame(await memberEvents(app, one.id), ['member_added 300'])
  t.equal(
    (await app.sql('select 1 from project_members where account_id = $1 and project_id = $2', [bob.account.id, one.id]))
      .length,
    1,
    'the row is revived',
  )
  t.equal((await unlink(app, group, two.id)).status, 204)
  t.strictSame([await roleIn(app, two.id, ann), await roleIn(app, one.id, ann)], [null, [300, group]])
  t.strictSame(await memberEvents(app, two.id), ['member_removed 1', 'member_removed 1'])
  t.equal((await app.owner.delete(`/workspace/groups/${group}/`)).status, 204)
  t.strictSame([await roleIn(app, one.id, ann), await roleIn(app, one.id, bob)], [null, null])
  t.equal((await unlink(app, group, two.id)).status, 404)
})

t.test('a membership of one’s own wins and is never touched', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const group = await makeGroup(app)
  const project = await makeProject(app.owner)
  await joinProject(app, project.id, ann, 1)
  await forgetConsequences(app)
  await put(app, group, ann)
  await link(app, group, project.id, 300)
  t.strictSame(await roleIn(app, project.id, ann), [1, null])
  await take(app, group, ann)
  t.strictSame(await roleIn(app, project.id, ann), [1, null])
  t.strictSame(await memberEvents(app, project.id), [])
  t.strictSame(await roleIn(app, project.id, app.owner), [400, null])
})

t.test('of several groups the highest role counts, and the next one when it goes', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const [low, high] = [await makeGroup(app, 'Low'), await makeGroup(app, 'High')]
  const project = await makeProject(app.owner)
  await put(app, low, ann)
  await link(app, low, project.id, 100)
  await put(app, high, ann)
  await link(app, high, project.id, 300)
  t.strictSame(await roleIn(app, project.id, ann), [300, high])
  await forgetConsequences(app)
  await app.owner.delete(`/workspace/groups/${high}/`)
  t.strictSame(await roleIn(app, project.id, ann), [100, low])
  t.strictSame(await memberEvents(app, project.id), ['member_role_changed 100'])
  t.match((await app.owner.get('/workspace/members/')).body.results[0], {
    name: 'ann',
    groups: ['Low'],
    project_count: 1,
  })
})

t.test('who loses a conferred role loses the socket', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const group = await makeGroup(app)
  const project = await makeProject(app.owner)
  await put(app, group, ann)
  await link(app, group, project.id)
  const socket = await connectSocket(app, ann, project.id)
  t.teardown(async () => socket.close())
  const startedMs = performance.now()
  await take(app, group, ann)
  t.match(await socket.closed, { code: 4003 })
  t.ok(performance.now() - startedMs < 1_500, 'told at once, not found by the next check')
})

t.test('archived and trashed projects follow quietly', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const group = await makeGroup(app)
  const project = await makeProject(app.owner)
  await link(app, group, project.id)
  await put(app, group, ann)
  await app.owner.post(`/projects/${project.id}/archive/`)
  await put(app, group, bob)
  t.strictSame(await roleIn(app, project.id, bob), [100, group])
  await app.owner.delete(`/projects/${project.id}/`)
  await forgetConsequences(app)
  await take(app, group, ann)
  t.equal(await roleIn(app, project.id, ann), null)
  t.strictSame(await memberEvents(app, project.id), [])
})

t.test('members and links that are added at once all meet', async (t) => {
  const app = await startApp(t)
  const group = await makeGroup(app)
  const people = [await app.user('a1'), await app.user('a2'), await app.user('a3'), await app.user('a4')]
  const projects = [await makeProject(app.owner), await makeProject(app.owner), await makeProject(app.owner)]
  const answers = await Promise.all([
    ...people.map((user) => put(app, group, user)),
    ...projects.map((project) => link(app, group, project.id, 200)),
    ...people.map((user) => put(app, group, user)),
  ])
  t.ok(
    answers.every((answer) => answer.status === 201),
    answers.map((answer) => answer.text).join(),
  )
  for (const user of people)
    for (const project of projects) t.strictSame(await roleIn(app, project.id, user), [200, group])
})
