import t from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

const titles = async (user: TestUser, query: string) =>
  (await user.get(`/me/search/?${query}`)).body.results.map((row: { title: string }) => row.title)

t.test('search over everything', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Works' })).body.id
  const quay = await buildProject(app, { program_id: program, name: 'Quay' })
  const shed = await buildProject(app, { name: 'Shed' })
  const ann = await quay.member(1, 'ann')
  const add = async (project: { id: string }, name: string, more: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name, ...more })).body.id
  const epic = await add(quay, 'Pump hall', { type: 'epic' })
  await add(quay, 'Order pumps', { parent_epic: epic })
  await add(quay, 'Pump tests', { type: 'story' })
  await add(quay, 'pump handed over', { is_milestone: true })
  await add(quay, 'Pump bug', { type: 'bug' })
  await add(shed, 'Pump of the shed')
  const gone = await add(quay, 'Pump gone')
  await app.owner.delete(`/tasks/${gone}/`)

  await t.test(
    'finds names in the caller’s projects, those that begin with the text first, then by type',
    async (t) => {
      t.same(await titles(ann, 'q=PUMP'), ['Pump hall', 'Pump tests', 'pump handed over', 'Pump bug', 'Order pumps'])
      const { results } = (await ann.get('/me/search/?q=order')).body
      t.match(results[0], {
        kind: 'task',
        type: 'task',
        title: 'Order pumps',
        program_id: program,
        program_name: 'Works',
        project_id: quay.id,
        project_name: 'Quay',
        parent_epic_id: epic,
        parent_epic_name: 'Pump hall',
      })
      t.same(await titles(ann, 'q=pump&type=milestone, Epic,nonsense'), ['Pump hall', 'pump handed over'])
      t.same(await titles(ann, 'q=pump&type=nonsense'), [])
    },
  )

  await t.test('finds what programs of the caller may do one day, until a project does it', async (t) => {
    const items = `/programs/${program}/backlog-items/`
    const item = (await app.owner.post(items, { title: 'Pump for the fire boat', item_type: 'feature' })).body.id
    await app.owner.post(items, { title: 'Second pump', item_type: 'epic' })
    const { results } = (await app.owner.get('/me/search/?q=pump&type=task,epic')).body
    t.same(
      results.map((row: { title: string }) => row.title),
      ['Pump hall', 'Pump bug', 'Pump for the fire boat', 'Pump of the shed', 'Second pump', 'Order pumps'],
    )
    const ofNoProject = { project_id: null, project_name: null, parent_epic_id: null, parent_epic_name: null }
    const found = { kind: 'backlog_item', type: 'task', program_id: program, program_name: 'Works', ...ofNoProject }
    t.match(results[2], { id: item, ...found })
    t.same(await titles(ann, 'q=fire boat'), [], 'not for who is no member of the program')
    const { task } = (await app.owner.post(`${items}${item}/pull/`, { project_id: quay.id })).body
    const pulled = (await app.owner.get('/me/search/?q=fire boat')).body.results
    t.match(pulled, [{ id: task.id, kind: 'task' }])
    t.equal(pulled.length, 1, 'once')
    await app.owner.delete(`/tasks/${task.id}/`)
    t.match((await app.owner.get('/me/search/?q=fire boat')).body.results, [{ id: item, kind: 'backlog_item' }])
  })

  await t.test('one character, none and signs of patterns find what they say', async (t) => {
    for (const query of ['', 'q=', 'q=p', 'q=%20p%20']) t.same(await titles(ann, query), [], query)
    t.same(await titles(ann, 'q=%25%25'), [], 'a percent sign is one')
    t.same(await titles(ann, `q=pump${'x'.repeat(200)}`), [])
    t.equal((await ann.get('/me/search/?q=pump&page=2')).status, 404)
    t.equal((await app.anonymous.get('/me/search/?q=pump')).status, 401)
  })

  await t.test('drafts, deleted projects and the projects of others are not looked into', async (t) => {
    t.same(await titles(app.owner, 'q=of the shed'), ['Pump of the shed'])
    await app.sql(`update projects set lifecycle = 'draft' where id = $1`, [shed.id])
    t.same(await titles(app.owner, 'q=of the shed'), [])
    t.same(await titles(await app.user('outsider'), 'q=pump'), [])
  })

  await t.test('100 are found, 50 on a page', async (t) => {
    await app.sql(
      `insert into tasks (id, project_id, number, name)
       select gen_random_uuid(), $1, 1000 + n, 'Pile ' || n from generate_series(1, 120) n`,
      [quay.id],
    )
    t.match((await ann.get('/me/search/?q=pile')).body, { count: 100, results: { length: 50 }, next: /page=2/ })
    t.match((await ann.get('/me/search/?q=pile&page=2')).body, { count: 100, results: { length: 50 }, next: null })
  })

  await t.test('of a program finds tasks of its projects that the caller is in', async (t) => {
    const dock = await buildProject(app, { program_id: program, name: 'Dock' })
    await add(dock, 'Pump of the dock')
    await app.sql(
      `insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, 1)`,
      [program, ann.account.id],
    )
    const path = `/programs/${program}/task-search/`
    const names = async (user: TestUser, query: string) =>
      (await user.get(`${path}?${query}`)).body.map((row: { name: string }) => row.name)
    t.same(await names(ann, 'q=order'), ['Order pumps'])
    t.same(await names(ann, 'q=dock'), [], 'no member there')
    t.same(await names(app.owner, 'q=of the'), ['Pump of the dock'])
    t.same(await names(app.owner, `q=of the&exclude_project=${dock.id}`), [])
    const [hit] = (await app.owner.get(`${path}?q=of the dock`)).body
    t.match(hit, { short_id: `${dock.key}-T-1`, short_id_display: 'T-1', project_id: dock.id, project_name: 'Dock' })
    t.same(await names(ann, 'q='), [])
    t.same(Object.keys((await ann.get(path)).body), ['detail'])
    t.same(Object.keys((await ann.get(`${path}?q=x&exclude_project=x`)).body), ['exclude_project'])
    t.equal((await (await app.user('stranger')).get(`${path}?q=order`)).status, 404)
  })
})
