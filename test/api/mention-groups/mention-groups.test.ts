import t from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const GHOST = '00000000-0000-4000-8000-000000000000'

t.test('mention groups of a project', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const [max, sue, ann] = [
    await project.member(300, 'max'),
    await project.member(200, 'sue'),
    await project.member(100, 'ann'),
  ]
  const path = `/projects/${project.id}/mention-groups/`
  const make = async (name: string) => (await max.post(path, { name })).body

  await t.test('a Project Manager makes, renames and removes one; every member reads it', async (t) => {
    const made = await max.post(path, { name: ' @Divers.1 ', description: 'Under water' })
    t.equal(made.status, 201)
    const group = {
      id: made.body.id,
      server_version: 1,
      name: 'Divers.1',
      description: 'Under water',
      email_default_on: false,
      members: [],
      member_count: 0,
      muted_by_me: false,
      project: project.id,
    }
    t.same(made.body, group)
    const one = `${path}${group.id}/`
    const changed = await max.patch(one, { name: 'divers.1', email_default_on: true })
    t.match(changed.body, { ...group, name: 'divers.1', email_default_on: true, server_version: 2 }, 'in another case')
    t.same((await ann.get(one)).body, changed.body)
    t.match((await ann.get(`${path}?search=water`)).body, { count: 1, results: [{ id: group.id }] })
    t.match((await ann.get(`${path}?search=fire`)).body, { count: 0 })
    for (const by of [sue, ann]) {
      t.equal((await by.post(path, { name: 'mine' })).status, 403)
      t.equal((await by.patch(one, { name: 'mine' })).status, 403)
      t.equal((await by.delete(one)).status, 403)
    }
    t.equal((await max.delete(one)).status, 204)
    t.equal((await max.get(one)).status, 404)
    t.equal((await max.post(path, { name: 'divers.1' })).status, 201, 'the name is free again')
    t.same((await framesOf(app, 'mention_group_changed')).slice(0, 3), [
      { group_id: group.id, change: 'created' },
      { group_id: group.id, change: 'updated' },
      { group_id: group.id, change: 'deleted' },
    ])
  })

  await t.test('a name is one that a text can mention and that means nobody else', async (t) => {
    await make('taken')
    const longest = 'x'.repeat(32)
    t.equal((await make(longest)).name, longest)
    for (const name of [
      '',
      '@',
      'two words',
      'ä',
      'end.',
      `${longest}x`,
      'Owners',
      '@program-ALL',
      'scrum-team',
      'TAKEN',
      7,
    ])
      t.match(await max.post(path, { name }), { status: 400, body: { name: [/./] } }, String(name))
    t.match(await max.post(path, {}), { status: 400, body: { name: [/./] } })
    const other = await make('other')
    t.match(await max.patch(`${path}${other.id}/`, { name: 'Taken' }), { status: 400, body: { name: [/./] } })
    const long = await max.post(path, { name: 'long', description: 'x'.repeat(141) })
    t.match(long, { status: 400, body: { description: [/./] } })
  })

  await t.test('a Resource Manager says who is in it, out of the members of the project', async (t) => {
    const { id } = await make('crew')
    const one = `${path}${id}/`
    const user = { user: ann.account.id }
    t.equal((await ann.post(`${one}add-member/`, user)).status, 403)
    const added = await sue.post(`${one}add-member/`, user)
    t.equal(added.status, 200)
    t.match(added.body, { member_count: 1, members: [{ id: user.user, username: 'ann' }], server_version: 2 })
    t.notOk('email' in added.body.members[0])
    t.match((await sue.post(`${one}add-member/`, user)).body, { member_count: 1, server_version: 2 }, 'once')
    const outsider = (await app.user('out')).account.id
    for (const verb of ['add-member', 'remove-member']) {
      t.match(await sue.post(`${one}${verb}/`, {}), { status: 400, body: { user: [/./] } })
      const unknown = await sue.post(`${one}${verb}/`, { user: GHOST })
      t.match(unknown, { status: 400, body: { user: [/./] } })
      t.same((await sue.post(`${one}${verb}/`, { user: outsider })).body, unknown.body)
      t.equal((await sue.post(`${path}${GHOST}/${verb}/`, user)).status, 404)
    }
    t.match((await sue.post(`${one}remove-member/`, user)).body, { member_count: 0, members: [], server_version: 3 })
    t.match((await sue.post(`${one}remove-member/`, user)).body, { server_version: 3 })
    const frames = (await framesOf(app, 'mention_group_changed')).filter((frame) => frame.group_id === id)
    t.same(
      frames.map((frame) => frame.change),
      ['created', 'member_added', 'member_removed'],
    )
  })

  await t.test('who has left the project is in none of its groups until they return', async (t) => {
    const { id } = await make('leavers')
    const bob = await project.member(1, 'bob')
    await sue.post(`${path}${id}/add-member/`, { user: bob.account.id })
    const count = async () => (await ann.get(`${path}${id}/`)).body.member_count
    const leave = (isDeleted: boolean) =>
      app.sql('update project_members set is_deleted = $2 where account_id = $1', [bob.account.id, isDeleted])
    await leave(true)
    t.equal(await count(), 0)
    await leave(false)
    t.equal(await count(), 1)
  })

  await t.test('everybody mutes a group for themselves alone', async (t) => {
    const vic = await project.member(1, 'vic')
    const { id } = await make('noise')
    const mutedBy = async (user: TestUser) => (await user.get(`${path}${id}/`)).body.muted_by_me
    t.match(await vic.post(`${path}${id}/mute/`), { status: 200, body: { muted_by_me: true, server_version: 1 } })
    t.equal((await vic.post(`${path}${id}/mute/`)).status, 200)
    t.same([await mutedBy(vic), await mutedBy(ann)], [true, false])
    t.match(await vic.post(`${path}${id}/unmute/`), { status: 200, body: { muted_by_me: false } })
    t.equal((await vic.post(`${path}${id}/unmute/`)).status, 200)
    const frames = (await framesOf(app, 'mention_group_changed')).filter((frame) => frame.group_id === id)
    t.equal(frames.length, 3, 'made, muted, unmuted')
  })

  await t.test('an archived project keeps its groups as they are', async (t) => {
    const { id } = await make('old')
    await app.owner.post(`/projects/${project.id}/archive/`)
    t.equal((await ann.get(`${path}${id}/`)).status, 200)
    for (const verb of ['mute', 'unmute']) t.equal((await ann.post(`${path}${id}/${verb}/`)).status, 403)
    t.equal((await max.delete(`${path}${id}/`)).status, 403)
  })
})
