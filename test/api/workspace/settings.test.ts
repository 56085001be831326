import t from 'tap'
import { awaitsRecompute, forgetConsequences, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { auditRows, setRole } from './workspace-people.ts'

const DEFAULTS = {
  name: 'Workspace',
  subdomain: '',
  timezone: 'UTC',
  fiscal_year_start_month: 1,
  fiscal_year_start_day: 1,
  fiscal_year_start_display: 'January 1',
  work_week: [true, true, true, true, true, false, false],
  default_project_view: 'board',
  allow_guests: true,
  public_sharing: false,
  public_sharing_override_policy: 'suggest',
  iteration_label: 'Sprint',
  iteration_label_override_policy: 'suggest',
  mc_history_enabled: true,
  mc_history_retention_cap: 100,
  mc_history_attribution_audience: 'admin_owner',
  mc_history_override_policy: 'suggest',
  methodology: 'HYBRID',
  methodology_override_policy: 'suggest',
  task_duration_change_percent_policy: 'keep',
  task_duration_change_percent_override_policy: 'suggest',
  estimation_scale: 'fibonacci',
  sprint_picker_ready_only_default: true,
  attachments_enabled: true,
  attachments_override_policy: 'suggest',
  mcp_enabled: true,
  calendar: null,
  calendar_override_policy: 'suggest',
  feedback_enabled: true,
  feedback_url: '',
  logo_url: null,
}

t.test('every member reads the settings; Admins change them', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const admin = await setRole(app, await app.user('admin'), 300)
  const read = await ann.get('/workspace/')
  t.equal(read.status, 200)
  const { allowed_attachment_types: types, ...rest } = read.body
  t.strictSame(rest, DEFAULTS)
  t.equal(types.length, 7)
  t.equal((await app.anonymous.get('/workspace/')).status, 401)
  t.equal((await ann.patch('/workspace/', { name: 'Mine' })).status, 403)
  t.equal((await ann.patch('/workspace/', { timezone: 'nonsense' })).status, 403, 'refused before it is read')
  const changes = {
    name: 'Acme',
    timezone: 'Europe/Vienna',
    fiscal_year_start_month: 4,
    fiscal_year_start_day: 6,
    work_week: [true, true, true, true, false, false, false],
    default_project_view: 'schedule',
    iteration_label: 'Cycle',
    mc_history_retention_cap: 0,
    mc_history_attribution_audience: 'none',
    methodology: 'AGILE',
    methodology_override_policy: 'enforce',
    attachments_override_policy: 'inherit',
    allowed_attachment_types: ['Text/CSV', 'image/png', 'text/csv'],
    feedback_url: 'https://example.org/feedback',
  }
  const changed = await admin.patch('/workspace/', { ...changes, subdomain: 'x', logo_url: 'y' })
  t.equal(changed.status, 200, changed.text)
  t.strictSame(changed.body, {
    ...DEFAULTS,
    ...changes,
    allowed_attachment_types: ['image/png', 'text/csv'],
    fiscal_year_start_display: 'April 6',
  })
  t.strictSame((await ann.get('/workspace/')).body, changed.body)
  const audit = await auditRows(app)
  t.equal(audit.length, 1)
  t.match(audit[0], { event_type: 'workspace_settings_changed', actor_label: 'admin', target_label: 'Acme' })
  t.strictSame([...((audit[0]?.metadata.fields ?? []) as string[])].sort(), Object.keys(changes).sort())
  t.equal((await admin.patch('/workspace/', { name: 'Acme' })).status, 200)
  t.equal((await auditRows(app)).length, 1, 'nothing differs, nothing is recorded')
})

t.test('enforcing public sharing amounts to suggesting it', async (t) => {
  const app = await startApp(t)
  const answer = await app.owner.patch('/workspace/', { public_sharing_override_policy: 'enforce' })
  t.match(answer, { status: 200, body: { public_sharing_override_policy: 'suggest' } })
})

