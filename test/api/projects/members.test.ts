import t from 'tap'
import { forgetConsequences, joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

t.test('members of a project', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const cleo = await app.user('cleo')
  const lastEvent = async (projectId: string) => {
    const rows = await app.sql<{ socket_name: string; socket_payload: string }>(
      'select socket_name, socket_payload from outbox_events where channel = $1 order by seq desc limit 1',
      [projectId],
    )
    return rows[0] && { name: rows[0].socket_name, ...JSON.parse(rows[0].socket_payload) }
  }

  t.test('who may be named: oneself, people of one’s rosters, anyone for a workspace Admin', async (t) => {
    const { id } = await makeProject(ann)
    const stranger = await app.user('stranger')
    const unknown = await ann.post(`/projects/${id}/members/`, { user: '00000000-0000-7000-8000-000000000000' })
    t.equal(unknown.status, 400)
    t.strictSame(Object.keys(unknown.body), ['user'])
    const hidden = await ann.post(`/projects/${id}/members/`, { user: stranger.account.id })
    t.strictSame({ status: hidden.status, body: hidden.body }, { status: 400, body: unknown.body })
    const shared = await makeProject(bob)
    await joinProject(app, shared.id, ann, 1)
    const former = await joinProject(app, shared.id, stranger, 1)
    await app.sql('update project_members set is_deleted = true where id = $1', [former])
    const added = await ann.post(`/projects/${id}/members/`, { user: stranger.account.id })
    t.equal(added.status, 201, added.text)
    t.equal((await ann.post(`/projects/${id}/members/`, { user: bob.account.id })).status, 201)
    await app.sql('update accounts set is_active = false where id = $1', [cleo.account.id])
    await joinProject(app, shared.id, cleo, 1)
    t.strictSame((await ann.post(`/projects/${id}/members/`, { user: cleo.account.id })).body, unknown.body)
    await app.sql('update accounts set is_active = true where id = $1', [cleo.account.id])
    const own = await makeProject(app.owner)
    t.equal((await app.owner.post(`/projects/${own.id}/members/`, { user: stranger.account.id })).status, 201)
  })

  t.test('an Owner adds with the default or a lower role; members only once; others are refused', async (t) => {
    const { id } = await makeProject(app.owner, { default_member_role: 1 })
    const add = (body: object) => app.owner.post(`/projects/${id}/members/`, body)
    const added = await add({ user: bob.account.id })
    t.match(added, {
      status: 201,
      body: {
        project: id,
        user: bob.account.id,
        role: 1,
        role_label: 'Viewer',
        role_changed_at: null,
        joined_at: /T/,
        user_detail: { id: bob.account.id, username: 'bob', email: 'bob@example.org' },
      },
    })
    t.strictSame(await lastEvent(id), {
      name: 'member_added',
      membership_id: added.body.id,
      user_id: bob.account.id,
      role: 1,
    })
    t.match(await add({ user: bob.account.id }), { status: 409, body: { detail: /member already/ } })
    t.strictSame(Object.keys((await add({ user: ann.account.id, role: 400 })).body), ['role'])
    t.strictSame(Object.keys((await add({ user: ann.account.id, role: 150 })).body), ['role'])
    t.strictSame(Object.keys((await add({})).body), ['user'])
    t.equal((await add({ user: ann.account.id, role: 300 })).status, 201)
    t.equal((await ann.post(`/projects/${id}/members/`, { user: ann.account.id })).status, 403)
  })

  t.test('a list shows everybody; e-mail addresses only to Admins and oneself', async (t) => {
    const { id } = await makeProject(ann)
    await joinProject(app, id, bob, 100)
    const second = await makeProject(ann, { name: 'Also Ann’s' })
    await joinProject(app, second.id, bob, 100)
    const list = await ann.get(`/projects/${id}/members/`)
    t.equal(list.body.length, 2)
    const [owner, member] = list.body
    t.match(owner, { user: ann.account.id, role: 400, user_detail: { email: 'ann@example.org' } })
    t.notOk('email' in member.user_detail)
    t.ok(member.other_active_project_count >= 1)
    t.ok(member.other_active_project_names.includes('Also Ann’s'))
    const self = await bob.get(`/projects/${id}/members/?self=true`)
    t.match(self.body, [{ user: bob.account.id }])
    t.notOk(self.body[0].other_active_project_names.includes('Also Ann’s'), 'bob does not own it')
    t.match((await ann.get(`/projects/${id}/members/?search=BO`)).body, [{ user: bob.account.id }])
    t.match((await bob.get(`/projects/${id}/members/${member.id}/`)).body, { user: bob.account.id })
    t.equal((await ann.get(`/projects/${second.id}/members/${member.id}/`)).status, 404)
  })

  t.test('a role is changed below one’s own; the last Owner stays one', async (t) => {
    const { id } = await makeProject(ann)
    const membership = await joinProject(app, id, bob, 100)
    const change = (body: object) => ann.patch(`/projects/${id}/members/${membership}/`, body)
    t.strictSame(Object.keys((await change({})).body), ['role'])
    t.strictSame(Object.keys((await change({ role: 400 })).body), ['role'])
    t.match(await change({ role: 100 }), { status: 200, body: { role_changed_at: null, server_version: 1 } })
    t.match(await change({ role: 300, user: ann.account.id }), {
      status: 200,
      body: { role: 300, user: bob.account.id, role_label: 'Project Manager', role_changed_at: /T/ },
    })
    t.match(await lastEvent(id), { name: 'member_role_changed', membership_id: membership, role: 300 })
    t.equal((await bob.patch(`/projects/${id}/members/${membership}/`, { role: 1 })).status, 403)
    const own = (await ann.get(`/projects/${id}/members/?self=1`)).body[0].id
    const demoted = await ann.patch(`/projects/${id}/members/${own}/`, { role: 300 })
    t.equal(demoted.status, 400)
    t.strictSame(Object.keys(demoted.body), ['detail'])
  })

  t.test('removal: oneself always, others below one’s own, never the last Owner', async (t) => {
    const { id } = await makeProject(ann)
    const bobs = await joinProject(app, id, bob, 300)
    const cleos = await joinProject(app, id, cleo, 100)
    const own = (await ann.get(`/projects/${id}/members/?self=1`)).body[0].id
    const remove = (user: typeof ann, membership: string) => user.delete(`/projects/${id}/members/${membership}/`)
    t.equal((await remove(bob, cleos)).status, 403, 'a Project Manager removes nobody else')
    t.match(await remove(ann, own), { status: 400, body: { detail: /last Owner/ } })
    const peer = await app.user('peer')
    const peers = await joinProject(app, id, peer, 400)
    const refused = await remove(ann, peers)
    t.equal(refused.status, 403)
    t.strictSame(Object.keys(refused.body), ['detail'])
    t.equal((await remove(peer, peers)).status, 204, 'an Owner who is not the last may leave')
    t.equal((await remove(ann, cleos)).status, 204)
    t.match(await lastEvent(id), { name: 'member_removed', membership_id: cleos, user_id: cleo.account.id, role: 100 })
    t.equal((await remove(ann, cleos)).status, 404)
    t.equal((await cleo.get(`/projects/${id}/`)).status, 404)
    const back = await ann.post(`/projects/${id}/members/`, { user: cleo.account.id, role: 200 })
    t.match(back, { status: 201, body: { id: cleos, role: 200 } })
    await ann.post(`/projects/${id}/archive/`)
    t.equal((await remove(ann, cleos)).status, 403, 'archived')
    t.equal((await ann.patch(`/projects/${id}/members/${cleos}/`, { role: 1 })).status, 403)
    t.equal((await remove(bob, bobs)).status, 204, 'leaving an archived project works')
  })

  t.test('sockets of the removed and of those demoted to Viewer are closed', async (t) => {
    const { id } = await makeProject(ann)
    const membership = await joinProject(app, id, bob, 300)
    const heard: unknown[] = []
    await app.services.fanout.listen({
      onNotice: () => undefined,
      onFrame: () => undefined,
      onResumed: () => undefined,
      onMessage: (topic, message) => {
        if ((message as { projectId?: string }).projectId === id) heard.push([topic, message])
      },
    })
    await forgetConsequences(app)
    await ann.patch(`/projects/${id}/members/${membership}/`, { role: 100 })
    await ann.patch(`/projects/${id}/members/${membership}/`, { role: 1 })
    await ann.delete(`/projects/${id}/members/${membership}/`)
    const eviction = ['evict', { projectId: id, accountId: bob.account.id }]
    for (let attempt = 0; attempt < 50 && heard.length < 2; attempt++) await new Promise((done) => setTimeout(done, 20))
    t.strictSame(heard, [eviction, eviction])
  })
})
