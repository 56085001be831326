import t from 'tap'
import { parseMentions } from '../../../api/comments/mentions/parse-mentions.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { webhooksOf } from '../tasks/support/read-outbox.ts'

t.test('what of a text is a mention', async (t) => {
  const cases: [string, string[]][] = [
    ['@ann', ['ann']],
    ['Ask @ann, @bob.b and @ann.', ['ann', 'bob.b']],
    ['mail ann@example.org', []],
    ['\\@ann', []],
    ['`@ann` and ```\n@bob\n``` and @cid', ['cid']],
    ['```\n@ann, never closed', []],
    ['@@ann @... @-x (@dee)', ['ann', '-x', 'dee']],
    ['@Ann_1-2.3..', ['Ann_1-2.3']],
  ]
  for (const [text, names] of cases) t.same(parseMentions(text), names, text)
  const startedMs = performance.now()
  for (const piece of ['`', '@', '```', '@a', '\\@', '`@a\n']) parseMentions(piece.repeat(10_000))
  t.ok(performance.now() - startedMs < 500, 'in time that grows with the text')
})

async function mentionsOf(app: TestApp, commentId: string) {
  const rows = await app.sql<{ username: string; group_key: string }>(
    `select a.username, m.group_key from comment_mentions m join accounts a on a.id = m.account_id
     where m.comment_id = $1 order by a.username`,
    [commentId],
  )
  return Object.fromEntries(rows.map((row) => [row.username, row.group_key]))
}

t.test('whom a comment mentions', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Works' })).body.id
  const project = await buildProject(app, { program_id: program })
  const ann = await project.member(100, 'ann')
  await project.member(200, 'sue')
  const max = await project.member(300, 'max')
  await project.member(1, 'vic')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const path = `/projects/${project.id}/tasks/${task}/comments/`
  const say = async (body: string, by = ann) => mentionsOf(app, (await by.post(path, { body })).body.id)

  await t.test('people by their name, groups by role, and never who writes', async (t) => {
    t.same(await say('@max and @ann'), { max: '' })
    t.same(await say('@Schedulers, @admins'), { max: 'schedulers', owner: 'schedulers', sue: 'schedulers' })
    t.same(await say('@members @max'), { max: '', owner: 'members', sue: 'members' }, 'the own name comes first')
    t.same(Object.keys(await say('@viewers')), ['max', 'owner', 'sue', 'vic'])
    t.same(await say('@program-pms'), { owner: 'program-pms' })
    t.same(await say('nobody'), {})
    const told = await webhooksOf(app, 'task.mentioned')
    t.equal(told.length, 5, 'once a comment that reaches somebody')
    t.match(told[1], { id: task, name: 'Dig', mention_count: 3, comment_id: /-/ })
  })

  await t.test('a name that reaches nobody refuses the whole comment', async (t) => {
    const before = await app.sql('select count(*) as n from comments')
    const refused = await ann.post(path, { body: '@max @nobody @Max @program-all' })
    t.equal(refused.status, 400)
    t.match(refused.body, { detail: /@nobody, @Max/, skipped_users: ['nobody', 'Max'], skipped_groups: [] })
    t.same(await app.sql('select count(*) as n from comments'), before)
    const alone = await buildProject(app)
    const there = (await app.owner.post('/tasks/', { project: alone.id, name: 'Far' })).body.id
    const other = await app.owner.post(`/projects/${alone.id}/tasks/${there}/comments/`, { body: '@program-pms' })
    t.match(other.body, { skipped_users: [], skipped_groups: ['program-pms'] }, 'there is no program')
  })

  await t.test('everybody is mentioned by managers, and where they are at most 200', async (t) => {
    t.match((await ann.post(path, { body: '@all' })).body, { skipped_groups: ['all'] })
    t.match((await max.post(path, { body: '@program-all' })).body, { skipped_groups: ['program-all'] })
    t.same(Object.keys(await say('@all', max)), ['ann', 'owner', 'sue', 'vic'])
    await app.sql(`with made as (insert into accounts (id, username, email)
        select gen_random_uuid(), 'crew' || n, 'crew' || n || '@example.org' from generate_series(1, 196) n returning id)
      insert into project_members (id, project_id, account_id, role) select gen_random_uuid(), '${project.id}', id, 1 from made`)
    t.equal((await max.post(path, { body: '@all' })).status, 400)
    t.equal((await max.post(path, { body: '@viewers' })).status, 201, 'a role has no such limit')
  })

  await t.test('an edit tells nobody anew', async (t) => {
    const { id } = (await ann.post(path, { body: '@sue' })).body
    const told = (await webhooksOf(app, 'task.mentioned')).length
    t.equal((await ann.patch(`${path}${id}/`, { body: '@max @nobody' })).status, 200)
    t.same(await mentionsOf(app, id), { sue: '' })
    t.equal((await webhooksOf(app, 'task.mentioned')).length, told)
  })
})

t.test('why a task is blocked is told to its assignee and to whom a comment mentions', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const [ann, bob] = [await project.member(100, 'ann'), await project.member(100, 'bob')]
  const made = await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })
  const one = `/tasks/${made.body.id}/`
  t.equal((await app.owner.patch(one, { blocked_reason: 'No permit', blocker_type: 'decision' })).status, 200)
  const comments = `/projects/${project.id}${one}comments/`
  const { id } = (await app.owner.post(comments, { body: '@ann, see to it' })).body
  t.equal((await ann.get(one)).body.blocked_reason, 'No permit')
  t.notOk('blocked_reason' in (await bob.get(one)).body)
  const [row] = (await ann.get(`/tasks/?project=${project.id}`)).body.results
  t.equal(row.blocked_reason, 'No permit')
  await app.owner.delete(`${comments}${id}/`)
  t.notOk('blocked_reason' in (await ann.get(one)).body, 'no longer once the comment is deleted')
})

t.test('names mentioned in an hour are counted', async (t) => {
  const env = { SVC_RATE_LIMIT_ENABLED: 'true', SVC_THROTTLE_MENTION_HOUR_RATE: '3/hour' }
  const app = await startApp(t, { env })
  const project = await buildProject(app)
  const ann = await project.member(100, 'ann')
  for (const name of ['bob', 'cid', 'dee']) await project.member(100, name)
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const path = `/projects/${project.id}/tasks/${task}/comments/`
  t.equal((await ann.post(path, { body: '@bob @cid @dee' })).status, 201)
  const refused = await ann.post(path, { body: '@bob' })
  t.equal(refused.status, 429)
  t.ok(Number(refused.headers.get('retry-after')) > 0)
  t.equal((await ann.post(path, { body: 'without names' })).status, 201)
})
