import t from 'tap'
import type { Answer } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const said = (answer: Answer) => [answer.status, (answer.body as { code?: string })?.code]

t.test('comments on a task', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const other = await project.member(200)
  const manager = await project.member(300)
  const outsider = await app.user('outsider')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const path = `/projects/${project.id}/tasks/${task}/comments/`
  const say = async (body: string, more: object = {}) => (await member.post(path, { body, ...more })).body

  await t.test('members write them, viewers read them, outsiders find nothing', async (t) => {
    const made = await member.post(path, { body: 'Rock at two metres' })
    t.equal(made.status, 201)
    t.match(made.body, {
      task,
      parent: null,
      body: 'Rock at two metres',
      author: { id: member.account.id, username: member.account.username },
      edited_at: null,
      is_deleted: false,
      acknowledged_count: 0,
      reaction_count: 0,
      my_reaction_id: null,
    })
    t.match((await viewer.get(path)).body, { count: 1, results: [{ id: made.body.id }] })
    t.match((await viewer.get(`${path}${made.body.id}/`)).body, { id: made.body.id })
    t.equal((await viewer.post(path, { body: 'Me too' })).status, 403)
    for (const answer of [await outsider.get(path), await outsider.post(path, { body: 'X' })])
      t.equal(answer.status, 404)
    const elsewhere = (await app.owner.post('/tasks/', { project: (await buildProject(app)).id, name: 'Far' })).body
    t.equal((await member.get(`/projects/${project.id}/tasks/${elsewhere.id}/comments/`)).status, 404)
    t.equal((await member.get(`/projects/${project.id}/tasks/${elsewhere.id}/comments/${made.body.id}/`)).status, 404)
    const { id } = made.body
    t.same(await framesOf(app, 'task_comment_created'), [
      { id, task_id: task, parent_id: null, external_recipient_count: 0 },
    ])
    const [told] = await webhooksOf(app, 'comment.created')
    t.match(told, { id: task, project: project.id, name: 'Dig', comment_id: id, author: member.account.id })
    t.notOk(JSON.stringify(told).includes('Rock'), 'a webhook tells nothing of the words')
  })

  await t.test('a thread is one level deep and stays with its task', async (t) => {
    const head = await say('Blast it?')
    const reply = await say('No', { parent: head.id })
    t.equal(reply.parent, head.id)
    const far = (await app.owner.post('/tasks/', { project: project.id, name: 'Fill' })).body.id
    const there = (await member.post(`/projects/${project.id}/tasks/${far}/comments/`, { body: 'Here' })).body
    for (const parent of [reply.id, there.id, ABSENT, 'nonsense']) {
      const refused = await member.post(path, { body: 'X', parent })
      t.same([refused.status, Object.keys(refused.body)], [400, ['parent']], parent)
    }
    t.equal((await member.post(path, { body: '  \n ' })).body.body?.length, 1, 'space is no comment')
    t.equal((await member.post(path, { body: 'x'.repeat(10_001) })).body.body?.length, 1)
    t.equal((await member.post(path, { body: ` ${'x'.repeat(9_998)} ` })).body.body.length, 10_000, 'kept as it came')
  })

  await t.test('the author edits for 15 minutes', async (t) => {
    const { id } = await say('Tow')
    const one = `${path}${id}/`
    t.same(said(await manager.patch(one, { body: 'Two' })), [403, 'comment_edit_not_author'])
    t.equal((await viewer.patch(one, { body: 'Two' })).status, 403)
    t.equal((await member.patch(one, { body: 'Tow' })).body.edited_at, null, 'the same words are no edit')
    t.equal((await member.patch(one, {})).body.edited_at, null)
    t.same(await framesOf(app, 'task_comment_updated'), [])
    const edited = await member.patch(one, { body: 'Two' })
    t.match(edited.body, { body: 'Two', edited_at: /^\d{4}-/ })
    t.same(await framesOf(app, 'task_comment_updated'), [{ id, task_id: task, parent_id: null }])
    await app.sql(`update comments set created_at = created_at - interval '15 minutes 1 second' where id = $1`, [id])
    const late = await member.patch(one, { body: 'Three' })
    t.same([late.status, Object.keys(late.body)], [400, ['detail']])
    t.equal((await member.get(one)).body.body, 'Two')
  })

  await t.test('the author or a manager deletes; the head of a thread leaves its place', async (t) => {
    const head = await say('Heading')
    const reply = await say('Reply', { parent: head.id })
    t.same(said(await other.delete(`${path}${head.id}/`)), [403, 'comment_delete_forbidden'])
    t.equal((await manager.delete(`${path}${head.id}/`)).status, 204)
    const left = (await viewer.get(`${path}${head.id}/`)).body
    t.match(left, { body: '', is_deleted: true, deleted_by: { id: manager.account.id }, deleted_at: /^\d{4}-/ })
    t.equal((await member.patch(`${path}${head.id}/`, { body: 'Again' })).status, 404)
    t.equal((await member.post(path, { body: 'X', parent: head.id })).status, 400)
    t.equal((await member.delete(`${path}${reply.id}/`)).status, 204)
    t.equal((await viewer.get(`${path}${reply.id}/`)).status, 404)
    t.equal((await viewer.get(`${path}${head.id}/`)).status, 404, 'gone with the last reply')
    t.match((await framesOf(app, 'task_comment_deleted')).at(-1), { id: reply.id, parent_id: head.id })
  })

  await t.test('a task has at most 1000 live ones', async (t) => {
    const full = (await app.owner.post('/tasks/', { project: project.id, name: 'Full' })).body.id
    const there = `/projects/${project.id}/tasks/${full}/comments/`
    await app.sql(
      `insert into comments (id, project_id, task_id, body) select gen_random_uuid(), $1, $2, 'x' from generate_series(1, 999)`,
      [project.id, full],
    )
    t.equal((await member.post(there, { body: 'The last' })).status, 201)
    const refused = await member.post(there, { body: 'One more' })
    t.same([refused.status, Object.keys(refused.body)], [400, ['detail']])
    t.match((await viewer.get(`${there}?page=20`)).body, { count: 1000, next: null, results: { length: 50 } })
    t.match((await viewer.get(`${there}?search=last`)).body, { count: 1, results: [{ body: 'The last' }] })
    t.equal((await viewer.get(`${there}?ordering=-created_at`)).body.results[0].body, 'The last')
  })

  await t.test('an archived project is read and not written', async (t) => {
    const { id } = await say('Before')
    await app.owner.post(`/projects/${project.id}/archive/`)
    t.equal((await viewer.get(path)).status, 200)
    const writes = [
      member.post(path, { body: 'X' }),
      member.patch(`${path}${id}/`, { body: 'X' }),
      member.delete(`${path}${id}/`),
      member.post(`${path}${id}/acknowledge/`),
    ]
    for (const answer of await Promise.all(writes)) t.equal(answer.status, 403)
  })
})

