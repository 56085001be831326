import t from 'tap'
import { composeProjectCalendar, loadCalendars } from '../../../api/calendars/project-calendar.ts'
import { awaitsRecompute, forgetConsequences, joinProject, makeProject, socketEvents } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

const NOBODY = '00000000-0000-7000-8000-000000000000'

t.test('calendars', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  await makeProject(ann)
  const db = () => ({ em: app.services.orm.em.fork() })

  async function makeCalendar(more: object = {}): Promise<string> {
    const created = await ann.post('/calendars/', { name: 'Site', ...more })
    if (created.status !== 201) throw new Error(created.text)
    return created.body.id
  }

  t.test('anyone reads; a Project Manager of a project in use, or a superuser, writes', async (t) => {
    const created = await ann.post('/calendars/', { name: ' Site ' })
    t.equal(created.status, 201)
    t.match(created.body, {
      name: 'Site',
      working_days: 31,
      hours_per_day: 8,
      timezone: 'UTC',
      exceptions: [],
      server_version: 1,
    })
    const path = `/calendars/${created.body.id}/`
    t.strictSame((await bob.get(path)).body, created.body)
    const exception = { exc_start: '2026-01-01', exc_end: '2026-01-01' }
    t.equal((await bob.post('/calendars/', { name: 'x' })).status, 403)
    t.equal((await bob.patch(path, { name: 'x' })).status, 403)
    t.equal((await bob.put(path, { name: 'x' })).status, 403)
    t.equal((await bob.delete(path)).status, 403)
    t.equal((await bob.post(`${path}exceptions/`, exception)).status, 403)
    const { id } = await makeProject(bob)
    t.equal((await bob.patch(path, { name: 'Bob’s' })).status, 200)
    await bob.post(`/projects/${id}/archive/`)
    t.equal((await bob.patch(path, { name: 'x' })).status, 403, 'an archived project confers nothing')
    t.equal((await app.owner.patch(path, { name: 'Owner’s' })).status, 200)
    t.equal((await app.anonymous.get(path)).status, 401)
    t.equal((await ann.get(`/calendars/${NOBODY}/`)).status, 404)
    t.equal((await ann.patch(`/calendars/${NOBODY}/`, {})).status, 404)
  })

  t.test('bad values are named by field', async (t) => {
    for (const bad of [
      { name: ' ' },
      { working_days: 0 },
      { working_days: 128 },
      { working_days: 2.5 },
      { hours_per_day: 0 },
      { hours_per_day: 25 },
      { timezone: 'Nowhere' },
    ]) {
      const answer = await ann.post('/calendars/', { name: 'Site', ...bad })
      t.equal(answer.status, 400, JSON.stringify(bad))
      t.strictSame(Object.keys(answer.body), Object.keys(bad))
    }
  })

  t.test('the list is searched by name and paged', async (t) => {
    await makeCalendar({ name: 'Zürich 50%' })
    await makeCalendar({ name: 'Zagreb' })
    const found = await bob.get('/calendars/?search=Z&page_size=1')
    t.match(found.body, { count: 2, next: /page=2/, results: [{ name: 'Zagreb' }] })
    t.match((await bob.get('/calendars/?search=50%25')).body, { count: 1, results: [{ name: 'Zürich 50%' }] })
    t.equal((await bob.get('/calendars/?search=Z&page=3')).status, 404)
  })

  t.test('exceptions are ranges off or on; each change is a new version of the calendar', async (t) => {
    const id = await makeCalendar()
    const path = `/calendars/${id}/exceptions/`
    const off = await ann.post(path, { exc_start: '2026-12-24', exc_end: '2026-12-26', description: 'Holidays' })
    t.match(off, { status: 201, body: { is_working: false, description: 'Holidays' } })
    const on = await ann.post(path, { exc_start: '2026-05-02', exc_end: '2026-05-02', is_working: true })
    t.equal(on.status, 201)
    const backwards = await ann.post(path, { exc_start: '2026-12-24', exc_end: '2026-12-23' })
    t.match(backwards, { status: 400, body: { exc_end: [/before/] } })
    t.strictSame(Object.keys((await ann.post(path, { exc_start: '2026-02-29' })).body).sort(), ['exc_end', 'exc_start'])
    t.equal((await ann.patch(`${path}${off.body.id}/`, { exc_end: '2026-12-01' })).status, 400)
    t.match((await ann.patch(`${path}${off.body.id}/`, { exc_end: '2026-12-31' })).body, { exc_end: '2026-12-31' })
    t.match((await ann.get(`/calendars/${id}/`)).body, {
      server_version: 4,
      exceptions: [{ exc_start: '2026-05-02' }, { exc_start: '2026-12-24', exc_end: '2026-12-31' }],
    })
    t.match((await bob.get(path)).body, { count: 2 })
    t.equal((await bob.get(`${path}${on.body.id}/`)).body.is_working, true)
    t.equal((await ann.get(`/calendars/${await makeCalendar()}/exceptions/${on.body.id}/`)).status, 404)
    t.match((await ann.put(`${path}${on.body.id}/`, { exc_start: '2026-05-09', exc_end: '2026-05-09' })).body, {
      exc_start: '2026-05-09',
      is_working: true,
    })
    t.equal((await ann.delete(`${path}${on.body.id}/`)).status, 204)
    t.equal((await ann.delete(`${path}${on.body.id}/`)).status, 404)
    t.strictSame(await app.sql('select 1 from calendar_exceptions where id = $1', [on.body.id]), [])
  })

  t.test('a calendar in use is not deleted, and only visible users of it are named', async (t) => {
    const id = await makeCalendar()
    const hidden = await makeProject(bob, { calendar: id, name: 'Hidden' })
    const shown = await makeProject(ann, { name: 'Shown' })
    await ann.put(`/projects/${shown.id}/calendars/`, { overlays: [{ calendar_id: id }] })
    await app.sql('update workspace set calendar_id = $1', [id])
    const refused = await ann.delete(`/calendars/${id}/`)
    t.equal(refused.status, 409)
    t.match(refused.body, { code: 'calendar_in_use', reference_count: 3 })
    t.strictSame(refused.body.references, [
      { type: 'project', id: shown.id, name: 'Shown' },
      { type: 'workspace', id: '1', name: 'Workspace' },
    ])
    await app.sql('update workspace set calendar_id = null')
    for (let index = 0; index < 12; index++) await makeProject(ann, { calendar: id, name: `P${index}` })
    const many = await ann.delete(`/calendars/${id}/`)
    t.match(many.body, { reference_count: 14 })
    t.equal(many.body.references.length, 10)
    const ids = many.body.references.map((reference: { id: string }) => reference.id)
    t.strictSame(ids, [...ids].sort())
    t.notOk(ids.includes(hidden.id))
    const free = await makeCalendar()
    t.equal((await ann.delete(`/calendars/${free}/`)).status, 204)
    t.equal((await ann.get(`/calendars/${free}/`)).status, 404)
    t.strictSame(await app.sql('select is_deleted from calendars where id = $1', [free]), [{ is_deleted: true }])
    t.equal((await ann.post('/projects/', { name: 'x', start_date: '2026-01-05', calendar: free })).status, 400)
  })

  t.test('a change of days reaches every project that resolves to the calendar', async (t) => {
    const id = await makeCalendar()
    const program = (await ann.post('/programs/', { name: 'Prog', calendar: id })).body
    const own = await makeProject(ann, { calendar: id })
    const inheriting = await makeProject(ann, { program: program.id })
    const layered = await makeProject(ann)
    await ann.put(`/projects/${layered.id}/calendars/`, { overlays: [{ calendar_id: id }] })
    const apart = await makeProject(ann, { program: program.id, calendar: await makeCalendar() })
    const reached = [own.id, inheriting.id, layered.id]
    for (const change of [
      () => ann.patch(`/calendars/${id}/`, { working_days: 63 }),
      () => ann.patch(`/calendars/${id}/`, { hours_per_day: 7.5 }),
      () => ann.post(`/calendars/${id}/exceptions/`, { exc_start: '2026-01-01', exc_end: '2026-01-01' }),
    ]) {
      await forgetConsequences(app)
      t.ok((await change()).status < 300)
      for (const projectId of reached) {
        t.ok(await awaitsRecompute(app, projectId))
        t.strictSame(await socketEvents(app, projectId), ['project_calendar_changed'])
      }
      t.notOk(await awaitsRecompute(app, apart.id))
    }
    const payloads = await app.sql<{ socket_payload: string }>(
      'select socket_payload from outbox_events where channel = $1',
      [own.id],
    )
    t.strictSame(JSON.parse(payloads[0]?.socket_payload ?? ''), { id: own.id, actor: 'ann' })
    await forgetConsequences(app)
    await ann.patch(`/calendars/${id}/`, { name: 'Renamed', working_days: 63 })
    t.notOk(await awaitsRecompute(app, own.id), 'a name moves no dates')
  })

  t.test('base and overlays are applied at once, and a day works only if all say so', async (t) => {
    const sixDays = await makeCalendar({ name: 'Six days', working_days: 63 })
    const holidays = await makeCalendar({ name: 'Holidays', working_days: 127 })
    await ann.post(`/calendars/${sixDays}/exceptions/`, {
      exc_start: '2026-01-11',
      exc_end: '2026-01-11',
      is_working: true,
    })
    await ann.post(`/calendars/${holidays}/exceptions/`, { exc_start: '2026-01-09', exc_end: '2026-01-10' })
    const { id } = await makeProject(ann)
    const path = `/projects/${id}/calendars/`
    t.strictSame((await ann.get(path)).body, { base: null, overlays: [], applied: [] })
    await forgetConsequences(app)
    const applied = await ann.put(path, {
      base_calendar_id: sixDays,
      overlays: [{ calendar_id: holidays, role: 'workspace' }],
    })
    t.equal(applied.status, 200, applied.text)
    t.match(applied.body, {
      base: { id: sixDays },
      overlays: [{ role: 'workspace', sort_order: 1, calendar: { id: holidays } }],
      applied: [{ role: 'project', layer_id: null }, { role: 'workspace' }],
    })
    t.ok(await awaitsRecompute(app, id))
    t.strictSame(await socketEvents(app, id), ['project_calendar_changed'])
    const composed = {
      workingDays: 63,
      exceptions: [
        { from: '2026-01-09', to: '2026-01-10', working: false },
        { from: '2026-01-11', to: '2026-01-11', working: true },
      ],
    }
    t.strictSame(await composeProjectCalendar(db(), id), composed)
    const named = await loadCalendars(db(), [holidays, NOBODY])
    t.strictSame([...named], [[holidays, { workingDays: 127, exceptions: [composed.exceptions[0]] }]])
    const preview = await ann.get(`${path}preview/?start=2026-01-08&end=2026-01-11`)
    t.strictSame(
      preview.body.days.map((each: { date: string; working: boolean }) => [each.date, each.working]),
      [
        ['2026-01-08', true],
        ['2026-01-09', false],
        ['2026-01-10', false],
        ['2026-01-11', true],
      ],
    )
    t.strictSame(preview.body.days[1].sources, [{ role: 'workspace', calendar_id: holidays, name: 'Holidays' }])
    t.equal((await ann.get(`${path}preview/?start=2026-01-08`)).status, 400)
    t.strictSame(Object.keys((await ann.get(`${path}preview/?start=2026-01-08&end=2026-01-07`)).body), ['end'])
    t.strictSame(Object.keys((await ann.get(`${path}preview/?start=2026-01-01&end=2027-01-02`)).body), ['end'])
    t.equal((await ann.get(`${path}preview/?start=2026-01-01&end=2027-01-01`)).body.days.length, 366)
    const kept = await ann.put(path, { overlays: [] })
    t.match(kept.body, { base: { id: sixDays }, overlays: [] })
    t.match((await ann.put(path, { base_calendar_id: null, overlays: [] })).body, { base: null })
  })

  t.test('unknown, doubled and foreign layers are refused and change nothing', async (t) => {
    const base = await makeCalendar()
    const layer = await makeCalendar()
    const { id } = await makeProject(ann, { calendar: base })
    const apply = (body: object) => ann.put(`/projects/${id}/calendars/`, body)
    const unknown = await apply({ overlays: [{ calendar_id: NOBODY }] })
    t.strictSame({ status: unknown.status, keys: Object.keys(unknown.body) }, { status: 400, keys: ['detail'] })
    t.equal((await apply({ base_calendar_id: NOBODY, overlays: [] })).status, 400)
    for (const overlays of [[{ calendar_id: layer }, { calendar_id: layer.toUpperCase() }], [{ calendar_id: base }]]) {
      const refused = await apply({ overlays })
      t.strictSame({ status: refused.status, keys: Object.keys(refused.body) }, { status: 400, keys: ['overlays'] })
    }
    t.match((await apply({ overlays: [{ calendar_id: 'x' }] })).body, { overlays: [{ calendar_id: [/UUID/] }] })
    t.match((await ann.get(`/projects/${id}/calendars/`)).body, { base: { id: base }, overlays: [] })
    await joinProject(app, id, bob, 100)
    t.equal((await bob.put(`/projects/${id}/calendars/`, { overlays: [] })).status, 403)
    t.equal((await bob.get(`/projects/${id}/calendars/`)).status, 200)
  })

  t.test('a project without a calendar takes the program’s, then the workspace’s, then Monday to Friday', async (t) => {
    const [ofWorkspace, ofProgram, ofProject] = [
      await makeCalendar({ working_days: 1 }),
      await makeCalendar({ working_days: 2 }),
      await makeCalendar({ working_days: 4 }),
    ]
    const program = (await ann.post('/programs/', { name: 'Prog' })).body
    const { id } = await makeProject(ann, { program: program.id })
    const resolved = async () => {
      const { calendar_source, effective_calendar } = (await ann.get(`/projects/${id}/`)).body
      return [calendar_source, effective_calendar?.id ?? null, (await composeProjectCalendar(db(), id)).workingDays]
    }
    t.strictSame(await resolved(), ['system_default', null, 31])
    await app.sql('update workspace set calendar_id = $1', [ofWorkspace])
    t.strictSame(await resolved(), ['workspace', ofWorkspace, 1])
    await ann.patch(`/programs/${program.id}/`, { calendar: ofProgram })
    t.strictSame(await resolved(), ['program', ofProgram, 2])
    await ann.patch(`/projects/${id}/`, { calendar: ofProject })
    t.strictSame(await resolved(), ['project', ofProject, 4])
    await app.sql('update workspace set calendar_id = null')
  })
})
