import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { announced, webhooksOf } from '../tasks/support/read-outbox.ts'

t.test('the backlog of a program', async (t) => {
  const app = await startApp(t)
  const { owner } = app
  const program = (await owner.post('/programs/', { name: 'Offshore' })).body.id as string
  const project = await makeProject(owner, { program })
  const join = async (name: string, role: number, projectRole?: number) => {
    const user = await app.user(name)
    await app.sql(
      'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
      [program, user.account.id, role],
    )
    if (projectRole !== undefined) await joinProject(app, project.id, user, projectRole)
    return user
  }
  const [viewer, member] = [await join('viewer', 1), await join('member', 100, 100)]
  const [stranger, apart] = [await app.user('stranger'), await join('apart', 100)]
  const at = `/programs/${program}/backlog-items/`
  const add = async (body: object, user: TestUser = member) => (await user.post(at, body)).body.id as string
  const titles = async (query: string) =>
    (await viewer.get(`${at}?${query}`)).body.results.map((row: { title: string }) => row.title)

  await t.test('who works in the program adds to it, others read it or see nothing', async (t) => {
    const added = await member.post(at, {
      title: '  Dredge the basin ',
      tags: [' sea ', 'sea', 'deep'],
      status: 'PULLED',
    })
    t.match([added.status, added.body], [201, { title: 'Dredge the basin', status: 'proposed', item_type: 'task' }])
    t.same(added.body.tags, ['sea', 'deep'])
    t.match(added.body, { program, created_by: member.account.id, pulled_task: null, server_version: 1 })
    t.equal((await viewer.post(at, { title: 'x' })).status, 403)
    t.equal((await stranger.get(at)).status, 404)
    t.equal((await viewer.get(`${at}${added.body.id}/`)).status, 200)
    for (const body of [
      { title: ' ' },
      { title: 'x', tags: 'sea' },
      { title: 'x', story_points: -1 },
      { title: 'x', item_type: 'y' },
    ])
      t.equal((await member.post(at, body)).status, 400, JSON.stringify(body))
    t.equal((await member.delete(`${at}${added.body.id}/`)).status, 204)
    t.equal((await member.get(`${at}${added.body.id}/`)).status, 404)
  })

  await t.test('the list shows what is proposed, by rank and then the newest, and is filtered', async (t) => {
    await add({ title: 'Lighthouse lamp', tags: ['sea'], priority_rank: 2 })
    await add({ title: 'Lifeboat', tags: ['sea', 'urgent'], item_type: 'feature', priority_rank: 1 })
    await add({ title: 'Harbour wall' })
    const last = await add({ title: 'Harbour office' })
    t.same(await titles(''), ['Lifeboat', 'Lighthouse lamp', 'Harbour office', 'Harbour wall'])
    t.same(await titles('tags=sea&tags=urgent'), ['Lifeboat'])
    t.same(await titles('item_type=feature'), ['Lifeboat'])
    t.same(await titles('ordering=-title'), ['Lighthouse lamp', 'Lifeboat', 'Harbour wall', 'Harbour office'])
    t.match((await member.patch(`${at}${last}/`, { status: 'ARCHIVED' })).body, {
      status: 'archived',
      server_version: 2,
    })
    t.same(await titles('status=archived'), ['Harbour office'])
    t.equal((await titles('status=')).length, 4)
    t.equal((await viewer.get(`${at}?status=gone`)).status, 400)
    t.match((await member.patch(`${at}${last}/`, { status: 'proposed' })).body, { status: 'proposed' })
    t.match((await member.patch(`${at}${last}/`, { title: 'Harbour office' })).body, { server_version: 3 })
  })

  await t.test('titles are found though they are misspelt, the most alike first', async (t) => {
    t.same(await titles('q=harbour%20wal'), ['Harbour wall', 'Harbour office'])
    t.same(await titles('q=lifebaot'), ['Lifeboat'])
    t.same(await titles('q=crane'), [])
  })

  await t.test('an item is pulled into a project once, and again when its task is gone', async (t) => {
    const id = await add({
      title: 'Fog horn',
      description: 'Loud',
      item_type: 'chore',
      tags: ['sea', 'Noise'],
      story_points: 3,
    })
    const pull = (body: object, user: TestUser = member) => user.post(`${at}${id}/pull/`, body)
    await owner.post(`/projects/${project.id}/labels/`, { name: 'SEA', color: 'blue' })
    t.match((await pull({})).body, { detail: String })
    const other = await makeProject(owner)
    await joinProject(app, other.id, member, 100)
    t.equal((await pull({ project_id: other.id })).status, 400)
    t.equal((await pull({ project_id: project.id }, apart)).status, 403)
    t.equal((await pull({ project_id: project.id }, viewer)).status, 403)
    await app.sql('delete from outbox_events')
    const pulled = await pull({ project_id: project.id })
    t.match(
      [pulled.status, pulled.body.task],
      [201, { name: 'Fog horn', notes: 'Loud', type: 'tech_debt', status: 'BACKLOG', sprint: null, story_points: 3 }],
    )
    t.same(
      pulled.body.task.labels.map((label: { name: string; color: string }) => `${label.name} ${label.color}`),
      ['SEA blue', 'Noise slate'],
    )
    t.match(pulled.body.backlog_item, {
      status: 'pulled',
      pulled_task: pulled.body.task.id,
      pulled_by: member.account.id,
      pulled_task_project_id: project.id,
    })
    t.same((await announced(app)).sort(), ['label_created', 'task_created'])
    t.match(await webhooksOf(app, 'task.created'), [{ source: 'backlog_pull' }])
    t.equal((await pull({ project_id: project.id })).status, 409)
    t.same(Object.keys((await member.patch(`${at}${id}/`, { status: 'proposed' })).body), ['status'])
    await owner.delete(`/tasks/${pulled.body.task.id}/`)
    t.match((await viewer.get(`${at}${id}/`)).body, { status: 'proposed', pulled_task: null, pulled_at: null })
    t.same(Object.keys((await member.patch(`${at}${id}/`, { status: 'pulled' })).body), ['status'])
    t.equal((await pull({ project_id: project.id })).status, 201)
  })

  await t.test('two who pull the same item get one task, and an archived project none', async (t) => {
    const id = await add({ title: 'Bollards' })
    const both = await Promise.all([1, 2].map(() => member.post(`${at}${id}/pull/`, { project_id: project.id })))
    t.same(both.map((answer) => answer.status).sort(), [201, 409])
    t.equal((await app.sql("select 1 from tasks where name = 'Bollards'")).length, 1)
    const rest = await add({ title: 'Ladders' })
    await owner.post(`/projects/${project.id}/archive/`)
    t.equal((await member.post(`${at}${rest}/pull/`, { project_id: project.id })).status, 403)
    await owner.post(`/programs/${program}/close/`)
    t.equal((await member.post(at, { title: 'x' })).status, 403)
  })
})