t.test('what people do to a comment', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const other = await project.member(100)
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const path = `/projects/${project.id}/tasks/${task}/comments/`
  const { id } = (await member.post(path, { body: 'Done?' })).body
  const one = `${path}${id}/`

  await t.test('a reaction is made once and taken back by whoever made it', async (t) => {
    const made = await other.post(`${one}reactions/`, { emoji: '👍' })
    t.equal(made.status, 201)
    t.match(made.body, { emoji: '👍', user: { id: other.account.id }, created_at: /Z$/ })
    t.equal((await other.post(`${one}reactions/`, { emoji: '👍' })).body.id, made.body.id)
    t.match((await other.get(one)).body, { reaction_count: 1, has_my_reaction: true, my_reaction_id: made.body.id })
    t.match((await member.get(one)).body, { reaction_count: 1, has_my_reaction: false, my_reaction_id: null })
    for (const emoji of ['👎', '', 'x'.repeat(17), 7])
      t.same(Object.keys((await other.post(`${one}reactions/`, { emoji })).body), ['emoji'])
    t.equal((await viewer.post(`${one}reactions/`, { emoji: '👍' })).status, 403)
    t.same(said(await member.delete(`${one}reactions/${made.body.id}/`)), [403, 'reaction_delete_forbidden'])
    t.equal((await other.delete(`${one}reactions/${ABSENT}/`)).status, 404)
    t.equal((await other.delete(`${one}reactions/${made.body.id}/`)).status, 204)
    t.equal((await other.get(one)).body.reaction_count, 0)
    const frame = { id: made.body.id, comment_id: id, task_id: task }
    t.same(await framesOf(app, 'task_comment_reaction_added'), [frame], 'once, however often it was asked for')
    t.same(await framesOf(app, 'task_comment_reaction_removed'), [frame])
  })

  await t.test('that one has read it is said once and taken back once', async (t) => {
    const first = await other.post(`${one}acknowledge/`, { body: 'clients send something along' })
    t.equal(first.status, 200)
    t.match(first.body, { user: { id: other.account.id }, created_at: /Z$/ })
    t.equal((await other.post(`${one}acknowledge/`)).body.id, first.body.id)
    t.match((await other.get(one)).body, { acknowledged_count: 1, has_my_acknowledgement: true })
    t.equal((await viewer.post(`${one}acknowledge/`)).status, 403)
    const taken = await other.delete(`${one}acknowledge/`)
    t.same([taken.status, taken.body], [200, { deleted: 1 }])
    const again = await other.delete(`${one}acknowledge/`)
    t.same([again.status, again.body], [404, { deleted: 0 }])
    t.equal((await framesOf(app, 'task_comment_ack_changed')).length, 2)
    t.equal((await other.post(`${path}${ABSENT}/acknowledge/`)).status, 404)
  })

  await t.test('it all goes with the project for good', async (t) => {
    await other.post(`${one}acknowledge/`)
    await other.post(`${one}reactions/`, { emoji: '👍' })
    await app.owner.post(`/projects/${project.id}/archive/`)
    t.equal((await app.owner.delete(`/projects/${project.id}/?force=true`)).status, 204)
    const kept = await app.sql(`select id from comments union all select id from comment_reactions
      union all select id from comment_acknowledgements union all select id from comment_mentions`)
    t.same(kept, [])
  })
})
