import t from 'tap'
import { composeJql, isBalanced } from '../../../api/integrations/connections/compose-jql.ts'
import { startApp } from '../../support/start-app.ts'
import { type Asked, OWN_NETWORK, type Said, startStandIn } from './support/stand-in.ts'

const ONE = '/me/connections/jira/'
const BASIC = `Basic ${Buffer.from('ann@example.org:s3cret').toString('base64')}`
const USUAL = 'assignee = currentUser() AND statusCategory != Done ORDER BY updated DESC'

type Issue = { key: string; summary?: string; category?: string; due?: string }

/** A cloud tracker that lets Ann in and finds the issues, unless the filter is one it does not understand. */
function tracker(issues: readonly Issue[]) {
  return ({ path, query, headers }: Asked): Said => {
    if (headers.authorization !== BASIC) return { status: 401 }
    if (path === '/rest/api/3/myself') return { status: 200, body: { accountId: '1' } }
    if (path !== '/rest/api/3/search/jql') return { status: 404 }
    if (query.get('jql')?.includes('nonsense')) return { status: 400 }
    const found = issues.slice(0, Number(query.get('maxResults'))).map(({ key, summary, category, due }) => ({
      key,
      fields: {
        summary: summary ?? key,
        duedate: due ?? null,
        status: { name: 'Open', statusCategory: { key: category ?? 'new' } },
      },
    }))
    return { status: 200, body: { issues: found } }
  }
}

t.test('what is asked of a tracker', async (t) => {
  t.equal(composeJql('', []), USUAL)
  t.equal(
    composeJql('', ['AB']),
    `(assignee = currentUser() AND statusCategory != Done) AND project IN ("AB") ORDER BY updated DESC`,
  )
  t.equal(composeJql('a = 1 OR b = 2', ['AB', 'C']), '(a = 1 OR b = 2) AND project IN ("AB", "C")')
  t.equal(composeJql('a = "order by" order  by c', ['AB']), '(a = "order by") AND project IN ("AB") order  by c')
  t.equal(composeJql('ORDER BY c', ['AB']), 'project IN ("AB") ORDER BY c')
  t.equal(composeJql('a = 1', []), 'a = 1')
  for (const open of ['(a', 'a)', 'a = "b', "a = 'b", ') OR (', 'a = "\\"']) t.notOk(isBalanced(open), open)
  for (const whole of ['', '(a) or (b)', 'a = "("', `a = 'b"'`, 'a = "\\""']) t.ok(isBalanced(whole), whole)
})

t.test('a connection to a tracker', async (t) => {
  const app = await startApp(t, { env: OWN_NETWORK })
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const jira = await startStandIn(t)
  jira.say(tracker([]))
  const entered = { secret: 's3cret', base_url: jira.url, account_email: 'ann@example.org', project_keys: ['ab'] }
  const keys = async (user = ann) =>
    (await user.get('/me/external-items/')).body.results.map((row: { external_id: string }) => row.external_id)

  await t.test('is tried before it is stored', async (t) => {
    t.equal((await ann.get(ONE)).status, 404)
    t.equal((await ann.post(`${ONE}sync/`)).status, 404)
    t.equal((await ann.patch(ONE, { poll_enabled: false })).status, 404)
    t.equal((await ann.put('/me/connections/other/', entered)).status, 400)
    const reasons: [object, string][] = [
      [{ secret: 'wrong' }, 'invalid_token'],
      [{ account_email: '' }, 'missing_email'],
      [{ jql: 'nonsense' }, 'invalid_filter'],
    ]
    for (const [fields, reason] of reasons) {
      const { status, body } = await ann.put(ONE, { ...entered, ...fields })
      t.match({ status, ...body }, { status: 422, code: 'source_verification_failed', reason })
    }
    const bad = [
      { jql: '(a' },
      { project_keys: ['1'] },
      { project_keys: Array(51).fill('A') },
      { secret: '' },
      { deployment: 'x' },
    ]
    for (const fields of bad)
      t.equal((await ann.put(ONE, { ...entered, ...fields })).status, 400, JSON.stringify(fields))
    t.equal((await ann.put(ONE, { ...entered, base_url: 'https://example.org' })).body.code, 'base_url_not_allowed')
    t.equal((await ann.get(ONE)).status, 404)
  })

  await t.test('is stored sealed, and the work is read', async (t) => {
    jira.say(
      tracker([
        { key: 'AB-1', category: 'done' },
        { key: 'AB-2', due: '2026-05-04' },
        { key: 'AB-3', category: 'indeterminate' },
      ]),
    )
    const { status, body } = await ann.put(ONE, entered)
    t.equal(status, 200)
    const shown = {
      name: 'Jira',
      exists: true,
      status: 'connected',
      deployment: 'cloud',
      project_keys: ['AB'],
      jql: '',
    }
    t.match(body, {
      ...shown,
      base_url: jira.url,
      account_email: 'ann@example.org',
      poll_enabled: true,
      last_synced_at: null,
    })
    t.notMatch(JSON.stringify([body, await app.sql('select * from external_connections')]), /s3cret/)
    await app.runJobs()
    t.same(await keys(), ['AB-3', 'AB-2', 'AB-1'], 'what is under way stands first')
    t.same(await keys(bob), [])
    t.match((await ann.get('/me/external-items/?limit=1')).body, {
      count: 3,
      results: [
        {
          source_key: 'jira',
          external_url: `${jira.url}/browse/AB-3`,
          display_bucket: 'in_progress',
          external_status: 'Open',
        },
      ],
    })
    t.ok((await ann.get(ONE)).body.last_synced_at)
  })

  await t.test('is read again when asked, once a minute', async (t) => {
    jira.say(tracker([{ key: 'AB-2', summary: 'x'.repeat(600) }]))
    t.same((await ann.post(`${ONE}sync/`)).body, { queued: true })
    const again = await ann.post(`${ONE}sync/`)
    t.match(again.body, { code: 'sync_cooldown', retry_after: Number })
    t.same([again.status, again.headers.get('retry-after')], [429, String(again.body.retry_after)])
    await app.runJobs()
    t.same(await keys(), ['AB-2'], 'what is not named any more is hidden')
    t.equal((await ann.get('/me/external-items/')).body.results[0].title.length, 512)
  })

  await t.test('keeps what is known when the tracker is away', async (t) => {
    jira.say(() => ({ status: 503 }))
    await app.sql('update external_connections set last_requested_at = null')
    t.equal((await ann.post(`${ONE}sync/`)).status, 202)
    await app.runJobs()
    t.same(await keys(), ['AB-2'])
    t.equal((await ann.get(ONE)).body.status, 'connected')
  })

  await t.test('says when the tracker takes its secret no more, until it is entered anew', async (t) => {
    jira.say(() => ({ status: 401 }))
    await app.sql('update external_connections set last_requested_at = null')
    await ann.post(`${ONE}sync/`)
    await app.runJobs()
    t.equal((await ann.get(ONE)).body.status, 'auth_failed')
    jira.say(tracker([]))
    t.equal((await ann.put(ONE, entered)).body.status, 'connected')
  })

  await t.test('is asked by the clock unless its owner says no', async (t) => {
    t.equal((await ann.patch(ONE, { poll_enabled: false })).body.poll_enabled, false)
    t.equal((await ann.patch(ONE, { jql: 'x' })).status, 400)
    t.equal((await ann.delete(ONE)).status, 204)
    t.equal((await ann.delete(ONE)).status, 204)
    t.same(await app.sql('select * from external_items'), [], 'what was read goes with it')
  })
})
