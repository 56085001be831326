import t from 'tap'
import { forgetConsequences, makeProject, socketEvents } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

t.test('many at once', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body
  const other = (await app.owner.post('/programs/', { name: 'Bridge' })).body
  const closed = (await app.owner.post('/programs/', { name: 'Tunnel' })).body.id
  await app.owner.post(`/programs/${closed}/close/`)
  const [first, second] = [
    await makeProject(app.owner, { program: program.id }),
    await makeProject(app.owner, { program: program.id }),
  ]
  const foreign = await makeProject(app.owner, { program: other.id })
  const member = await app.user('member')
  const inProgram = async (username: string, role: number) => {
    const user = await app.user(username)
    await app.sql(
      'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
      [program.id, user.account.id, role],
    )
    return user
  }
  const [scheduler, manager] = [await inProgram('scheduler', 200), await inProgram('manager', 300)]

  await t.test('programs take the same values, each as one save', async (t) => {
    const fields = {
      methodology: 'AGILE',
      iteration_label: 'Lap',
      risk_escalation_days: 5,
      risk_slip_propagation: 'block',
    }
    const { status, body } = await app.owner.post('/programs/bulk-fields/', {
      ids: [program.id, other.id, program.id],
      fields,
    })
    t.equal(status, 200)
    t.same(body.fields, Object.keys(fields).sort())
    t.same(
      body.updated.sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)),
      [program, other]
        .map(({ id, server_version }) => ({ id, server_version: server_version + 1 }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
    t.match((await app.owner.get(`/programs/${other.id}/`)).body, { methodology: 'AGILE', iteration_label: 'Lap' })
    t.same((await app.owner.get(`/programs/${other.id}/risk-policy/`)).body, {
      slip_propagation: 'block',
      escalation_days: 5,
    })
    t.equal((await manager.post('/programs/bulk-fields/', { ids: [program.id], fields })).status, 403)
  })

  await t.test('projects of a program take them from its managers', async (t) => {
    await forgetConsequences(app)
    const path = `/programs/${program.id}/bulk-project-fields/`
    const body = { ids: [first.id, second.id], fields: { methodology: null, iteration_label: 'Tide' } }
    t.equal((await scheduler.post(path, body)).status, 403)
    t.equal((await member.post(path, body)).status, 404)
    t.equal((await manager.post(path, body)).status, 200)
    const again = await manager.post(path, body)
    t.equal(again.body.updated.length, 2, 'the same values again are saves as well')
    t.match((await app.owner.get(`/projects/${second.id}/`)).body, {
      effective_iteration_label: 'Tide',
      effective_methodology: 'AGILE',
    })
    t.same(await socketEvents(app, first.id), ['project_updated', 'project_updated'])
  })

  await t.test('one that cannot be changed keeps all as they are', async (t) => {
    const archived = await makeProject(app.owner, { program: program.id })
    await app.owner.post(`/projects/${archived.id}/archive/`)
    const before = await app.sql('select id, server_version, iteration_label from programs order by id')
    const projects = await app.sql('select id, server_version, iteration_label from projects order by id')
    const fields = { iteration_label: 'Never' }
    const ofProjects = `/programs/${program.id}/bulk-project-fields/`
    const cases: [string, object, string][] = [
      ['/programs/bulk-fields/', { ids: [program.id, ABSENT], fields }, 'ids'],
      ['/programs/bulk-fields/', { ids: [program.id, closed], fields }, 'ids'],
      ['/programs/bulk-fields/', { ids: [], fields }, 'ids'],
      ['/programs/bulk-fields/', { ids: Array(201).fill(program.id), fields }, 'ids'],
      ['/programs/bulk-fields/', { ids: [program.id], fields: { name: 'One' } }, 'fields'],
      ['/programs/bulk-fields/', { ids: [program.id], fields: { methodology: null } }, 'fields'],
      ['/programs/bulk-fields/', { ids: [program.id], fields: {} }, 'fields'],
      ['/programs/bulk-fields/', { ids: [program.id] }, 'fields'],
      [ofProjects, { ids: [first.id, archived.id], fields }, 'ids'],
      [ofProjects, { ids: [first.id, foreign.id], fields }, 'ids'],
      [ofProjects, { ids: [first.id], fields: { risk_escalation_days: 3 } }, 'fields'],
      [ofProjects, { ids: [first.id], fields: { iteration_label: '' } }, 'fields'],
    ]
    for (const [path, body, field] of cases) {
      const refused = await app.owner.post(path, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body).slice(0, 120))
    }
    t.same(await app.sql('select id, server_version, iteration_label from programs order by id'), before)
    t.same(await app.sql('select id, server_version, iteration_label from projects order by id'), projects)
  })

  await t.test('dividing a program is checked, and then said not to be done yet', async (t) => {
    const path = `/programs/${program.id}/split/`
    const split = (...project_ids: string[]) => ({ splits: [{ name: 'North', project_ids }] })
    const done = await app.owner.post(path, split(first.id))
    t.equal(done.status, 501)
    t.match(done.body, { detail: String, tracking_issue: String })
    for (const [body, key] of [
      [{}, 'splits'],
      [{ splits: [] }, 'splits'],
      [{ splits: 'North' }, 'splits'],
      [{ splits: [{ name: ' ', project_ids: [] }] }, 'splits'],
      [{ splits: [{ name: 'North' }] }, 'splits'],
      [{ splits: Array(51).fill({ name: 'North', project_ids: [] }) }, 'splits'],
      [split(foreign.id), 'detail'],
      [split(first.id, first.id), 'detail'],
    ] as const) {
      const refused = await app.owner.post(path, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [key]], JSON.stringify(body).slice(0, 80))
    }
    t.equal((await manager.post(path, split(first.id))).status, 403)
    t.equal((await app.owner.post(`/programs/${closed}/split/`, split())).status, 403)
  })
})
