import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

t.test('the risks of a project', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100, 'grace')
  const manager = await project.member(300)
  const outsider = await app.user('outsider')
  const path = `/projects/${project.id}/risks/`
  const task = async (name: string) => (await app.owner.post('/tasks/', { project: project.id, name })).body.id
  const [dig, pour] = [await task('Dig'), await task('Pour')]
  const minimal = { title: 'Flood', probability: 2, impact: 5 }

  await t.test('members put them down, viewers read them, owners alone remove them', async (t) => {
    const made = await member.post(path, {
      ...minimal,
      title: ' Flood ',
      category: '',
      response: 'MITIGATE',
      owner: member.account.id,
      tasks: [pour, dig, dig],
      mitigation_due_date: '2026-02-01',
    })
    t.equal(made.status, 201, made.text)
    const { id } = made.body
    t.match(made.body, {
      title: 'Flood',
      status: 'OPEN',
      severity: 10,
      short_id: `${project.key}-R-1`,
      short_id_display: 'R-001',
      qualified_id: `${project.key}-R-1`,
      project: project.id,
      category: null,
      response: 'MITIGATE',
      mitigation_due_date: '2026-02-01',
      delay: null,
      owner: member.account.id,
      owner_name: 'grace',
      owner_initials: 'GR',
      created_by: member.account.id,
      server_version: 1,
      tasks: [dig, pour],
      trigger: '',
    })
    t.match((await viewer.get(`${path}${id}/`)).body, { id, title: 'Flood' })
    t.equal((await viewer.post(path, minimal)).status, 403)
    t.equal((await viewer.patch(`${path}${id}/`, { title: 'X' })).status, 403)
    t.equal((await manager.delete(`${path}${id}/`)).status, 403)
    t.equal((await outsider.get(path)).status, 404)
    t.equal((await app.owner.delete(`${path}${id}/`)).status, 204)
    t.equal((await viewer.get(`${path}${id}/`)).status, 404)
    t.match((await member.post(path, minimal)).body, { short_id: `${project.key}-R-2` }, 'numbers are not used again')
    t.equal((await framesOf(app, 'risk_created')).length, 2)
    t.same(await framesOf(app, 'risk_deleted'), [{ id }])
  })

  await t.test('webhooks hear of opening, of worsening and of closing, and of nothing else', async (t) => {
    await app.sql('delete from outbox_events')
    const { id } = (await member.post(path, { ...minimal, tasks: [dig] })).body
    const put = (fields: object) => member.patch(`${path}${id}/`, fields)
    t.match(await webhooksOf(app, 'risk.opened'), [
      {
        id,
        project: project.id,
        short_id: `${project.key}-R-3`,
        severity: 10,
        status: 'OPEN',
        owner: null,
        source: 'api',
      },
    ])
    await put({ probability: 1 })
    await put({ status: 'RESOLVED' })
    t.same(await webhooksOf(app, 'risk.escalated'), [])
    t.same(await webhooksOf(app, 'risk.closed'), [])
    await put({ probability: 4, status: 'CLOSED' })
    await put({ notes: 'still closed' })
    t.match(await webhooksOf(app, 'risk.escalated'), [{ id, severity: 20 }])
    t.match(await webhooksOf(app, 'risk.closed'), [{ id, status: 'CLOSED' }])
    await member.post(path, { ...minimal, title: 'Over', status: 'CLOSED' })
    t.equal((await webhooksOf(app, 'risk.opened')).length, 1, 'one that is over was never opened')
    t.equal((await framesOf(app, 'risk_updated')).length, 4)
  })

  await t.test('the list has filters, words and orders', async (t) => {
    const titles = async (query: string) =>
      (await viewer.get(`${path}?${query}`)).body.results.map((row: { title: string }) => row.title)
    await member.post(path, { title: 'Ants', probability: 3, impact: 5, description: 'in the timber' })
    t.same(await titles(''), ['Flood', 'Ants', 'Flood', 'Over'], 'impact, probability, title')
    t.same(await titles('ordering=severity'), ['Flood', 'Over', 'Ants', 'Flood'])
    t.same(await titles('status=CLOSED&search=over'), ['Over'])
    t.same(await titles('search=timber'), ['Ants'])
    t.same(await titles(`task=${dig}`), ['Flood'])
    for (const id of ['R-3', 'r-003', `${project.key.toLowerCase()}-r-3`])
      t.same(await titles(`short_id=${id}`), ['Flood'])
    for (const id of ['X-R-3', 'R-99', '3', 'R-99999999999']) t.same(await titles(`short_id=${id}`), [], id)
    t.same(await titles('status=NONE'), [])
    t.equal((await viewer.get(`${path}?task=x`)).status, 400)
  })

  await t.test('what cannot be is a 400 on its field and changes nothing', async (t) => {
    const other = await buildProject(app)
    const foreign = (await app.owner.post('/tasks/', { project: other.id, name: 'Elsewhere' })).body.id
    const { id } = (await member.post(path, minimal)).body
    const before = await app.sql('select * from risks order by id')
    const cases: [object, string][] = [
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(513) }, 'title'],
      [{ probability: 0 }, 'probability'],
      [{ impact: 6 }, 'impact'],
      [{ impact: 2.5 }, 'impact'],
      [{ status: 'GONE' }, 'status'],
      [{ category: 'OTHER' }, 'category'],
      [{ mitigation_due_date: '2026-02-30' }, 'mitigation_due_date'],
      [{ owner: outsider.account.id }, 'owner'],
      [{ tasks: [foreign] }, 'tasks'],
      [{ tasks: [ABSENT] }, 'tasks'],
      [{ tasks: Array(11).fill(dig) }, 'tasks'],
      [{ delay: { distribution: 'uniform', low: 5, high: 1 } }, 'delay'],
      [{ delay: { distribution: 'fixed', value: -1 } }, 'delay'],
    ]
    for (const [fields, field] of cases) {
      const made = await member.post(path, { ...minimal, ...fields })
      t.same([made.status, Object.keys(made.body)], [400, [field]], JSON.stringify(fields))
      t.equal((await member.patch(`${path}${id}/`, fields)).status, 400)
    }
    t.same(Object.keys((await member.post(path, { title: 'X' })).body), ['probability', 'impact'])
    t.same(await app.sql('select * from risks order by id'), before)
  })

  await t.test('edits that started from an older version are merged or refused', async (t) => {
    const { id, server_version: base } = (await member.post(path, { ...minimal, tasks: [dig] })).body
    const at = `${path}${id}/`
    await manager.patch(at, { title: 'Deluge', owner: member.account.id, tasks: [pour] })
    const merged = await member.patch(at, { notes: 'mine', base_version: base })
    t.equal(merged.status, 200)
    t.equal(merged.headers.get('X-Merged-Concurrent-Fields'), 'owner,tasks,title')
    const refused = await member.patch(at, { title: 'Tide', tasks: [dig], impact: 4, base_version: base })
    t.equal(refused.status, 409)
    t.match(refused.body, {
      code: 'sync_conflict',
      conflict_fields: ['title', 'tasks'],
      server_value: { title: 'Deluge', tasks: [pour] },
      client_value: { title: 'Tide', tasks: [dig] },
      server_version: 3,
    })
    t.equal((await member.patch(at, { title: 'Deluge', tasks: [pour], base_version: base })).status, 200, 'the same')
    t.equal((await member.patch(at, { title: 'Tide' })).status, 200, 'without a version the last writer wins')
  })

  await t.test('tasks tell how many open ones they have, and how severe', async (t) => {
    const shown = async () => {
      const { linked_risks_count, linked_risks_max_severity } = (await viewer.get(`/tasks/${pour}/`)).body
      return [linked_risks_count, linked_risks_max_severity]
    }
    t.same(await shown(), [1, 10])
    const { id } = (await member.post(path, { title: 'Worse', probability: 5, impact: 5, tasks: [pour] })).body
    t.same(await shown(), [2, 25])
    await member.patch(`${path}${id}/`, { status: 'ACCEPTED' })
    t.same(await shown(), [1, 10])
    await app.owner.delete(`/tasks/${pour}/`)
    t.same((await viewer.get(`${path}${id}/`)).body.tasks, [], 'a deleted task is not told')
  })

  await t.test('its short reference leads to it', async (t) => {
    const { id, code } = (await member.post('/projects/', { name: 'Quay', start_date: '2026-01-05' })).body
    const first = (await member.post(`/projects/${id}/risks/`, minimal)).body
    const second = (await member.post(`/projects/${id}/risks/`, minimal)).body
    await member.delete(`/projects/${id}/risks/${first.id}/`)
    const found = await member.get(`/resolve/?kind=project&ref=${code.toLowerCase()}-r-2`)
    t.match(found.body, { type: 'risk', id: second.id, project_id: id, canonical_ref: `${code}-R-2` })
    t.equal((await member.get(`/resolve/?kind=project&ref=${code}-R-1`)).status, 404, 'a deleted one')
    t.equal((await viewer.get(`/resolve/?kind=project&ref=${code}-R-2`)).status, 404, 'not for outsiders')
  })
})
