import t from 'tap'
import { Client } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'
import { OWN_NETWORK, startStandIn } from '../integrations/support/stand-in.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.test('what waits for one person', async (t) => {
  const app = await startApp(t, { env: OWN_NETWORK })
  const project = await buildProject(app)
  const ann = await project.member(100)
  const today = new Date().toISOString().slice(0, 10)
  const task = async (name: string, fields: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name, assignee: ann.account.id, ...fields })).body
      .id as string
  const work = async (query = '', reader: Client = ann) => (await reader.get(`/me/work/${query}`)).body
  const names = (body: { results: { name: string }[] }) => body.results.map(({ name }) => name)

  await t.test('is nothing at first', async (t) => {
    const nothing = { count: 0, results: [], active_sprints: [], due_today_count: 0, server_version_high_water: 0 }
    t.match(await work(), { ...nothing, signals: {}, external_items: [], external_sources: [] })
  })

  await t.test('is what is due, then what a sprint waits for, then the rest; the blocked first', async (t) => {
    const sprint = (
      await app.owner.post(`/projects/${project.id}/sprints/`, {
        name: 'S1',
        start_date: today,
        finish_date: '2036-01-01',
      })
    ).body.id
    await task('Later', { planned_start: '2036-05-05' })
    await task('Due', { planned_start: '2020-05-05' })
    const held = await task('Held', { planned_start: '2020-05-06' })
    await task('Of the sprint', { sprint, planned_start: '2036-05-05', story_points: 3 })
    await task('Done', { planned_start: '2020-05-05', status: 'COMPLETE', actual_finish: '2026-01-07' })
    await task('Some day', { status: 'BACKLOG' })
    await task('Of another', { assignee: app.owner.account.id })
    await app.owner.post(`/sprints/${sprint}/activate/`)
    await app.sql(
      "update tasks set blocked_reason = 'No pump', blocked_since = now() - interval '2 hours' where id = $1",
      [held],
    )
    await app.runJobs()
    const body = await work()
    t.same(names(body), ['Held', 'Due', 'Of the sprint', 'Done', 'Later'])
    t.same(
      body.results.map((row: { group: string }) => row.group),
      ['today', 'today', 'this_sprint', 'upcoming', 'upcoming'],
    )
    t.match(body.results[0], { is_blocked: true, blocked_reason: 'No pump', due: '2020-05-06', due_source: 'planned' })
    t.ok(body.results[0].blocked_age_seconds >= 7_200)
    t.match(body.results[3], { name: 'Done', due_source: 'actual' })
    t.match(body.active_sprints, [{ id: sprint, name: 'S1', task_count: 1, project_id: project.id }])
    t.equal(body.count, 5)
  })

  await t.test('comes in pages, with signals on the first', async (t) => {
    const first = await work('?limit=2')
    t.same([names(first), first.count], [['Held', 'Due'], 5])
    t.match(first.signals, { schedule_health: { project_count: 1 } })
    const second = await work('?limit=2&offset=2')
    t.same([names(second), second.signals], [['Of the sprint', 'Done'], undefined])
  })

  await t.test('holds what trackers said, and asks for it when it is old', async (t) => {
    const jira = await startStandIn(t)
    const issue = {
      key: 'AB-1',
      fields: {
        summary: 'Fix',
        duedate: '2026-02-03',
        status: { name: 'Doing', statusCategory: { key: 'indeterminate' } },
      },
    }
    jira.say(() => ({ status: 200, body: { issues: [issue] } }))
    const entered = { secret: 'x', base_url: jira.url, account_email: 'ann@example.org' }
    t.equal((await ann.put('/me/connections/jira/', entered)).status, 200)
    await app.runJobs()
    const item = {
      key: 'AB-1',
      source_type: 'jira',
      status_category: 'in_progress',
      due_date: '2026-02-03',
      title: 'Fix',
    }
    const body = await work()
    t.match(body.external_items, [item])
    t.match(body.external_sources, [
      { source_type: 'jira', site_url: jira.url, status: 'connected', last_sync: String },
    ])
    const asked = jira.asked.length
    await work()
    await app.runJobs()
    t.equal(jira.asked.length, asked, 'what is new is not asked for again')
    await app.sql("update external_connections set last_synced_at = now() - interval '10 minutes'")
    await work()
    await work()
    await app.runJobs()
    t.equal(jira.asked.length, asked + 1)
  })

  await t.test('is read by agents where projects let them', async (t) => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const { token } = (await ann.post('/me/api-tokens/', { name: 'agent', scopes: ['mcp:read'], expires_at })).body
    const agent = new Client(app.url, token)
    t.equal((await work('', agent)).count, 5)
    await app.sql('update projects set mcp_enabled = false where id = $1', [project.id])
    t.equal((await work('', agent)).count, 0)
    t.equal((await work()).count, 5)
  })

  await t.test('is nothing of projects that are archived or left', async (t) => {
    await app.owner.post(`/projects/${project.id}/archive/`)
    t.equal((await work()).count, 0)
  })
})
