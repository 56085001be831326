import { createHash } from 'node:crypto'
import t from 'tap'
import { prefersType } from '../../../api/platform/http/accept.ts'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'
import { makeShareable, share, stranger } from './shared.ts'

t.test('share links', async (t) => {
  const clock = handClock('2026-03-02T09:00:00Z')
  const app = await startApp(t, { clock })
  const ann = await app.user('ann')
  const [manager, scheduler, viewer, outsider] = [
    await app.user('manager'),
    await app.user('scheduler'),
    await app.user('viewer'),
    await app.user('outsider'),
  ]
  const anyone = stranger(app)
  const project = await makeShareable(ann)
  for (const [user, role] of [
    [manager, 300],
    [scheduler, 200],
    [viewer, 1],
  ] as const)
    await joinProject(app, project.id, user, role)
  const root = `/projects/${project.id}/share-links/`

  t.test('managers make them; the token is told once and stored as a hash', async (t) => {
    for (const user of [scheduler, viewer]) {
      t.equal((await user.post(root, {})).status, 403)
      t.equal((await user.get(root)).status, 403)
    }
    t.equal((await outsider.post(root, {})).status, 404)
    const made = await manager.post(root, { label: ' For the client ' })
    t.equal(made.status, 201)
    const { token, share_path, ...facts } = made.body
    t.match(token, /^[\w-]{43}$/)
    t.equal(share_path, `/share/board/${token}`)
    t.match(facts, {
      content_kind: 'board',
      token_prefix: token.slice(0, 12),
      label: 'For the client',
      show_assignees: false,
      show_milestone_dates: true,
      created_by: 'manager',
      expires_at: null,
      revoked_at: null,
      access_count: 0,
      last_accessed_at: null,
      is_active: true,
      is_expired: false,
    })
    t.strictSame((await ann.get(root)).body, [facts])
    const [stored] = await app.sql<{ token_hash: string }>('select * from share_links')
    t.equal(stored?.token_hash, createHash('sha256').update(token).digest('hex'))
    t.notOk(JSON.stringify(stored).includes(token.slice(12)))
    await manager.post(root, {}, { 'Idempotency-Key': 'k' })
    t.equal((await app.sql('select 1 from idempotency_keys')).length, 0, 'no secret is kept for a replay')
  })

  t.test('fields are checked', async (t) => {
    for (const [body, field] of [
      [{ content_kind: 'wiki' }, 'content_kind'],
      [{ label: 'x'.repeat(121) }, 'label'],
      [{ expires_at: '2026-03-02T08:59:59Z' }, 'expires_at'],
      [{ expires_at: 'never' }, 'expires_at'],
      [{ show_assignees: 'yes' }, 'show_assignees'],
    ] as const) {
      const answer = await manager.post(root, body)
      t.equal(answer.status, 400)
      t.strictSame(Object.keys(answer.body), [field])
    }
  })

  t.test('revoking is for good and the same twice, also on an archived project', async (t) => {
    const { id } = await makeShareable(ann)
    const link = await share(ann, id)
    t.equal((await anyone.get(link.path)).status, 200)
    await ann.post(`/projects/${id}/archive/`)
    t.equal((await ann.post(`/projects/${id}/share-links/`, {})).status, 403)
    t.equal((await anyone.get(link.path)).status, 200, 'an archived project can still be read')
    t.equal((await manager.post(`/projects/${id}/share-links/${link.id}/revoke/`)).status, 404)
    const first = await ann.post(`/projects/${id}/share-links/${link.id}/revoke/`)
    t.match(first, { status: 200, body: { id: link.id, is_active: false, revoked_at: /T/ } })
    clock.advance(5)
    t.strictSame((await ann.post(`/projects/${id}/share-links/${link.id}/revoke/`)).body, first.body)
    t.equal((await anyone.get(link.path)).status, 410)
    t.equal((await ann.post(`${root}${link.id}/revoke/`)).status, 404, 'not through another project')
  })

  t.test('unknown, mistaken and switched off look alike; what has ended says so', async (t) => {
    const link = await share(ann, project.id, { content_kind: 'schedule' })
    const unknown = await anyone.get('/share/board/nonsense/')
    t.equal(unknown.status, 404)
    for (const path of [
      `/share/board/${link.token}/`,
      `/share/schedule/${link.token.slice(0, -1)}/`,
      `/share/schedule/${link.token}x/`,
      `/share/schedule/${'x'.repeat(200)}/`,
      '/share/schedule/%F0%9F%98%80/',
    ]) {
      const answer = await anyone.get(path)
      t.equal(answer.status, 404, path)
      t.equal(answer.text, unknown.text)
    }
    await ann.patch(`/projects/${project.id}/`, { public_sharing: false })
    const off = await anyone.get(link.path)
    t.equal(off.status, 404)
    t.equal(off.text, unknown.text)
    t.match(await ann.post(root, {}), { status: 403, body: { detail: /sharing/ } })
    await ann.patch(`/projects/${project.id}/`, { public_sharing: true })
    t.equal((await anyone.get(link.path)).status, 200)

    const expiring = await share(ann, project.id, { expires_at: '2026-03-02T09:10:00Z' })
    t.equal((await anyone.get(expiring.path)).status, 200)
    clock.advance(600)
    t.equal((await anyone.get(expiring.path)).status, 410)
    const listed = (await ann.get(root)).body.find((row: { id: string }) => row.id === expiring.id)
    t.match(listed, { is_active: false, is_expired: true, revoked_at: null })

    const { id } = await makeShareable(ann)
    const ofTrashed = await share(ann, id)
    await ann.delete(`/projects/${id}/`)
    const gone = await anyone.get(ofTrashed.path)
    t.equal(gone.status, 410)
    t.strictSame(Object.keys(gone.body), ['detail'])
    await app.sql('delete from projects where id = $1', [id])
    t.equal((await anyone.get(ofTrashed.path)).status, 404, 'its links go with a project that is removed for good')
  })

  t.test('the program and the workspace decide where the project does not', async (t) => {
    const inherits = await makeProject(ann)
    t.equal((await ann.post(`/projects/${inherits.id}/share-links/`, {})).status, 403)
    await app.sql('update workspace set public_sharing = true')
    const link = await share(ann, inherits.id)
    t.equal((await anyone.get(link.path)).status, 200)
    await app.sql('update workspace set public_sharing = false')
    t.equal((await anyone.get(link.path)).status, 404)
  })

  t.test('an unchanged payload is a 304, which counts as no access', async (t) => {
    const link = await share(ann, project.id)
    const facts = async () => (await ann.get(root)).body.find((row: { id: string }) => row.id === link.id)
    const first = await anyone.get(link.path)
    const etag = first.headers.get('etag') ?? ''
    t.match(etag, /^W\/"[0-9a-f]{32}"$/)
    t.equal(first.headers.get('cache-control'), 'private, max-age=30')
    t.equal(first.headers.get('referrer-policy'), 'no-referrer')
    t.match(first.headers.get('x-robots-tag'), /noindex/)
    t.match(await facts(), { access_count: 1, last_accessed_at: clock.now().toISOString() })
    clock.advance(60)
    for (const tags of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const same = await anyone.get(link.path, { 'If-None-Match': tags })
      t.equal(same.status, 304, tags)
      t.equal(same.text, '')
      t.equal(same.headers.get('etag'), etag)
    }
    t.equal((await facts()).access_count, 1)
    await ann.post('/tasks/', { project: project.id, name: 'New card' })
    const changed = await anyone.get(link.path, { 'If-None-Match': etag })
    t.equal(changed.status, 200)
    t.not(changed.headers.get('etag'), etag)
    await Promise.all(Array.from({ length: 20 }, () => anyone.get(link.path)))
    t.equal((await facts()).access_count, 22)
  })
})

