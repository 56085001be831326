import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import { connectSocket, mintTicket } from '../../support/socket-client.ts'
import type { TestApp, TestUser } from '../../support/start-app.ts'
import { startApp } from '../../support/start-app.ts'
import { cookieOf, refresh, signIn } from '../auth/session.ts'
import { auditRows, setRole } from './workspace-people.ts'

const PASSWORD = 'correct horse 1'
const change = (by: TestUser, of: TestUser, body: object) => by.patch(`/workspace/members/${of.account.id}/`, body)
const remove = (by: TestUser, of: TestUser) => by.delete(`/workspace/members/${of.account.id}/`)

async function ranks(app: TestApp) {
  return {
    ann: await app.user('ann'),
    admin: await setRole(app, await app.user('admin'), 300),
    other: await setRole(app, await app.user('other'), 300),
  }
}

t.test('Admins see everybody by username in pages, others themselves', async (t) => {
  const app = await startApp(t)
  const { ann, admin } = await ranks(app)
  const project = await makeProject(ann)
  await joinProject(app, project.id, admin, 100)
  const own = await ann.get('/workspace/members/')
  t.strictSame(Object.keys(own.body), ['next', 'previous', 'results'])
  t.strictSame(own.body.results, [
    {
      id: ann.account.id,
      name: 'ann',
      initials: 'AN',
      color: own.body.results[0].color,
      email: 'ann@example.org',
      role: 'Member',
      role_value: 100,
      groups: [],
      project_count: 1,
      last_active: null,
      status: 'active',
      availability_percent: 100,
      availability_effective_from: null,
      availability_effective_to: null,
      availability_notes: '',
      sso: false,
      two_fa: false,
    },
  ])
  t.match(own.body.results[0].color, /^#[0-9a-f]{6}$/)
  const all = await admin.get('/workspace/members/')
  t.strictSame(
    all.body.results.map((row: { name: string; role: string }) => `${row.name} ${row.role}`),
    ['admin Admin', 'ann Member', 'other Admin', 'owner Owner'],
  )
  const first = await admin.get('/workspace/members/?page_size=3')
  t.equal(first.body.results.length, 3)
  t.equal(first.body.previous, null)
  const second = await admin.get(first.body.next.replace(/^.*\/api\/v1/, ''))
  t.match(second.body, { next: null, results: [{ name: 'owner' }] })
  const back = await admin.get(second.body.previous.replace(/^.*\/api\/v1/, ''))
  t.strictSame(back.body.results, first.body.results)
  await app.sql(`insert into sso_providers (slug, display_name) values ('google', 'Google')`)
  await app.sql(
    `insert into sso_identities (id, provider_slug, issuer, subject, account_id)
     values (gen_random_uuid(), 'google', 'https://issuer.example', 'subject', $1)`,
    [ann.account.id],
  )
  t.match((await ann.get('/workspace/members/')).body.results, [{ sso: true }])
  t.equal((await admin.get('/workspace/members/?cursor=zzz')).status, 404)
  t.equal((await app.anonymous.get('/workspace/members/')).status, 401)
})

t.test('a role or status is changed by rank, never of a peer, never to one’s own rank', async (t) => {
  const app = await startApp(t)
  const { ann, admin, other } = await ranks(app)
  t.equal((await change(ann, admin, { role: 100 })).status, 403)
  t.equal(
    (await change(ann, ann, { availability_percent: 50 })).status,
    403,
    'Members change nothing, also not themselves',
  )
  t.equal((await remove(ann, ann)).status, 403)
  t.equal((await change(admin, other, { role: 100 })).status, 403)
  t.equal((await change(admin, other, { status: 'deactivated' })).status, 403)
  t.equal((await change(admin, other, { status: 'guest' })).status, 403)
  t.equal((await change(admin, app.owner, { role: 100 })).status, 403)
  t.equal((await remove(admin, other)).status, 403)
  t.equal((await change(admin, ann, { role: 300 })).status, 403)
  t.equal((await change(admin, admin, { role: 400 })).status, 403)
  t.equal((await change(app.owner, ann, { role: 400 })).status, 403)
  t.equal((await auditRows(app)).length, 0, 'refusals record nothing')
  t.match(await change(admin, other, { availability_percent: 50, availability_notes: 'Tuesdays' }), {
    status: 200,
    body: { availability_percent: 50, availability_notes: 'Tuesdays', role: 'Admin' },
  })
  t.match(await change(app.owner, ann, { role: 300 }), { status: 200, body: { role: 'Admin', role_value: 300 } })
  t.match(await change(app.owner, ann, { role: 300 }), { status: 200 }, 'the same again')
  t.match(await change(admin, admin, { role: 100 }), { status: 200, body: { role: 'Member' } }, 'one may step down')
  t.equal((await change(admin, ann, { role: 100 })).status, 403, 'and has stepped down')
  t.match(await change(app.owner, admin, { status: 'guest' }), { status: 200, body: { status: 'guest' } })
  t.strictSame(
    (await auditRows(app)).map(({ event_type, metadata }) => [event_type, metadata.old, metadata.new]),
    [
      ['member_role_changed', 'Member', 'Admin'],
      ['member_role_changed', 'Admin', 'Member'],
      ['member_status_changed', 'active', 'guest'],
    ],
  )
})

t.test('bad bodies and unknown people', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  t.strictSame(Object.keys((await change(app.owner, ann, {})).body), ['non_field_errors'])
  t.strictSame(Object.keys((await change(app.owner, ann, { email: 'x@y.org' })).body), ['non_field_errors'])
  for (const [field, value] of [
    ['role', 200],
    ['role', '100'],
    ['role', null],
    ['status', 'gone'],
    ['availability_percent', 101],
    ['availability_percent', -1],
    ['availability_effective_from', '2026-02-30'],
    ['availability_notes', 'x'.repeat(2001)],
  ] as const) {
    const answer = await change(app.owner, ann, { [field]: value })
    t.strictSame({ status: answer.status, keys: Object.keys(answer.body) }, { status: 400, keys: [field] })
  }
  t.equal((await change(app.owner, ann, { availability_effective_from: '2026-03-01' })).status, 200)
  const early = await change(app.owner, ann, { availability_effective_to: '2026-02-01' })
  t.strictSame(
    { status: early.status, keys: Object.keys(early.body) },
    { status: 400, keys: ['availability_effective_to'] },
  )
  t.equal((await change(app.owner, ann, { availability_effective_to: '2026-03-01' })).status, 200)
  const nobody = '/workspace/members/00000000-0000-7000-8000-000000000000/'
  t.equal((await app.owner.patch(nobody, { role: 100 })).status, 404)
  t.equal((await app.owner.delete(nobody)).status, 404)
  t.equal((await ann.delete(nobody)).status, 403)
  t.equal((await app.owner.delete('/workspace/members/x/')).status, 404)
})

