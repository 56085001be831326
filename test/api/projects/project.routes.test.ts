import t from 'tap'
import { awaitsRecompute, joinProject, makeProject, socketEvents } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

const START = { name: 'Website Redesign', start_date: '2026-01-05' }

t.test('projects', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')

  t.test('a project is created with a derived key and its creator as Owner', async (t) => {
    const created = await ann.post('/projects/', START)
    t.equal(created.status, 201)
    t.match(created.body, {
      ...START,
      code: 'WR',
      health: 'AUTO',
      visibility: 'WORKSPACE',
      default_view: 'SCHEDULE',
      estimation_mode: 'open',
      methodology: 'HYBRID',
      effective_methodology: 'HYBRID',
      board_cadence: 'sprint',
      prioritization_model: 'none',
      default_member_role: 100,
      lifecycle: 'active',
      my_role: 400,
      my_role_label: 'Project Admin',
      can_author: true,
      calendar: null,
      calendar_source: 'system_default',
      iteration_label: null,
      effective_iteration_label: 'Sprint',
      status_date: null,
      retired_key_count: 0,
      server_version: 1,
    })
    const events = await app.sql('select * from outbox_events where channel = $1', [created.body.id])
    t.equal(events.length, 1)
    t.match(events[0], { socket_name: 'project_created', webhook_name: 'project.created' })
    t.strictSame(JSON.parse(events[0]?.socket_payload as string), { id: created.body.id })
    t.strictSame(JSON.parse(events[0]?.webhook_payload as string), { id: created.body.id, ...START })
  })

  t.test('the detail resolves the calendar and the first working day', async (t) => {
    const { id } = await makeProject(ann, { start_date: '2026-01-03' })
    const detail = await ann.get(`/projects/${id}/`)
    t.match(detail.body, {
      start_floor: '2026-01-05',
      recalculated_at: null,
      is_sample: false,
      program_detail: null,
      unresolved_assignee_count: 0,
      my_facets: { is_scrum_master: false, is_product_owner: false },
    })
  })

  t.test('name and start date are required and bad values are named by field', async (t) => {
    const answer = await ann.post('/projects/', { name: ' ', health: 'FINE', stale_task_threshold_days: 0 })
    t.equal(answer.status, 400)
    t.strictSame(Object.keys(answer.body).sort(), ['health', 'name', 'stale_task_threshold_days', 'start_date'])
    for (const bad of [
      { start_date: '2026-02-30' },
      { start_date: '20260105' },
      { start_date: '1899-12-31' },
      { calendar: 'x' },
      { calendar: '00000000-0000-7000-8000-000000000000' },
      { lead: '00000000-0000-7000-8000-000000000000' },
      { program: '00000000-0000-7000-8000-000000000000' },
      { iteration_label: '  ' },
      { allowed_attachment_types: ['text/html; charset=utf-8'] },
      { default_member_role: 400 },
      { timezone: 'Mars/Olympus' },
      { code: 'a' },
      { code: 'new' },
      { code: 'AB-CD' },
      { end_date_shift_threshold_days: 366 },
    ]) {
      const refused = await ann.post('/projects/', { ...START, ...bad })
      t.equal(refused.status, 400, JSON.stringify(bad))
      t.strictSame(Object.keys(refused.body), Object.keys(bad))
    }
  })

  t.test('strangers get the 404 of an absent project on every address', async (t) => {
    const { id } = await makeProject(ann)
    const absent = await bob.get('/projects/00000000-0000-7000-8000-000000000000/')
    t.equal(absent.status, 404)
    for (const answer of [
      await bob.get(`/projects/${id}/`),
      await bob.patch(`/projects/${id}/`, { name: 'x' }),
      await bob.put(`/projects/${id}/`, { name: 'x' }),
      await bob.delete(`/projects/${id}/`),
      await bob.post(`/projects/${id}/archive/`),
      await bob.post(`/projects/${id}/unarchive/`),
      await bob.post(`/projects/${id}/restore/`),
      await bob.post(`/projects/${id}/transfer/`, {}),
      await bob.get(`/projects/${id}/status-summary/`),
      await bob.get(`/projects/${id}/members/`),
      await bob.get(`/projects/${id}/calendars/`),
      await ann.get('/projects/not-a-uuid/'),
    ]) {
      t.equal(answer.status, 404)
      t.strictSame(answer.body, absent.body)
    }
    t.equal((await app.anonymous.get(`/projects/${id}/`)).status, 401)
    t.equal((await app.owner.get(`/projects/${id}/`)).status, 404, 'workspace rank confers nothing')
  })

  t.test('the list is the caller’s own, searched, ordered and paged', async (t) => {
    const cleo = await app.user('cleo')
    await makeProject(cleo, { name: 'Beta 100%', start_date: '2026-02-01' })
    await makeProject(cleo, { name: 'Alpha house', start_date: '2026-02-01' })
    const gamma = await makeProject(cleo, { name: 'Gamma', start_date: '2025-01-01' })
    const names = async (query: string) => {
      const answer = await cleo.get(`/projects/${query}`)
      t.equal(answer.status, 200, answer.text)
      return answer.body.results.map((row: { name: string }) => row.name)
    }
    t.strictSame(await names(''), ['Gamma', 'Alpha house', 'Beta 100%'])
    t.strictSame(await names('?search=HOUSE+alp'), ['Alpha house'])
    t.strictSame(await names('?search=0%25'), ['Beta 100%'])
    t.strictSame(await names('?search=_'), [])
    t.strictSame((await names('?ordering=-start_date,nonsense')).at(-1), 'Gamma')
    const page = await cleo.get('/projects/?page_size=2&page=2')
    t.match(page.body, { count: 3, next: null, previous: /page=1/ })
    t.equal(page.body.results.length, 1)
    t.equal((await cleo.get('/projects/?page=9')).status, 404)
    t.equal((await cleo.get('/projects/?page=x')).status, 404)
    await cleo.post(`/projects/${gamma.id}/archive/`)
    const ungrouped = await cleo.get('/projects/?program__isnull=true')
    t.equal(ungrouped.body.count, 2, 'archived ones are not offered')
    t.match(ungrouped.body.results[0], { member_count: 1, percent_complete: null, open_task_count: 0 })
    const plain = await cleo.get('/projects/')
    t.match(plain.body.results[0], { member_count: null, percent_complete: null })
    t.equal((await cleo.get('/projects/?program__isnull=false')).body.count, 0)
  })

  t.test('a Resource Manager changes five fields and is told which others are refused', async (t) => {
    const { id } = await makeProject(ann)
    await joinProject(app, id, bob, 200)
    const allowed = await bob.patch(`/projects/${id}/`, {
      methodology: 'AGILE',
      board_cadence: 'continuous',
      estimation_mode: 'pm_only',
      estimation_scale: 'tshirt',
      sprint_picker_ready_only_default: false,
      name: START.name,
    })
    t.equal(allowed.status, 200, allowed.text)
    t.match(allowed.body, { methodology: 'AGILE', effective_estimation_scale: 'tshirt', server_version: 2 })
    const refused = await bob.patch(`/projects/${id}/`, { name: 'Mine', health: 'CRITICAL', code: 'MINE' })
    t.equal(refused.status, 403)
    t.match(refused.body.detail, /name.*health.*code/)
    t.match((await ann.get(`/projects/${id}/`)).body, { name: START.name, server_version: 2 })
    const cat = await app.user('cat')
    await joinProject(app, id, cat, 100)
    t.equal((await cat.patch(`/projects/${id}/`, { methodology: 'AGILE' })).status, 403)
  })

  t.test('a change of dates asks for a recompute; a change of nothing changes nothing', async (t) => {
    const { id } = await makeProject(ann)
    t.equal((await ann.patch(`/projects/${id}/`, { description: 'words' })).status, 200)
    t.notOk(await awaitsRecompute(app, id))
    const same = await ann.patch(`/projects/${id}/`, { description: 'words', start_date: START.start_date })
    t.match(same.body, { server_version: 2 })
    t.strictSame(await socketEvents(app, id), ['project_created', 'project_updated'])
    t.equal((await ann.patch(`/projects/${id}/`, { status_date: '2026-03-01' })).status, 200)
    t.ok(await awaitsRecompute(app, id))
    t.match((await ann.get(`/projects/${id}/`)).body, { status_date: '2026-03-01', server_version: 3 })
  })

  t.test('PUT asks for the required fields; switches of creation are refused later', async (t) => {
    const { id } = await makeProject(ann)
    t.strictSame(Object.keys((await ann.put(`/projects/${id}/`, { name: 'New' })).body), ['start_date'])
    t.equal((await ann.put(`/projects/${id}/`, { name: 'New', start_date: '2026-01-06' })).status, 200)
    const switched = await ann.patch(`/projects/${id}/`, { copy_settings_from: id, inherit_program_defaults: true })
    t.equal(switched.status, 400)
    t.strictSame(Object.keys(switched.body).sort(), ['copy_settings_from', 'inherit_program_defaults'])
    t.strictSame(Object.keys((await ann.patch(`/projects/${id}/`, { lead: bob.account.id })).body), ['lead'])
    t.equal((await ann.patch(`/projects/${id}/`, { lead: ann.account.id })).body.lead_detail.username, 'ann')
    t.strictSame(Object.keys((await ann.patch(`/projects/${id}/`, { lifecycle: 'draft' })).body), ['lifecycle'])
    t.equal((await ann.patch(`/projects/${id}/`, '[1]')).body.code, 'invalid_body')
  })

  t.test('attachment types are kept in one form and null inherits again', async (t) => {
    const { id } = await makeProject(ann)
    const set = await ann.patch(`/projects/${id}/`, {
      allowed_attachment_types: ['Text/CSV; charset=utf-8', 'application/pdf', 'text/csv'],
      iteration_label: '  Cycle ',
      task_duration_change_percent_policy: 'prorate',
    })
    t.match(set.body, {
      allowed_attachment_types: ['application/pdf', 'text/csv'],
      effective_allowed_attachment_types: ['application/pdf', 'text/csv'],
      iteration_label: 'Cycle',
      effective_iteration_label: 'Cycle',
      inherited_iteration_label: 'Sprint',
      effective_task_duration_change_percent_policy: 'prorate',
    })
    const none = await ann.patch(`/projects/${id}/`, { allowed_attachment_types: [] })
    t.strictSame(none.body.effective_allowed_attachment_types, [])
    const back = await ann.patch(`/projects/${id}/`, {
      allowed_attachment_types: null,
      iteration_label: null,
      task_duration_change_percent_policy: '',
    })
    t.match(back.body, {
      allowed_attachment_types: null,
      effective_iteration_label: 'Sprint',
      task_duration_change_percent_policy: null,
      effective_task_duration_change_percent_policy: 'keep',
    })
    t.ok(back.body.effective_allowed_attachment_types.includes('image/png'))
  })

  t.test('settings are copied from a readable project, except what the caller states', async (t) => {
    const source = await makeProject(ann, {
      methodology: 'WATERFALL',
      board_cadence: 'continuous',
      show_baselines: false,
    })
    const copy = await ann.post('/projects/', {
      ...START,
      copy_settings_from: source.id,
      board_cadence: 'sprint',
    })
    t.match(copy.body, { methodology: 'WATERFALL', board_cadence: 'sprint', show_baselines: false })
    t.match(copy.body, { effective_surface_visibility: { baselines: false, reporting: true } })
    const hidden = await bob.post('/projects/', { ...START, copy_settings_from: source.id })
    t.strictSame(Object.keys(hidden.body), ['copy_settings_from'])
    const both = await ann.post('/projects/', {
      ...START,
      copy_settings_from: source.id,
      inherit_program_defaults: true,
    })
    t.strictSame(Object.keys(both.body), ['non_field_errors'])
    const alone = await ann.post('/projects/', { ...START, inherit_program_defaults: true })
    t.strictSame(Object.keys(alone.body), ['inherit_program_defaults'])
  })

  t.test('a retried creation is answered from the first', async (t) => {
    const headers = { 'Idempotency-Key': 'create-once' }
    const first = await ann.post('/projects/', { ...START, name: 'Only once' }, headers)
    const second = await ann.post('/projects/', { ...START, name: 'Only once' }, headers)
    t.equal(second.headers.get('idempotent-replay'), 'true')
    t.equal(second.text, first.text)
    const rows = await app.sql('select 1 from projects where name = $1', ['Only once'])
    t.equal(rows.length, 1)
    const other = await ann.post('/projects/', { ...START, name: 'Other' }, headers)
    t.match(other, { status: 422, body: { code: 'idempotency_key_conflict' } })
  })

  t.test('a draft says since when it is one', async (t) => {
    const draft = await ann.post('/projects/', { ...START, lifecycle: 'draft' })
    t.match(draft.body, { lifecycle: 'draft', draft_started_at: /T/ })
  })
})
