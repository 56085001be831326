import t from 'tap'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

async function joinProgram(app: TestApp, programId: string, user: TestUser, role: number) {
  await app.sql(
    'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
    [programId, user.account.id, role],
  )
  return user
}

t.test('mention groups of a program', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Works' })).body.id
  const [one, two] = [
    await buildProject(app, { program_id: program }),
    await buildProject(app, { program_id: program }),
  ]
  const apart = await buildProject(app)
  const [ann, far] = [await two.member(100, 'ann'), await apart.member(100, 'far')]
  const max = await joinProgram(app, program, await app.user('max'), 300)
  const vic = await joinProgram(app, program, await app.user('vic'), 1)
  const path = `/programs/${program}/mention-groups/`

  await t.test('a Program Admin makes them, a Program Manager fills them out of any of its projects', async (t) => {
    t.equal((await max.post(path, { name: 'board' })).status, 403)
    const { status, body } = await app.owner.post(path, { name: 'board' })
    t.equal(status, 201)
    t.match(body, { program, name: 'board', members: [] })
    t.notOk('project' in body)
    const fill = (by: TestUser, user: TestUser) => by.post(`${path}${body.id}/add-member/`, { user: user.account.id })
    t.equal((await fill(vic, ann)).status, 403)
    t.match(await fill(max, ann), { status: 200, body: { members: [{ username: 'ann' }] } })
    t.match(await fill(max, far), { status: 400, body: { user: [/./] } }, 'of no project of it')
    t.match(await fill(max, vic), { status: 400, body: { user: [/./] } }, 'of the program alone')
    t.match(await vic.post(`${path}${body.id}/mute/`), { status: 200, body: { muted_by_me: true } })
    t.equal((await ann.get(path)).status, 404, 'a project role confers nothing in the program')
    const bob = await one.member(100, 'bob')
    await fill(max, bob)
    const own = `${path}${body.id}`
    const muted = await ann.post(`${own}/mute/`)
    t.match(
      muted,
      { status: 200, body: { id: body.id, muted_by_me: true, member_count: 2 } },
      'whoever is called may mute it',
    )
    t.same(
      muted.body.members.map(({ username }: { username: string }) => username),
      ['ann'],
      'and is not told who else is',
    )
    t.match(await ann.post(`${own}/unmute/`), { status: 200, body: { muted_by_me: false } })
    const other = (await app.owner.post(path, { name: 'others' })).body.id
    t.equal((await ann.post(`${path}${other}/mute/`)).status, 404, 'of no group of others')
    t.equal((await ann.get(`${own}/`)).status, 404, 'and reads none')
    await max.post(`${own}/remove-member/`, { user: bob.account.id })
    t.equal((await bob.post(`${own}/mute/`)).status, 404, 'nor of one that was left')
    const inProject = `/projects/${two.id}/mention-groups/`
    t.equal((await ann.get(`${inProject}${body.id}/`)).status, 404)
    t.equal((await app.owner.post(inProject, { name: 'board' })).status, 201, 'names are of one place')
  })

  await t.test('every project of the program is told', async (t) => {
    const { id } = (await app.owner.post(path, { name: 'told' })).body
    const rows = await app.sql<{ channel: string; payload: string }>(
      `select channel, socket_payload as payload from outbox_events
       where socket_name = 'mention_group_changed' and socket_payload::jsonb ->> 'group_id' = $1`,
      [id],
    )
    t.same(new Set(rows.map((row) => row.channel)), new Set([one.id, two.id]))
    t.same(JSON.parse(rows[0]?.payload ?? ''), {
      group_id: id,
      change: 'created',
      scope: 'program',
      program_id: program,
    })
  })

  await t.test('its reach counts those who only view', async (t) => {
    t.equal((await vic.get(`/programs/${program}/mention-reach/`)).status, 403)
    const { status, body } = await max.get(`/programs/${program}/mention-reach/`)
    t.equal(status, 200)
    const reach = { group_key: 'program-stakeholders', viewer_member_count: 1, external_stakeholder_count: 0 }
    t.same(body, reach)
  })

  await t.test('a closed program keeps them as they are', async (t) => {
    const { id } = (await app.owner.post(path, { name: 'kept' })).body
    await app.owner.post(`/programs/${program}/close/`)
    t.equal((await app.owner.delete(`${path}${id}/`)).status, 403)
    t.equal((await vic.post(`${path}${id}/mute/`)).status, 403)
    t.equal((await vic.get(`${path}${id}/`)).status, 200)
    t.equal((await max.get(`/programs/${program}/mention-reach/`)).status, 200)
  })
})
