// biome-ignore-all lint/suspicious/noThenProperty: given, when, then are names on the wire, and never functions.
import t from 'tap'
import { purgeProject } from '../../../api/projects/lifecycle/purge-project.queries.ts'
import { startApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { announced, framesOf } from '../tasks/support/read-outbox.ts'
import { addCriterion, addTask } from './criteria.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const PATH = '/acceptance-criteria/'

t.test('acceptance criteria', async (t) => {
  const clock = handClock('2026-03-02T08:00:00.000Z')
  const app = await startApp(t, { clock })
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100, 'mia')
  const scheduler = await project.member(200)
  const outsider = await app.user('outsider')
  const task = await addTask(app.owner, project.id)
  const version = async () => (await viewer.get(`/tasks/${task}/`)).body.server_version

  await t.test('a Team Member adds to any task; setting and clearing the flag stamps', async (t) => {
    const made = await member.post(PATH, {
      task,
      text: ' The gate opens ',
      given: 'a ship',
      when: 'it calls',
      then: 'go',
    })
    t.equal(made.status, 201)
    const { id } = made.body
    t.strictSame(made.body, {
      id,
      task,
      text: 'The gate opens',
      given: 'a ship',
      when: 'it calls',
      then: 'go',
      met: false,
      position: 0,
      met_by: null,
      met_by_name: null,
      met_at: null,
      server_version: 1,
    })
    const met = await member.patch(`${PATH}${id}/`, { met: true })
    t.equal(met.status, 200)
    const stamped = { met: true, met_by: member.account.id, met_by_name: 'mia', met_at: '2026-03-02T08:00:00.000Z' }
    t.match(met.body, { ...stamped, given: 'a ship', server_version: 2 })
    clock.advance(60)
    t.match((await scheduler.patch(`${PATH}${id}/`, { met: true, position: 4 })).body, { ...stamped, position: 4 })
    const put = await scheduler.put(`${PATH}${id}/`, { task, text: 'It shuts' })
    t.match([put.status, put.body], [200, { ...stamped, text: 'It shuts', then: 'go', position: 4 }])
    const cleared = await member.patch(`${PATH}${id}/`, { met: false, given: '' })
    t.match(cleared.body, { met: false, met_by: null, met_by_name: null, met_at: null, given: '' })
    t.strictSame((await viewer.get(`${PATH}${id}/`)).body, cleared.body)
    t.match((await member.post(PATH, { task, text: 'Born met', met: true })).body, {
      met_by: member.account.id,
      met_at: '2026-03-02T08:01:00.000Z',
      position: 5,
    })
    await app.sql('update acceptance_criteria set is_deleted = true')
  })

  await t.test('every change tells the task by a new version, and nothing else', async (t) => {
    await app.sql('delete from outbox_events')
    const before = await version()
    const id = await addCriterion(member, task)
    await member.patch(`${PATH}${id}/`, { met: true })
    await member.patch(`${PATH}${id}/`, { met: true, text: 'The gate opens' })
    await member.patch(`${PATH}${id}/`, {})
    await member.delete(`${PATH}${id}/`)
    const frames = await framesOf(app, 'task_updated')
    const frame = { id: task, changed_fields: ['acceptance_criteria'], actor_id: member.account.id }
    t.match(frames, [
      { ...frame, version: before + 1 },
      { ...frame, version: before + 2 },
      { ...frame, version: before + 3 },
    ])
    t.same(await announced(app), ['task_updated', 'task_updated', 'task_updated'], 'equal values are no change')
    t.equal((await app.sql('select 1 from outbox_events where webhook_name is not null')).length, 0)
    t.equal(await version(), before + 3)
    const [row] = await app.sql<{ is_deleted: boolean; at: string }>(
      'select is_deleted, deleted_at as at, sync_seq from acceptance_criteria where id = $1',
      [id],
    )
    t.match(row, { is_deleted: true })
    t.ok(row?.at)
    t.equal((await member.delete(`${PATH}${id}/`)).status, 404)
    t.equal((await member.get(`${PATH}${id}/`)).status, 404)
    t.equal((await member.patch(`${PATH}${id}/`, { met: true })).status, 404)
  })

  await t.test('viewers read, outsiders find nothing', async (t) => {
    const id = await addCriterion(app.owner, task)
    const before = await app.sql('select * from acceptance_criteria order by id')
    t.equal((await viewer.post(PATH, { task, text: 'X' })).status, 403)
    t.equal((await viewer.put(`${PATH}${id}/`, { task, text: 'X' })).status, 403)
    t.equal((await viewer.patch(`${PATH}${id}/`, { met: true })).status, 403)
    t.equal((await viewer.delete(`${PATH}${id}/`)).status, 403)
    t.match((await viewer.get(`${PATH}?task=${task}`)).body, { count: 1, results: [{ id }] })
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const hidden = await outsider.request(method, `${PATH}${id}/`, method === 'GET' ? undefined : {})
      const absent = await outsider.request(method, `${PATH}${ABSENT}/`, method === 'GET' ? undefined : {})
      t.same([hidden.status, hidden.text], [404, absent.text], method)
    }
    t.match((await outsider.get(`${PATH}?task=${task}`)).body, { count: 0, results: [] })
    t.match((await outsider.get(PATH)).body, { count: 0 })
    const hidden = await outsider.post(PATH, { task, text: 'X' })
    const absent = await outsider.post(PATH, { task: ABSENT, text: 'X' })
    t.same([hidden.status, hidden.body], [400, absent.body], 'named by a field, hidden and absent read alike')
    t.equal((await app.anonymous.get(PATH)).status, 401)
    t.same(await app.sql('select * from acceptance_criteria order by id'), before)
  })

  await t.test('what cannot be is told by field and changes nothing', async (t) => {
    const id = await addCriterion(app.owner, task)
    const other = await addTask(app.owner, project.id)
    const gone = await addTask(app.owner, project.id)
    await app.owner.delete(`/tasks/${gone}/`)
    const before = await app.sql('select * from acceptance_criteria order by id')
    const long = 'x'.repeat(1001)
    const cases: [string, string, object, string][] = [
      ['POST', PATH, { text: 'X' }, 'task'],
      ['POST', PATH, { task: 'x', text: 'X' }, 'task'],
      ['POST', PATH, { task: gone, text: 'X' }, 'task'],
      ['POST', PATH, { task }, 'text'],
      ['POST', PATH, { task, text: '  ' }, 'text'],
      ['POST', PATH, { task, text: long }, 'text'],
      ['POST', PATH, { task, text: 'X', given: long }, 'given'],
      ['POST', PATH, { task, text: 'X', when: long }, 'when'],
      ['POST', PATH, { task, text: 'X', then: long }, 'then'],
      ['POST', PATH, { task, text: 'X', met: null }, 'met'],
      ['POST', PATH, { task, text: 'X', position: -1 }, 'position'],
      ['POST', PATH, { task, text: 'X', position: 2 ** 31 }, 'position'],
      ['PATCH', `${PATH}${id}/`, { task: other }, 'task'],
      ['PATCH', `${PATH}${id}/`, { text: '' }, 'text'],
      ['PUT', `${PATH}${id}/`, { task: other, text: 'X' }, 'task'],
      ['PUT', `${PATH}${id}/`, { text: 'X' }, 'task'],
      ['PUT', `${PATH}${id}/`, { task }, 'text'],
    ]
    for (const [method, path, body, field] of cases) {
      const refused = await member.request(method, path, body)
      t.same(
        [refused.status, Object.keys(refused.body)],
        [400, [field]],
        `${method} ${JSON.stringify(body).slice(0, 60)}`,
      )
    }
    t.same(await app.sql('select * from acceptance_criteria order by id'), before)
    t.equal((await member.patch(`${PATH}${id}/`, { position: 2 ** 31 - 1, text: 'x'.repeat(1000) })).status, 200)
    t.equal(
      (await member.post(PATH, { task, text: 'Last' })).body.position,
      2 ** 31 - 1,
      'there is no place behind the last',
    )
    t.equal((await member.patch(`${PATH}${id}/`, { task, met: true })).status, 200, 'its own task may be named')
  })

  await t.test('the list is paged, filtered, searched and in order', async (t) => {
    const own = await addTask(app.owner, project.id)
    const [b, a, c] = [
      await addCriterion(member, own, { text: 'b', position: 2, met: true }),
      await addCriterion(member, own, { text: 'a 100%', position: 1 }),
      await addCriterion(member, own, { text: 'c', position: 3, given: 'Fog' }),
    ]
    const ids = async (query: string) =>
      (await viewer.get(`${PATH}?task=${own}${query}`)).body.results.map((row: { id: string }) => row.id)
    t.same(await ids(''), [a, b, c])
    t.same(await ids('&ordering=-position'), [c, b, a])
    t.same(await ids('&ordering=-met,text'), [b, a, c])
    t.same(await ids('&ordering=nonsense'), [a, b, c])
    t.same(await ids('&search=fog'), [c])
    t.same(await ids('&search=0%25'), [a])
    const page = (await viewer.get(`${PATH}?task=${own}&page=2&page_size=2`)).body
    t.match(page, { count: 3, next: null, previous: /page=1/, results: [{ id: c }] })
    t.equal((await viewer.get(`${PATH}?task=${own}&page=3&page_size=2`)).status, 404)
    t.equal((await viewer.get(`${PATH}?task=x`)).status, 400)
    t.ok((await viewer.get(PATH)).body.count > 3, 'without a task: all of the caller’s projects')
  })

  await t.test('a deleted task takes its criteria along and brings them back', async (t) => {
    const own = await addTask(app.owner, project.id)
    const id = await addCriterion(member, own)
    await app.owner.delete(`/tasks/${own}/`)
    t.equal((await viewer.get(`${PATH}${id}/`)).status, 404)
    t.equal((await member.patch(`${PATH}${id}/`, { met: true })).status, 404)
    t.match((await viewer.get(`${PATH}?task=${own}`)).body, { count: 0 })
    await app.owner.post(`/tasks/${own}/restore/`)
    t.match((await viewer.get(`${PATH}?task=${own}`)).body, { count: 1, results: [{ id }] })
  })

  await t.test('an archived project refuses writes and is read', async (t) => {
    const closed = await buildProject(app)
    const own = await addTask(app.owner, closed.id)
    const id = await addCriterion(app.owner, own)
    await app.sql('update projects set is_archived = true where id = $1', [closed.id])
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', `${PATH}${id}/`],
      ['PATCH', `${PATH}${id}/`],
      ['DELETE', `${PATH}${id}/`],
    ] as const) {
      t.equal((await app.owner.request(method, path, { task: own, text: 'X' })).status, 403, method)
    }
    t.match((await app.owner.get(`${PATH}${id}/`)).body, { text: 'The gate opens' })
    t.match((await app.owner.get(`${PATH}?task=${own}`)).body, { count: 1 })
    await app.sql('update projects set is_deleted = true where id = $1', [closed.id])
    t.equal((await app.owner.get(`${PATH}${id}/`)).status, 404)
    t.match((await app.owner.get(`${PATH}?task=${own}`)).body, { count: 0 })
    await app.services.systemContext((ctx) => purgeProject(ctx, closed.id))
    t.equal((await app.sql('select 1 from acceptance_criteria where project_id = $1', [closed.id])).length, 0)
    t.ok((await app.sql('select 1 from acceptance_criteria')).length > 0, 'and those of others stay')
  })

  await t.test('a retried request adds one criterion', async (t) => {
    const own = await addTask(app.owner, project.id)
    const send = () => member.request('POST', PATH, { task: own, text: 'Once' }, { 'Idempotency-Key': 'criterion-1' })
    const [first, second] = [await send(), await send()]
    t.same([first.status, second.status, second.text], [201, 201, first.text])
    t.match((await viewer.get(`${PATH}?task=${own}`)).body, { count: 1 })
  })

  await t.test('an edit marks a seeded task as touched', async (t) => {
    const own = await addTask(app.owner, project.id)
    await app.sql('update tasks set seeded_at = now(), edited_at = null where id = $1', [own])
    await addCriterion(member, own)
    t.match((await viewer.get(`/tasks/${own}/`)).body, { is_untouched_seed: false })
  })
})

