import t from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { webhooksOf } from '../tasks/support/read-outbox.ts'

t.test('groups of people’s own making in comments', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Works' })).body.id
  const project = await buildProject(app, { program_id: program })
  const beside = await buildProject(app, { program_id: program })
  const [ann, bob, cid] = [
    await project.member(100, 'ann'),
    await project.member(100, 'bob'),
    await project.member(100, 'cid'),
  ]
  const far = await beside.member(100, 'far')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const path = `/projects/${project.id}/tasks/${task}/comments/`
  async function group(place: string, name: string, members: readonly TestUser[]) {
    const one = `${place}mention-groups/${(await app.owner.post(`${place}mention-groups/`, { name })).body.id}/`
    for (const { account } of members) await app.owner.post(`${one}add-member/`, { user: account.id })
    return one
  }
  async function say(body: string, by = ann) {
    const rows = await app.sql<{ username: string; group_key: string }>(
      `select a.username, m.group_key from comment_mentions m join accounts a on a.id = m.account_id
       where m.comment_id = $1`,
      [(await by.post(path, { body })).body.id],
    )
    return Object.fromEntries(rows.map((row) => [row.username, row.group_key]))
  }
  const crew = await group(`/projects/${project.id}/`, 'Crew', [ann, bob, cid])
  const board = await group(`/programs/${program}/`, 'board', [bob, far])

  await t.test('they reach their members in any case of the name, and never who writes', async (t) => {
    t.same(await say('@crew'), { bob: 'crew', cid: 'crew' })
    t.same(await say('@CREW and @cid.'), { bob: 'crew', cid: '' }, 'the own name comes first')
    t.same(await say('@Board'), { bob: 'board', far: 'board' }, 'also who is in another project of the program')
    t.match((await webhooksOf(app, 'task.mentioned'))[0], { mention_count: 2 })
  })

  await t.test('who is no member of the project is told of a mention, and not of what', async (t) => {
    await app.sql('delete from notifications')
    await say('@board')
    const inbox = async (user: TestUser) => (await user.get('/me/notifications/')).body.results
    t.match(await inbox(bob), [{ subject: /Dig/, snippet: '@board' }])
    const [told, ...more] = await inbox(far)
    t.match(told, { event_type: 'mention_group', snippet: '' })
    t.match(told.subject, /mentioned you in a project that you are not a member of/)
    t.notMatch(JSON.stringify(told), /Dig|@board/)
    t.same(more, [])
  })

  await t.test('who muted a group is dropped from it, and not from their own name', async (t) => {
    await bob.post(`${crew}mute/`)
    t.same(await say('@crew'), { cid: 'crew' })
    t.same(await say('@crew @bob'), { bob: '', cid: 'crew' })
    t.same(await say('@crew @board'), { bob: 'board', cid: 'crew', far: 'board' }, 'nor from another group')
    await bob.post(`${crew}unmute/`)
    t.same(await say('@crew'), { bob: 'crew', cid: 'crew' })
  })

  await t.test('a group of the project comes before one of its program, and a member’s name before both', async (t) => {
    await group(`/projects/${project.id}/`, 'BOARD', [cid])
    t.same(await say('@board'), { cid: 'board' })
    await group(`/projects/${project.id}/`, 'bob', [cid])
    t.same(await say('@bob'), { bob: '' })
  })

  await t.test('those elsewhere, and those that are gone, are nobody', async (t) => {
    const there = (await app.owner.post('/tasks/', { project: beside.id, name: 'Far' })).body.id
    const refused = await far.post(`/projects/${beside.id}/tasks/${there}/comments/`, { body: '@crew @board' })
    t.match(refused, { status: 400, body: { skipped_users: ['crew'], skipped_groups: [] } })
    await app.owner.delete(crew)
    t.match(await ann.post(path, { body: '@crew' }), { status: 400, body: { skipped_users: ['crew'] } })
    await app.sql('update project_members set is_deleted = true where account_id = $1', [far.account.id])
    t.match((await app.owner.get(board)).body, { member_count: 1 })
  })

  await t.test('one without members is known and reaches nobody', async (t) => {
    await group(`/projects/${project.id}/`, 'empty', [])
    t.same(await say('@empty'), {})
    t.equal((await ann.post(path, { body: '@empty' })).status, 201)
  })
})
