import t from 'tap'
import { awaitsRecompute, forgetConsequences, joinProject, makeProject } from '../../support/projects.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { datesBetween, putDates } from '../../support/task-dates.ts'

const NOBODY = '00000000-0000-7000-8000-000000000000'

t.test('programs', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')

  async function makeProgram(user: TestUser, more: object = {}): Promise<{ id: string; code: string }> {
    const created = await user.post('/programs/', { name: 'Offshore Wind', ...more })
    if (created.status !== 201) throw new Error(created.text)
    return created.body
  }

  async function joinProgram(programId: string, user: TestUser, role: number): Promise<string> {
    const rows = await app.sql<{ id: string }>(
      `insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)
       returning id`,
      [programId, user.account.id, role],
    )
    return rows[0]?.id as string
  }

  t.test('a program is created with its creator as Owner', async (t) => {
    const created = await ann.post('/programs/', { name: 'Offshore Wind', color: '#00aaFF', target_date: '2027-01-01' })
    t.equal(created.status, 201, created.text)
    t.match(created.body, {
      code: 'offshore-wind',
      methodology: 'HYBRID',
      effective_methodology: 'HYBRID',
      health: 'AUTO',
      visibility: 'WORKSPACE',
      color: '#00aaFF',
      target_date: '2027-01-01',
      my_role: 400,
      my_role_label: 'Program Admin',
      project_count: 0,
      member_count: 1,
      is_sample: false,
      is_closed: false,
      created_by: ann.account.id,
      calendar: null,
      effective_calendar: null,
      calendar_source: 'system_default',
      risk_slip_propagation: 'warn',
      risk_escalation_days: 3,
      rollup_aggregation_policy: 'worst',
    })
    t.ok(created.body.rollup_enabled_kpis.includes('p80_completion'))
    for (const bad of [
      { name: '' },
      { color: 'red' },
      { code: 'Not a slug' },
      { methodology: null },
      { lead: bob.account.id },
      { target_date: 'soon' },
      { calendar: NOBODY },
    ]) {
      const refused = await ann.post('/programs/', { name: 'x', ...bad })
      t.strictSame([refused.status, Object.keys(refused.body)], [400, Object.keys(bad)])
    }
    t.equal((await ann.post('/programs/', { name: 'x', color: '', lead: ann.account.id })).body.color, null)
  })

  t.test('members see it; strangers get the 404 of an absent one', async (t) => {
    const { id } = await makeProgram(ann, { name: 'Zeta' })
    const absent = await bob.get(`/programs/${NOBODY}/`)
    for (const answer of [
      await bob.get(`/programs/${id}/`),
      await bob.patch(`/programs/${id}/`, {}),
      await bob.put(`/programs/${id}/`, {}),
      await bob.delete(`/programs/${id}/`),
      await bob.get(`/programs/${id}/projects/`),
      await bob.post(`/programs/${id}/close/`),
      await bob.post(`/programs/${id}/reopen/`),
      await bob.get(`/programs/${id}/members/`),
      await bob.post(`/programs/${id}/members/`, {}),
    ]) {
      t.strictSame([answer.status, answer.body], [404, absent.body])
    }
    await joinProgram(id, bob, 200)
    t.equal((await bob.get(`/programs/${id}/`)).body.my_role_label, 'Resource Manager')
    t.equal((await bob.patch(`/programs/${id}/`, { name: 'x' })).status, 403)
    t.equal((await bob.delete(`/programs/${id}/`)).status, 403)
    t.equal((await bob.post(`/programs/${id}/close/`)).status, 403)
    const list = await bob.get('/programs/?search=zet&ordering=-name')
    t.match(list.body, { count: 1, results: [{ id, name: 'Zeta', member_count: 2 }] })
  })

  t.test('a Program Manager changes settings, and projects inherit them', async (t) => {
    const { id } = await makeProgram(ann)
    const project = await makeProject(ann, { program: id })
    await joinProgram(id, bob, 300)
    const changed = await bob.patch(`/programs/${id}/`, {
      methodology: 'AGILE',
      iteration_label: 'Cycle',
      public_sharing: true,
      mcp_enabled: false,
    })
    t.match(changed.body, { methodology: 'AGILE', effective_iteration_label: 'Cycle', server_version: 2 })
    const inheriting = (await ann.get(`/projects/${project.id}/`)).body
    t.match(inheriting, {
      methodology: 'AGILE',
      effective_methodology: 'AGILE',
      inherited_methodology: 'AGILE',
      agile_features: true,
      iteration_label: null,
      effective_iteration_label: 'Cycle',
      public_sharing: null,
      effective_public_sharing: true,
      inherited_public_sharing: true,
      mcp_enabled: null,
      effective_mcp_enabled: false,
      program_detail: { id },
    })
    const own = await ann.patch(`/projects/${project.id}/`, {
      methodology: 'WATERFALL',
      public_sharing: false,
      mcp_enabled: true,
    })
    t.match(own.body, {
      effective_methodology: 'WATERFALL',
      inherited_methodology: 'AGILE',
      agile_features: false,
      effective_public_sharing: false,
      inherited_public_sharing: true,
      effective_mcp_enabled: true,
      inherited_mcp_enabled: false,
    })
    t.match(await makeProject(ann, { program: id, inherit_program_defaults: true }), { methodology: 'AGILE' })
    t.strictSame(Object.keys((await ann.patch(`/programs/${id}/`, { lead: app.owner.account.id })).body), ['lead'])
    t.equal((await ann.patch(`/programs/${id}/`, { lead: bob.account.id })).body.lead_detail.username, 'bob')
    t.equal((await ann.put(`/programs/${id}/`, {})).status, 400)
    t.equal((await ann.put(`/programs/${id}/`, { name: 'Put' })).body.name, 'Put')
  })

  t.test('joining and leaving a program takes its Program Managers', async (t) => {
    const { id } = await makeProgram(ann)
    const { id: other } = await makeProgram(bob)
    const project = await makeProject(ann)
    await joinProgram(id, bob, 200)
    const bobs = await makeProject(bob)
    const move = (user: TestUser, projectId: string, program: string | null) =>
      user.patch(`/projects/${projectId}/`, { program })
    t.strictSame(Object.keys((await move(ann, project.id, other)).body), ['program'], 'hidden')
    t.strictSame(Object.keys((await move(bob, bobs.id, id)).body), ['program'], 'not a manager of it')
    t.equal((await bob.post('/projects/', { name: 'x', start_date: '2026-01-05', program: id })).status, 400)
    t.match((await move(ann, project.id, id)).body, { program: id })
    await joinProject(app, project.id, bob, 300)
    t.strictSame(Object.keys((await move(bob, project.id, null)).body), ['program'], 'nor may they take one out')
    await forgetConsequences(app)
    t.match((await move(ann, project.id, null)).body, { program: null })
    t.ok(await awaitsRecompute(app, project.id), 'a program may bring its calendar')
    await ann.post(`/programs/${id}/close/`)
    t.strictSame(Object.keys((await move(ann, project.id, id)).body), ['program'], 'closed')
  })

  t.test('a closed program is read-only and its projects are not', async (t) => {
    const { id } = await makeProgram(ann)
    const project = await makeProject(ann, { program: id })
    const bobs = await joinProgram(id, bob, 300)
    const cleo = await app.user('cleo')
    const cleos = await joinProgram(id, cleo, 1)
    const closed = await ann.post(`/programs/${id}/close/`)
    t.match(closed.body, { is_closed: true, closed_by: ann.account.id, closed_at: /T/ })
    t.equal((await ann.post(`/programs/${id}/close/`)).body.server_version, 2, 'again changes nothing')
    for (const refused of [
      await ann.patch(`/programs/${id}/`, { name: 'x' }),
      await ann.put(`/programs/${id}/`, { name: 'x' }),
      await ann.post(`/programs/${id}/members/`, { user: bob.account.id, role: 1 }),
      await ann.patch(`/programs/${id}/members/${bobs}/`, { role: 1 }),
      await ann.delete(`/programs/${id}/members/${bobs}/`),
    ]) {
      t.equal(refused.status, 403)
      t.strictSame(refused.body, { detail: 'This program is closed and cannot be changed.' })
    }
    t.equal((await cleo.delete(`/programs/${id}/members/${cleos}/`)).status, 204)
    t.equal((await ann.patch(`/projects/${project.id}/`, { name: 'Still writable' })).status, 200)
    t.equal((await ann.get(`/programs/${id}/projects/`)).body.length, 1)
    t.match((await ann.post(`/programs/${id}/reopen/`)).body, { is_closed: false, closed_at: null, closed_by: null })
    t.equal((await ann.patch(`/programs/${id}/`, { name: 'Open' })).status, 200)
  })

  t.test('deleting a program detaches its projects', async (t) => {
    const calendar = (await ann.post('/calendars/', { name: 'Site' })).body.id
    const { id } = await makeProgram(ann, { calendar })
    const inheriting = await makeProject(ann, { program: id })
    const own = await makeProject(ann, { program: id, calendar })
    await ann.post(`/programs/${id}/close/`)
    await forgetConsequences(app)
    t.equal((await ann.delete(`/programs/${id}/`)).status, 204)
    t.equal((await ann.get(`/programs/${id}/`)).status, 404)
    t.match((await ann.get(`/projects/${inheriting.id}/`)).body, { program: null, server_version: 2 })
    t.ok(await awaitsRecompute(app, inheriting.id))
    t.notOk(await awaitsRecompute(app, own.id))
    t.strictSame(await app.sql('select 1 from program_members where program_id = $1 and not is_deleted', [id]), [])
    const events = await app.sql('select socket_name from outbox_events order by id')
    t.strictSame(
      events.map((event) => event.socket_name),
      ['project_updated', 'project_updated'],
      'no channel carries the event of the program itself',
    )
  })

  t.test('the roster shows every project but drafts, to any member, in few fields', async (t) => {
    const { id } = await makeProgram(ann, { methodology: 'WATERFALL' })
    const late = await makeProject(ann, { program: id, name: 'Late', code: 'LATE', start_date: '2026-02-01' })
    await makeProject(ann, { program: id, name: 'Early', start_date: '2026-01-01' })
    await makeProject(ann, { program: id, name: 'Draft', lifecycle: 'draft' })
    const archived = await makeProject(ann, { program: id, name: 'Archived', start_date: '2026-03-01' })
    await ann.post(`/projects/${archived.id}/archive/`)
    const today = app.services.clock.today()
    for (const [number, status, finish, float] of [
      [1, 'NOT_STARTED', '2020-01-01', 9],
      [2, 'COMPLETE', '2020-01-01', 0],
      [3, 'IN_PROGRESS', today, 5],
    ] as const) {
      const [task] = await app.sql<{ id: string }>(
        `insert into tasks (id, project_id, number, name, status) values (gen_random_uuid(), $1, $2, 'x', $3) returning id`,
        [late.id, number, status],
      )
      await putDates(app, task?.id as string, datesBetween(finish, finish, { total_float: float }))
    }
    await joinProgram(id, bob, 1)
    const roster = await bob.get(`/programs/${id}/projects/`)
    t.strictSame(
      roster.body.map((row: { name: string }) => row.name),
      ['Early', 'Late', 'Archived'],
    )
    t.strictSame(roster.body[1], {
      id: late.id,
      name: 'Late',
      code: 'LATE',
      program: id,
      start_date: '2026-02-01',
      methodology: 'WATERFALL',
      effective_methodology: 'WATERFALL',
      inherited_methodology: 'WATERFALL',
      iteration_label: null,
      effective_iteration_label: 'Sprint',
      health: 'AUTO',
      lifecycle: 'active',
      is_archived: false,
      overdue_count: 1,
      at_risk_count: 1,
      is_pinned: false,
      my_role: null,
      my_role_label: null,
      can_author: false,
      can_undo_batch_operations: false,
    })
    t.match((await ann.get(`/programs/${id}/projects/?search=LAT`)).body, [
      { name: 'Late', my_role: 400, can_author: true, can_undo_batch_operations: true },
    ])
    const descending = await ann.get(`/programs/${id}/projects/?ordering=-name`)
    t.equal(descending.body[0].name, 'Late')
  })

  t.test('members: roles by Program Admins, titles by Program Managers', async (t) => {
    const { id } = await makeProgram(app.owner)
    const path = `/programs/${id}/members/`
    t.strictSame(Object.keys((await app.owner.post(path, { user: bob.account.id })).body), ['role'])
    t.strictSame(Object.keys((await app.owner.post(path, { user: bob.account.id, role: 400 })).body), ['role'])
    t.strictSame(Object.keys((await app.owner.post(path, { user: NOBODY, role: 1 })).body), ['user'])
    const added = await app.owner.post(path, { user: bob.account.id, role: 300, role_title: ' Lead ' })
    t.match(added, { status: 201, body: { role_label: 'Program Manager', role_title: 'Lead', program: id } })
    t.equal((await app.owner.post(path, { user: bob.account.id, role: 1 })).status, 409)
    const anns = (await app.owner.post(path, { user: ann.account.id, role: 100 })).body.id
    t.equal((await bob.post(path, { user: ann.account.id, role: 1 })).status, 403)
    t.match((await bob.patch(`${path}${anns}/`, { role_title: 'Planner' })).body, { role_title: 'Planner', role: 100 })
    t.equal((await bob.patch(`${path}${anns}/`, { role: 1 })).status, 403)
    t.equal((await ann.patch(`${path}${anns}/`, { role_title: 'Boss' })).status, 403)
    t.strictSame(Object.keys((await app.owner.patch(`${path}${anns}/`, {})).body), ['non_field_errors'])
    t.match((await app.owner.patch(`${path}${anns}/`, { role: 200 })).body, { role: 200, role_changed_at: /T/ })
    const own = (await app.owner.get(`${path}?self=true`)).body[0].id
    t.equal((await app.owner.patch(`${path}${own}/`, { role: 300 })).status, 400)
    t.equal((await app.owner.delete(`${path}${own}/`)).status, 400)
    t.equal((await bob.delete(`${path}${anns}/`)).status, 403)
    const peer = await joinProgram(id, await app.user('peer'), 400)
    t.equal((await app.owner.delete(`${path}${peer}/`)).status, 403)
    t.equal((await ann.delete(`${path}${anns}/`)).status, 204)
    t.equal((await app.owner.get(path)).body.length, 3)
    t.equal((await bob.get(`${path}${added.body.id}/`)).body.user, bob.account.id)
    t.equal((await bob.get(`${path}${anns}/`)).status, 404)
  })
})

t.test('programs are created at most six a minute', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_RATE_LIMIT_DISABLE_ACK: '' } })
  const ann = await app.user('ann')
  const statuses: number[] = []
  for (let count = 0; count < 7; count++) statuses.push((await ann.post('/programs/', { name: 'Again' })).status)
  t.strictSame(statuses, [201, 201, 201, 201, 201, 201, 429])
})