t.test('the last active Owner stays', async (t) => {
  const app = await startApp(t)
  for (const attempt of [
    await change(app.owner, app.owner, { role: 300 }),
    await change(app.owner, app.owner, { status: 'deactivated' }),
    await remove(app.owner, app.owner),
  ])
    t.match({ status: attempt.status, keys: Object.keys(attempt.body) }, { status: 400, keys: ['detail'] })
  const second = await app.user('second', { isSuperuser: true })
  await app.sql('update accounts set is_active = false where id = $1', [second.account.id])
  t.equal((await change(app.owner, app.owner, { role: 300 })).status, 400, 'an inactive Owner does not count')
  await app.sql('update accounts set is_active = true where id = $1', [second.account.id])
  t.equal((await change(app.owner, second, { role: 300 })).status, 403, 'an Owner is a peer of an Owner')
  const owners = [app.owner, second]
  for (let index = 0; index < 6; index++) owners.push(await app.user(`owner${index}`, { isSuperuser: true }))
  const leaving = await Promise.all(owners.map((owner) => change(owner, owner, { role: 100 })))
  t.strictSame(
    leaving.map((answer) => answer.status).sort(),
    [...Array(7).fill(200), 400],
    'of eight that leave at once one stays',
  )
})

t.test('deactivating ends everything at once; reactivating brings back no session and no token', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { password: PASSWORD })
  const project = await makeProject(ann)
  const session = cookieOf(await signIn(app.anonymous, 'ann', PASSWORD))
  const minted = await ann.post('/me/api-tokens/', { name: 'script' })
  const bearer = { Authorization: `Bearer ${minted.body.token}` }
  const socket = await connectSocket(app, ann, project.id)
  t.teardown(async () => socket.close())
  const ticket = await mintTicket(ann)
  const startedMs = performance.now()
  t.match(await change(app.owner, ann, { status: 'deactivated' }), { status: 200, body: { status: 'deactivated' } })
  t.match(await socket.closed, { code: 4003 })
  t.ok(performance.now() - startedMs < 1_500, 'told at once, not found by the next check')
  t.equal((await ann.get('/auth/me/')).status, 401, 'the access token still has its time, the account is out')
  t.equal((await refresh(app.anonymous, session?.value ?? '')).status, 401)
  t.equal((await signIn(app.anonymous, 'ann', PASSWORD)).status, 401)
  t.equal((await app.anonymous.get('/auth/me/', bearer)).status, 401)
  const late = await connectSocket(app, ann, project.id, { ticket })
  t.match(await late.closed, { code: 4001 })
  t.match(await app.sql(`select detail from api_token_audit where action = 'revoked'`), [
    { detail: { name: 'script', reason: 'deactivated' } },
  ])
  t.match((await app.owner.get('/workspace/members/')).body.results, [{ name: 'ann', status: 'deactivated' }, {}])
  t.match(await change(app.owner, ann, { status: 'active' }), { status: 200, body: { status: 'active' } })
  t.equal((await ann.get('/auth/me/')).status, 401, 'the access token of before is over for good')
  t.equal((await refresh(app.anonymous, session?.value ?? '')).status, 401)
  t.equal((await app.anonymous.get('/auth/me/', bearer)).status, 401)
  t.equal((await signIn(app.anonymous, 'ann', PASSWORD)).status, 200)
  t.match(await auditRows(app), [
    { event_type: 'member_status_changed', metadata: { old: 'active', new: 'deactivated' } },
    { event_type: 'member_status_changed', metadata: { old: 'deactivated', new: 'active' } },
  ])
})

t.test('removing is deactivating', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  t.equal((await remove(app.owner, ann)).status, 204)
  t.equal((await remove(app.owner, ann)).status, 204, 'again is the same as once')
  t.equal((await ann.get('/auth/me/')).status, 401)
  t.match(await auditRows(app), [{ event_type: 'member_removed', target_label: 'ann', metadata: { role: 'Member' } }])
  t.equal((await auditRows(app)).length, 1)
  const project = await makeProject(app.owner)
  const named = await app.owner.post(`/projects/${project.id}/members/`, { user: ann.account.id })
  t.strictSame(Object.keys(named.body), ['user'], 'nobody names a deactivated account')
})
