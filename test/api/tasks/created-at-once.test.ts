/** Creations of one person in one project that wait for each other are written together, and nobody can tell. */
import t, { type Test } from 'tap'
import type { Answer } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'
import { webhooksOf } from './support/read-outbox.ts'

async function setUp(t: Test) {
  const app = await startApp(t)
  const project = await buildProject(app)
  const create = (body: object, key?: string, user = app.owner) =>
    user.post('/tasks/', { project: project.id, ...body }, key === undefined ? {} : { 'Idempotency-Key': key })
  const cursorCount = async () =>
    (await app.sql<{ count: number }>('select count(distinct sync_seq)::int as count from tasks'))[0]?.count as number
  return { app, project, create, cursorCount }
}

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status)

t.test(
  'creations that come at once are written together, each with its own number, place, event and reply',
  async (t) => {
    const { app, create, cursorCount } = await setUp(t)
    const answers = await Promise.all(
      indexes(40).map((index) => create({ name: `Pile ${index}`, duration: 1 + (index % 5) })),
    )
    t.same(new Set(statusesOf(answers)), new Set([201]))
    t.ok((await cursorCount()) < 20, 'fewer transactions than requests')
    const places = indexes(40).map((index) => index + 1)
    const numbers = answers.map(({ body }) => Number((body.wbs_path as string) ?? 0)).sort((a, b) => a - b)
    t.same(numbers, places)
    t.same(answers.map(({ body }) => body.short_id_display).sort(), places.map((place) => `T-${place}`).sort())
    for (const [index, { body }] of answers.entries()) {
      t.match(body, { name: `Pile ${index}`, duration: 1 + (index % 5), server_version: 1 })
      t.same((await app.owner.get(`/tasks/${body.id}/`)).body, body)
    }
    const told = await webhooksOf(app, 'task.created')
    t.same(told.map(({ id }) => id).sort(), answers.map(({ body }) => body.id).sort())
    const entries = `select count(*)::int as count from history_rows
      where object_type = 'task' and change_type = '+' and actor_id = $1`
    t.same(await app.sql(entries, [app.owner.account.id]), [{ count: 40 }])
  },
)

t.test('one that is refused among them is refused alone', async (t) => {
  const { app, create } = await setUp(t)
  const phase = (await create({ name: 'Works' })).body.id
  const bodies = indexes(24).map((index) =>
    index % 8 === 3
      ? { name: '', duration: 2 }
      : index % 8 === 5
        ? { name: `Part ${index}`, parent_id: phase }
        : { name: `Task ${index}` },
  )
  const answers = await Promise.all(bodies.map((body) => create(body)))
  t.same(
    statusesOf(answers),
    indexes(24).map((index) => (index % 8 === 3 ? 400 : 201)),
  )
  for (const [index, { body }] of answers.entries()) {
    if (index % 8 === 3) t.ok(body.name, 'the field is named')
    else t.match(body, { name: bodies[index]?.name, parent_id: index % 8 === 5 ? phase : null })
  }
  t.equal((await app.owner.get(`/tasks/${phase}/`)).body.is_phase, true)
  const paths = (await app.sql<{ path: string }>(`select array_to_string(wbs_order, '.') as path from tasks`)).map(
    ({ path }) => path,
  )
  t.equal(new Set(paths).size, paths.length, 'no two rows stand in one place')
})

t.test('one that names no project is not taken for one of the project that it stands in line with', async (t) => {
  const { app, create } = await setUp(t)
  const task = (await create({ name: 'Works' })).body.id
  // Now the line of writes knows which project the task is of.
  await app.owner.patch(`/tasks/${task}/`, { name: 'The works' })
  const answers = await Promise.all(
    indexes(20).map((index) => create({ name: `Task ${index}`, ...(index % 4 === 1 ? { project: task } : {}) })),
  )
  t.same(
    statusesOf(answers),
    indexes(20).map((index) => (index % 4 === 1 ? 400 : 201)),
  )
})

