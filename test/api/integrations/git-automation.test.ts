import { createHmac } from 'node:crypto'
import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const REQUEST = 'https://github.com/Acme/pumps/pull/7'
let deliveries = 0

t.test('requests of the code move tasks', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const manager = await project.member(300)
  const member = await project.member(200)
  const outsider = await app.user('outsider')
  const root = `/integrations/projects/${project.id}/`
  const settings = `${root}git-automation/`
  const status = async (id: string) => (await manager.get(`/tasks/${id}/`)).body.status
  const task = async (name: string, url: string, fields: object = {}) => {
    const { id } = (await manager.post('/tasks/', { project: project.id, name, ...fields })).body
    await manager.post(`/projects/${project.id}/tasks/${id}/links/`, { url })
    return id as string
  }
  const send = async (bytes: string, headers: Record<string, string>, path = root) => {
    const sent = await fetch(`${app.url}/api/v1${path}git-webhook/`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/json', ...headers },
    })
    // biome-ignore lint/suspicious/noExplicitAny: replies of every kind.
    return { status: sent.status, body: (await sent.json()) as any }
  }
  let secret = ''
  const github = (payload: unknown, headers: Record<string, string> = {}) => {
    const bytes = typeof payload === 'string' ? payload : JSON.stringify(payload)
    return send(bytes, {
      'X-GitHub-Event': 'pull_request',
      'X-GitHub-Delivery': `delivery-${++deliveries}`,
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`,
      ...headers,
    })
  }
  const opened = (url = REQUEST, fields: object = {}) => ({
    action: 'opened',
    pull_request: { html_url: url, ...fields },
  })
  const merged = (url = REQUEST) => ({ action: 'closed', pull_request: { html_url: url, merged: true } })
  const last = async () => (await manager.get(settings)).body

  await t.test('once a Project Manager has set it up', async (t) => {
    t.match(await last(), { enabled: false, secret_set: false, configured_by: null, last_delivery_outcome: '' })
    for (const ask of [
      () => member.get(settings),
      () => member.put(settings, { enabled: true }),
      () => member.post(`${settings}rotate-secret/`),
    ])
      t.equal((await ask()).status, 403)
    t.equal((await outsider.get(settings)).status, 404)
    t.equal((await manager.put(settings, {})).status, 400)
    t.equal((await github(opened())).status, 404)
    t.match((await manager.put(settings, { enabled: true })).body, { enabled: true, configured_by: manager.account.id })
    const rotated = await manager.post(`${settings}rotate-secret/`)
    t.equal(rotated.status, 201)
    t.match(rotated.body, { secret: /^[\w-]{43}$/, webhook_url: /^http.*\/git-webhook\/$/ })
    secret = rotated.body.secret
    t.notMatch(JSON.stringify([await last(), await app.sql('select * from git_automations')]), secret)
  })

  await t.test('forward, and recalculate', async (t) => {
    const dig = await task('Dig', REQUEST)
    const { body } = await github(opened())
    t.same(body, { matched: true, moved: true, task: dig, from: 'NOT_STARTED', to: 'REVIEW', reason: 'opened_review' })
    t.same((await framesOf(app, 'task_updated')).at(-1)?.id, dig)
    t.equal((await github(opened())).body.reason, 'noop_forward_only')
    t.match((await github(merged())).body, { moved: true, from: 'REVIEW', to: 'COMPLETE', reason: 'merged_complete' })
    t.equal(await status(dig), 'COMPLETE')
    t.ok((await manager.get(`/tasks/${dig}/`)).body.actual_finish)
    const jobs = await app.sql("select 1 from graphile_worker.jobs where task_identifier like 'recompute%'")
    t.ok(jobs.length > 0)
    const rows = await app.sql('select * from history_rows order by at desc limit 3')
    t.match(JSON.stringify(rows), 'git:pr_merged')
    t.match(JSON.stringify(rows), manager.account.id)
    t.match(await last(), { last_delivery_outcome: 'merged_complete', last_delivery_provider: 'github' })
  })

  await t.test('that link to the very request: its host, its repository, its number', async (t) => {
    const other = await task('Other', 'https://git.example.org/acme/pumps/pull/8')
    await manager.post(`/projects/${project.id}/tasks/${other}/links/`, {
      url: 'https://github.com/acme/pumps/issues/8',
    })
    await manager.post(`/projects/${project.id}/tasks/${other}/links/`, {
      url: 'https://github.com/acme/pumps/pull/88',
    })
    t.same((await github(opened('https://github.com/acme/pumps/pull/8'))).body, {
      matched: false,
      moved: false,
      reason: 'no_link',
    })
    t.equal((await github(opened('https://github.com/acme'))).body.reason, 'no_url')
    t.equal((await github({ action: 'opened', pull_request: {} })).body.reason, 'no_url')
    t.equal(await status(other), 'NOT_STARTED')
  })

  await t.test('once for each delivery', async (t) => {
    const url = 'https://github.com/acme/pumps/pull/20'
    await task('Once', url)
    const headers = { 'X-GitHub-Delivery': 'the same' }
    const both = await Promise.all([github(opened(url), headers), github(opened(url), headers)])
    t.same(both.map(({ body }) => body.reason).sort(), ['duplicate', 'opened_review'])
  })

  await t.test('not for drafts, comments and what is closed without a merge', async (t) => {
    t.same((await github(opened(REQUEST, { draft: true }))).body, {
      matched: false,
      moved: false,
      ignored: 'pull_request',
      reason: 'draft',
    })
    t.same((await github({ zen: 'x' }, { 'X-GitHub-Event': 'ping' })).body, {
      matched: false,
      moved: false,
      ignored: 'ping',
    })
    const closed = { action: 'closed', pull_request: { html_url: REQUEST, merged: false } }
    t.equal((await github(closed)).body.ignored, 'pull_request')
  })

  await t.test('of GitLab too', async (t) => {
    const url = 'https://gitlab.com/acme/deep/pumps/-/merge_requests/3'
    const held = await task('Held', url, { status: 'ON_HOLD' })
    const gitlab = (attributes: object, rest: object = {}) =>
      send(
        JSON.stringify({ object_kind: 'merge_request', object_attributes: { id: 5, url, ...attributes }, ...rest }),
        {
          'X-Gitlab-Event': 'Merge Request Hook',
          'X-Gitlab-Token': secret,
        },
      )
    t.equal((await gitlab({ action: 'update' })).body.ignored, 'merge_request')
    t.equal((await gitlab({ action: 'open', draft: true })).body.reason, 'draft')
    const ready = { changes: { draft: { previous: true, current: false } } }
    t.match((await gitlab({ action: 'update', draft: false }, ready)).body, {
      matched: true,
      moved: false,
      from: 'ON_HOLD',
    })
    t.match((await gitlab({ action: 'merge' })).body, { moved: true, from: 'ON_HOLD', to: 'COMPLETE' })
    t.equal(await status(held), 'COMPLETE')
  })

  await t.test('unless a rule of the project keeps them where they are', async (t) => {
    const url = 'https://github.com/acme/pumps/pull/30'
    const phase = await task('Phase', url)
    await manager.post('/tasks/', { project: project.id, name: 'Below', parent_id: phase })
    t.match((await github(merged(url))).body, { matched: true, moved: false, task: phase, reason: 'refused' })
    t.equal((await last()).last_delivery_outcome, 'refused')
  })

  await t.test('and whatever cannot be believed reads alike', async (t) => {
    const unknown = await send('{}', {}, '/integrations/projects/00000000-0000-4000-8000-000000000000/')
    t.equal(unknown.status, 404)
    const refusals: [string, () => ReturnType<typeof send>][] = [
      ['bad_signature', () => github(opened(), { 'X-Hub-Signature-256': 'sha256=00' })],
      ['bad_signature', () => send('{}', { 'X-Gitlab-Event': 'x', 'X-Gitlab-Token': `${secret}x` })],
      ['unknown_provider', () => send('{}', {})],
    ]
    for (const [outcome, ask] of refusals) {
      t.same(await ask(), unknown, outcome)
      t.equal((await last()).last_refusal_outcome, outcome)
    }
    const old = secret
    await manager.post(`${settings}rotate-secret/`)
    t.same(await github(opened()), unknown, 'the secret before is worth nothing')
    secret = old
    await app.sql("update git_automations set sealed_secret = 'box1.00000000.AAAA'")
    t.same(await github(opened()), unknown)
    t.equal((await last()).last_refusal_outcome, 'secret_unreadable')
    await app.sql('update git_automations set sealed_secret = null')
    t.same(await github(opened()), unknown)
    t.equal((await last()).last_refusal_outcome, 'no_secret')
    await manager.put(settings, { enabled: false })
    t.same(await github(opened()), unknown)
    t.equal((await last()).last_refusal_outcome, 'automation_disabled')
  })

  await t.test('nor what is too large or no object', async (t) => {
    await manager.put(settings, { enabled: true })
    secret = (await manager.post(`${settings}rotate-secret/`)).body.secret
    for (const bytes of ['[]', 'null', '{', '"x"', '']) t.equal((await github(bytes)).status, 400, bytes)
    t.equal((await last()).last_delivery_outcome, 'malformed_payload')
    t.equal((await github(`{"x":"${'x'.repeat(1_000_001)}"}`)).status, 413)
  })
})