t.test('what a task shows of its criteria, and when it is ready', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const [one, two] = [await addTask(app.owner, project.id), await addTask(app.owner, project.id)]
  const read = async (id: string) => (await app.owner.get(`/tasks/${id}/`)).body
  const ready = (id: string) => app.owner.patch(`/tasks/${id}/`, { dor: 'ready' })
  const refused = async (id: string, ...blockers: string[]) => {
    t.same((await read(id)).dor_blockers, blockers)
    const answer = await ready(id)
    t.same([answer.status, answer.body], [400, { dor: [`Not ready: ${blockers.join(', ')}`] }])
    t.equal((await read(id)).dor, 'idea')
  }

  await refused(one, 'unestimated', 'no_acceptance_criteria')
  const first = await addCriterion(app.owner, one, { text: 'First', met: true })
  const second = await addCriterion(app.owner, one, { text: 'Second' })
  await addCriterion(app.owner, two, { text: 'Of another' })
  await refused(one, 'unestimated', 'acceptance_criteria_unmet')
  await app.owner.patch(`/tasks/${one}/`, { story_points: 3 })
  await refused(one, 'acceptance_criteria_unmet')
  t.match(await read(one), {
    criteria_met_count: 1,
    criteria_total: 2,
    acceptance_criteria: [
      { id: first, task: one, text: 'First', met: true, met_by_name: String },
      { id: second, text: 'Second', met: false },
    ],
  })
  const { results } = (await app.owner.get(`/tasks/?project=${project.id}`)).body
  t.strictSame(
    results.map((row: { criteria_met_count: number; criteria_total: number; acceptance_criteria: object[] }) => [
      row.criteria_met_count,
      row.criteria_total,
      row.acceptance_criteria.length,
    ]),
    [
      [1, 2, 2],
      [0, 1, 1],
    ],
  )
  await app.owner.patch(`/acceptance-criteria/${second}/`, { met: true })
  t.same((await read(one)).dor_blockers, [])
  t.match(await ready(one), { status: 200, body: { dor: 'ready' } })
  await app.owner.delete(`/acceptance-criteria/${first}/`)
  await app.owner.delete(`/acceptance-criteria/${second}/`)
  t.match(await read(one), { criteria_total: 0, acceptance_criteria: [], dor_blockers: ['no_acceptance_criteria'] })
  t.equal((await app.owner.patch(`/tasks/${one}/`, { dor: 'ready', name: 'Gates' })).status, 200, 'it is ready already')
})