t.test('what is asked for beside a creation is done for it alone: a dry run among them writes nothing', async (t) => {
  const { app, project } = await setUp(t)
  const queries = ['', '?dry_run=true', '?explain=true']
  const answers = await Promise.all(
    indexes(24).map((index) =>
      app.owner.post(`/tasks/${queries[index % 3]}`, { project: project.id, name: `Task ${index}`, duration: 2 }),
    ),
  )
  t.same(
    statusesOf(answers),
    indexes(24).map((index) => [201, 200, 201][index % 3]),
  )
  for (const [index, { body }] of answers.entries()) t.equal('explanation' in body, index % 3 === 2, `${index}`)
  t.same(await app.sql('select count(*)::int as count from tasks'), [{ count: 16 }])
})

t.test('a ceiling that only some fit under holds for all of them', async (t) => {
  const { app, create } = await setUp(t)
  await create({ name: 'Long', duration: 36_500 })
  for (const index of indexes(8)) await create({ name: `Long ${index}`, duration: 36_500 })
  // 37,500 working days are left: three of ten fit.
  const answers = await Promise.all(indexes(10).map((index) => create({ name: `Late ${index}`, duration: 12_000 })))
  t.same(statusesOf(answers).sort(), [...Array(3).fill(201), ...Array(7).fill(400)])
  t.same(await app.sql('select sum(duration)::int as days from tasks'), [{ days: 9 * 36_500 + 36_000 }])
})

t.test('keys hold for each of them: a repeat is answered by what was written, another body is refused', async (t) => {
  const { app, create } = await setUp(t)
  const send = () => Promise.all(indexes(16).map((index) => create({ name: `Pile ${index}` }, `pile-${index}`)))
  const [first, second] = await Promise.all([send(), send()])
  const third = await send()
  const textsOf = (answers: readonly Answer[]) => answers.map(({ text }) => text)
  t.same(new Set(statusesOf([...first, ...second, ...third])), new Set([201]))
  t.same(textsOf(second), textsOf(first))
  t.same(textsOf(third), textsOf(first))
  t.same(new Set(third.map(({ headers }) => headers.get('idempotent-replay'))), new Set(['true']))
  const others = await Promise.all(indexes(16).map((index) => create({ name: 'Other' }, `pile-${index}`)))
  t.same(new Set(statusesOf(others)), new Set([422]))
  t.same(await app.sql('select count(*)::int as count from tasks'), [{ count: 16 }])
})

t.test('people are judged by themselves, and what one asks for is told to that one alone', async (t) => {
  const { app, project, create } = await setUp(t)
  const [planner, viewer] = [await project.member(300, 'planner'), await project.member(1, 'viewer')]
  const strict = { Prefer: 'handling=strict' }
  const sent = indexes(30).map((index) => {
    if (index % 5 === 0) return create({ name: `V ${index}` }, undefined, viewer)
    if (index % 5 === 1)
      return planner.post('/tasks/', { project: project.id, name: `S ${index}`, colour: 'red' }, strict)
    if (index % 5 === 2) return planner.post('/tasks/', { project: project.id, name: `C ${index}`, colour: 'red' })
    return create({ name: `P ${index}` }, undefined, planner)
  })
  const answers = await Promise.all(sent)
  t.same(
    statusesOf(answers),
    indexes(30).map((index) => [403, 400, 201, 201, 201][index % 5]),
  )
  for (const [index, { body, headers }] of answers.entries()) {
    t.equal('warnings' in body, index % 5 === 2, `${index}`)
    if (index % 5 > 1) t.equal(headers.get('preference-applied'), null)
  }
  const writers = await app.sql<{ who: string }>(
    `select distinct a.username as who from history_rows h join accounts a on a.id = h.actor_id where object_type = 'task'`,
  )
  t.same(writers, [{ who: 'planner' }])
})