t.test('the installation may forbid public links', async (t) => {
  const app = await startApp(t, { env: { SVC_PUBLIC_BOARD_SHARING_ENABLED: 'false' } })
  const ann = await app.user('ann')
  const { id } = await makeShareable(ann)
  t.equal((await ann.post(`/projects/${id}/share-links/`, {})).status, 403)
  const hash = createHash('sha256').update('known').digest('hex')
  await app.sql(
    `insert into share_links (id, project_id, content_kind, token_hash, token_prefix, access_count) values (gen_random_uuid(), $1, 'board', $2, 'known', 0)`,
    [id, hash],
  )
  t.equal((await stranger(app).get('/share/board/known/')).status, 404)
})

t.test('links are made and opened at a bounded rate', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_THROTTLE_SHARE_MINT_RATE: '3/min' } })
  const ann = await app.user('ann')
  const { id } = await makeShareable(ann)
  const links = []
  for (let count = 0; count < 3; count++) links.push(await share(ann, id))
  t.equal((await ann.post(`/projects/${id}/share-links/`, {})).status, 429)
  let opened = 0
  while ((await stranger(app).get(links[0]!.path)).status === 200) opened++
  t.equal(opened, 60)
})

t.test('HTML is for those who ask for it by name', async (t) => {
  for (const accept of [
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html, application/json;q=0.5',
  ])
    t.ok(prefersType(accept, 'text/html'), accept)
  for (const accept of [
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/html;q=0.5',
    'text/html;q=0',
    'text/*',
  ])
    t.notOk(prefersType(accept, 'text/html'), String(accept))
})