t.test('bad settings are refused at their field and change nothing', async (t) => {
  const app = await startApp(t)
  const before = (await app.owner.get('/workspace/')).body
  for (const [field, value] of [
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(256)],
    ['name', null],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+01:00'],
    ['timezone', ''],
    ['fiscal_year_start_month', 13],
    ['fiscal_year_start_day', 0],
    ['fiscal_year_start_day', 32],
    ['work_week', [true]],
    ['work_week', Array(8).fill(true)],
    ['default_project_view', ''],
    ['allow_guests', 'yes'],
    ['public_sharing_override_policy', 'inherit'],
    ['iteration_label', ' '],
    ['iteration_label', 'x'.repeat(33)],
    ['iteration_label_override_policy', 'force'],
    ['mc_history_retention_cap', -1],
    ['mc_history_retention_cap', 2_147_483_648],
    ['mc_history_attribution_audience', 'all'],
    ['methodology', null],
    ['task_duration_change_percent_policy', ''],
    ['estimation_scale', 'exponential'],
    ['allowed_attachment_types', ['text/html']],
    ['calendar', 'x'],
    ['calendar', '00000000-0000-7000-8000-000000000000'],
    ['feedback_url', 'javascript:alert(1)'],
  ] as const) {
    const answer = await app.owner.patch('/workspace/', { mcp_enabled: false, [field]: value })
    t.equal(answer.status, 400, `${field} ${JSON.stringify(value)}: ${answer.text}`)
    t.strictSame(Object.keys(answer.body), [field])
  }
  const february = await app.owner.patch('/workspace/', { fiscal_year_start_month: 2, fiscal_year_start_day: 29 })
  t.strictSame(Object.keys(february.body), ['fiscal_year_start_day'])
  t.strictSame((await app.owner.get('/workspace/')).body, before)
  t.equal((await app.owner.patch('/workspace/', { fiscal_year_start_day: 31 })).status, 200)
  const stored = await app.owner.patch('/workspace/', { fiscal_year_start_month: 4 })
  t.strictSame(Object.keys(stored.body), ['fiscal_year_start_day'], 'the stored day does not exist in April')
  t.match(await app.owner.patch('/workspace/', []), { status: 400, body: { code: 'invalid_body' } })
})

t.test('projects that follow the calendar of the workspace are computed again', async (t) => {
  const app = await startApp(t)
  const follower = await makeProject(app.owner)
  const calendar = (await app.owner.post('/calendars/', { name: 'Four days', working_days: 15 })).body
  const own = await makeProject(app.owner, { calendar: calendar.id })
  await forgetConsequences(app)
  const answer = await app.owner.patch('/workspace/', { calendar: calendar.id })
  t.match(answer, { status: 200, body: { calendar: calendar.id } })
  t.ok(await awaitsRecompute(app, follower.id))
  t.notOk(await awaitsRecompute(app, own.id))
  t.match(await app.owner.delete(`/calendars/${calendar.id}/`), { status: 409, body: { code: 'calendar_in_use' } })
})

t.test('the audit is for Admins, newest first, filtered and paged by cursor', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  t.equal((await ann.get('/workspace/audit-events/')).status, 403)
  for (let index = 0; index < 5; index++) await app.owner.patch('/workspace/', { name: `Name ${index}` })
  await app.owner.patch(`/workspace/members/${ann.account.id}/`, { role: 300 })
  const all = await app.owner.get('/workspace/audit-events/')
  t.equal(all.status, 200)
  t.strictSame(Object.keys(all.body), ['next', 'previous', 'results'])
  t.equal(all.body.results.length, 6)
  t.match(all.body.results[0], {
    event_type: 'member_role_changed',
    actor_id: app.owner.account.id,
    actor_label: 'owner',
    target_type: 'account',
    target_id: ann.account.id,
    target_label: 'ann',
    metadata: { old: 'Member', new: 'Admin' },
    created_at: /Z$/,
  })
  t.equal((await ann.get('/workspace/audit-events/')).status, 200, 'an Admin now')
  const ids: string[] = []
  let next: string | null = '/workspace/audit-events/?page_size=2&event_type=workspace_settings_changed'
  let previous: string | null = null
  while (next !== null) {
    const page = await app.owner.get(next.replace(/^https?:\/\/[^/]+\/api\/v1/, ''))
    t.ok(page.body.results.length <= 2)
    ids.push(...page.body.results.map((row: { id: string }) => row.id))
    next = page.body.next
    previous = page.body.previous
  }
  t.equal(new Set(ids).size, 5)
  t.strictSame(ids, [...ids].sort().reverse())
  const back = await app.owner.get((previous ?? '').replace(/^https?:\/\/[^/]+\/api\/v1/, ''))
  t.strictSame(
    back.body.results.map((row: { id: string }) => row.id),
    ids.slice(2, 4),
  )
  const count = async (query: string) => (await app.owner.get(`/workspace/audit-events/?${query}`)).body.results.length
  t.equal(await count(`actor=${ann.account.id}`), 0)
  t.equal(await count(`actor=${app.owner.account.id}`), 6)
  t.equal(await count('since=2100-01-01'), 0)
  t.equal(await count(`until=${encodeURIComponent('2100-01-01T00:00:00+02:00')}`), 6)
  for (const query of ['actor=x', 'since=yesterday', 'until=2026-13-01']) {
    const answer = await app.owner.get(`/workspace/audit-events/?${query}`)
    t.strictSame(
      { status: answer.status, keys: Object.keys(answer.body) },
      { status: 400, keys: [query.split('=')[0]] },
    )
  }
  for (const cursor of ['x', 'PmFiYw', '%00'])
    t.ok([400, 404].includes((await app.owner.get(`/workspace/audit-events/?cursor=${cursor}`)).status), cursor)
})
