import { createHash } from 'node:crypto'
import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { mintAgent, mintClient } from './tokens.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Recomputes the whole chain from the table, by the rule as it is written down and not by the code. */
async function brokenLinks(app: TestApp): Promise<number[]> {
  const rows = await app.sql<Record<string, unknown> & { sequence: string; occurred_at: string; record_hash: string }>(
    `select schema_version, sequence, actor_kind, actor_token_prefix, principal_id, action, method, object_type, object_id,
       project_id, capability_used, verdict, refusal_reason, payload_hash, engine_version, summary, source_ip, occurred_at,
       record_hash from agent_actions order by sequence`,
  )
  let previous = sha256('svc agent action log, version 1')
  return rows.flatMap((row, index) => {
    const { record_hash, ...facts } = row
    const hashed: Record<string, unknown> = {
      ...facts,
      sequence: Number(row.sequence),
      occurred_at: new Date(row.occurred_at).toISOString(),
    }
    const canonical = JSON.stringify(
      Object.fromEntries(
        Object.keys(hashed)
          .sort()
          .map((key) => [key, hashed[key]]),
      ),
    )
    const expected = sha256(`${previous}\n${canonical}`)
    previous = record_hash
    return expected === record_hash && Number(row.sequence) === index + 1 ? [] : [index + 1]
  })
}

t.test('the log of agents', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const agent = await mintAgent(app, ann)
  const project = await makeProject(ann)
  const latest = async () => (await ann.get('/agent-actions/?page_size=1')).body.results[0]

  t.test('a read leaves a record with what, by whom and how it went', async (t) => {
    t.equal((await agent.get(`/projects/${project.id}/?b=2&a=1`)).status, 200)
    const record = await latest()
    t.match(record, {
      schema_version: 1,
      sequence: 1,
      actor_kind: 'mcp_token',
      actor_token_prefix: agent.prefix,
      principal: ann.account.id,
      action: 'GET /projects/{id}/',
      method: 'GET',
      object_type: 'project',
      object_id: project.id,
      project: project.id,
      capability_used: 'mcp:read',
      verdict: 'allowed',
      refusal_reason: '',
      refusal_detail: '',
      engine_version: app.services.config.version,
      record_hash: /^[0-9a-f]{64}$/,
    })
    const path = `/api/v1/projects/${project.id}/`
    t.equal(
      record.payload_hash,
      sha256(
        JSON.stringify({
          method: 'GET',
          path,
          query: [
            ['a', '1'],
            ['b', '2'],
          ],
        }),
      ),
    )
    t.notOk('source_ip' in record, 'the address is stored, not served')
    t.strictSame((await ann.get(`/agent-actions/${record.id}/`)).body, record)
  })

  t.test('refusals say which rule refused', async (t) => {
    await agent.post('/projects/', { name: 'x' })
    t.match(await latest(), { verdict: 'refused', refusal_reason: 'policy', method: 'POST', project: null })
    await agent.get('/calendars/')
    t.match(await latest(), { verdict: 'refused', refusal_reason: 'identity', object_type: 'calendar' })
    const ingest = await mintClient(app, ann, {}, `/projects/${project.id}/api-tokens/`)
    await ingest.get('/projects/')
    const rows = await app.sql('select * from agent_actions order by sequence desc limit 1')
    t.match(rows[0], {
      verdict: 'refused',
      actor_token_prefix: ingest.prefix,
      principal_id: null,
      capability_used: 'legacy:full',
    })
    const full = await mintClient(app, ann)
    await full.get('/me/api-tokens/')
    t.match(await latest(), { actor_token_prefix: full.prefix, verdict: 'refused', capability_used: 'legacy:full' })
    await ann.delete(`/me/api-tokens/${full.id}/`)
    await full.get('/projects/')
    t.match(await latest(), { actor_token_prefix: full.prefix, refusal_reason: 'identity' })
    t.strictSame(await brokenLinks(app), [])
  })

  t.test('people and full tokens leave none, nor do unknown tokens', async (t) => {
    const before = (await latest()).sequence
    const full = await mintClient(app, ann)
    await full.get('/projects/')
    await full.get(`/projects/${project.code.length ? crypto.randomUUID() : ''}/`)
    await ann.get('/projects/')
    await app.anonymous.get('/projects/', { Authorization: `Bearer svc_${'1'.repeat(64)}` })
    t.equal((await latest()).sequence, before)
  })

  t.test('readers see their own records and those of their projects', async (t) => {
    const bob = await app.user('bob')
    t.equal((await bob.get('/agent-actions/')).body.count, 0)
    const record = (await ann.get(`/agent-actions/?project=${project.id}`)).body.results[0]
    t.equal((await bob.get(`/agent-actions/${record.id}/`)).status, 404)
    await joinProject(app, project.id, bob, 1)
    t.equal((await bob.get(`/agent-actions/${record.id}/`)).status, 200)
    t.equal((await bob.get('/agent-actions/')).body.count, 1, 'the others were about no project of his')
    t.match((await bob.get('/agent-actions/?project=nonsense')).body, { count: 0 })
    const refused = (await ann.get('/agent-actions/?verdict=refused')).body
    t.ok(refused.count >= 3)
    t.ok(refused.results.every((row: { verdict: string }) => row.verdict === 'refused'))
    const byRule = (await ann.get('/agent-actions/?constraint=token_identity')).body.results
    t.ok(byRule.length > 0 && byRule.every((row: { refusal_reason: string }) => row.refusal_reason === 'identity'))
    t.equal((await agent.get('/agent-actions/')).status, 401, 'agents do not read the log')
    t.equal((await ann.post('/agent-actions/', {})).status, 405)
    t.equal((await ann.delete(`/agent-actions/${record.id}/`)).status, 405)
  })

  t.test('60 parallel reads are numbered without gaps and chained', async (t) => {
    const before = (await latest()).sequence
    const answers = await Promise.all(Array.from({ length: 60 }, () => agent.get('/auth/me/')))
    t.ok(answers.every((answer) => answer.status === 200))
    t.equal((await latest()).sequence, before + 60)
    t.strictSame(await brokenLinks(app), [])
    await app.sql(`update agent_actions set verdict = 'refused' where sequence = 1`)
    t.strictSame(await brokenLinks(app), [1], 'a changed row shows')
  })
})
