import t, { type Test } from 'tap'
import { ROLE } from '../../../api/access/roles.ts'
import { joinProject } from '../../support/projects.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'

const INBOX = '/me/notifications/'

interface Told {
  readonly event_type: string
  readonly subject: string
  readonly [name: string]: unknown
}

/** Ann leads the project, Bob and Cleo work in it. */
async function team(t: Test) {
  const app = await startApp(t)
  const [ann, bob, cleo] = [await app.user('ann'), await app.user('bob'), await app.user('cleo')]
  const project = (await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })).body.id as string
  for (const user of [bob, cleo]) await joinProject(app, project, user, ROLE.member)
  const task = async (fields: object = {}) =>
    (await ann.post('/tasks/', { project, name: 'Piles', ...fields })).body.id as string
  return { app, ann, bob, cleo, project, task }
}

const inbox = async (user: TestUser, query = ''): Promise<Told[]> =>
  (await user.get(`${INBOX}${query}`)).body.results as Told[]
const kinds = async (user: TestUser) => (await inbox(user)).map((row) => row.event_type)

t.test('who gets a task is told, and nobody is told of what he did himself', async (t) => {
  const { ann, bob, cleo, project, task } = await team(t)
  const id = await task()
  await ann.patch(`/tasks/${id}/`, { assignee: bob.account.id })
  const [row, ...others] = await inbox(bob)
  t.same(others, [])
  t.match(row, { event_type: 'task.assigned', category: 'tasks', task_id: id, project, is_read: false, mention: null })
  t.match(row?.subject, /ann.*Piles/)
  await ann.patch(`/tasks/${id}/`, { assignee: ann.account.id })
  t.same([await kinds(ann), await kinds(cleo)], [[], []])
})

t.test('a moved start, another sprint and a flag reach those whom they concern', async (t) => {
  const { ann, bob, cleo, project, task } = await team(t)
  const id = await task({ assignee: bob.account.id })
  const dates = { start_date: '2026-03-02', finish_date: '2026-03-13' }
  const sprint = (await ann.post(`/projects/${project}/sprints/`, { name: 'First', ...dates })).body.id
  await ann.patch(`/tasks/${id}/`, { planned_start: '2026-03-09' })
  t.equal((await ann.patch(`/tasks/${id}/`, { sprint })).status, 200)
  await bob.patch(`/tasks/${id}/`, { blocked_reason: 'no crane', blocker_type: 'vendor' })
  t.same(await kinds(bob), ['task.moved_sprint', 'task.due_date_changed', 'task.assigned'])
  const [flagged] = await inbox(ann)
  t.equal(flagged?.event_type, 'task.blocked')
  t.notMatch(JSON.stringify(flagged), /crane/, 'the reason is told to those who may read it')
  t.same(await kinds(cleo), [])
  await bob.patch(`/tasks/${id}/`, { blocked_reason: '' })
  t.equal((await kinds(ann)).length, 1, 'the end of it is no news')
})

t.test('a comment tells whom it mentions and whose task it is, each once', async (t) => {
  const { app, ann, bob, cleo, project, task } = await team(t)
  const id = await task({ assignee: bob.account.id })
  const say = (body: string) => ann.post(`/projects/${project}/tasks/${id}/comments/`, { body })
  t.equal((await say('tide at noon')).status, 201)
  t.equal((await say('@bob @cleo look')).status, 201)
  t.same(await kinds(bob), ['mention_individual', 'comment_on_my_task', 'task.assigned'])
  const [row] = await inbox(cleo)
  t.match(row, { category: 'mentions', snippet: '@bob @cleo look', mention: { scope: 'individual' } })
  t.match(row?.mention, { mentioner: { username: 'ann' }, mentioned_user: { username: 'cleo' } })
  await app.sql('update project_members set is_deleted = true where account_id = $1', [cleo.account.id])
  t.match(await inbox(cleo), [{ snippet: '' }], 'who is no member any more reads nothing of it')
})

t.test('members are told that a project was deleted', async (t) => {
  const { ann, bob, cleo, project } = await team(t)
  t.equal((await ann.delete(`/projects/${project}/`)).status, 204)
  t.match(await inbox(bob), [{ event_type: 'project.deleted', category: 'project' }])
  t.same([await kinds(cleo), await kinds(ann)], [['project.deleted'], []])
})

t.test('what somebody turned off is not told, and a pause silences a project', async (t) => {
  const { ann, bob, cleo, project, task } = await team(t)
  const cells = (await bob.get('/me/notification-preferences/?page_size=100')).body.results as Told[]
  const cell = cells.find((one) => one.event_type === 'task.assigned' && one.channel === 'in_app')
  t.equal((await bob.patch(`/me/notification-preferences/${cell?.id}/`, { enabled: false })).status, 200)
  await cleo.patch(`/projects/${project}/notification-preferences/`, { paused: true })
  for (const user of [bob, cleo]) await task({ assignee: user.account.id })
  const id = await task()
  await ann.post(`/projects/${project}/tasks/${id}/comments/`, { body: '@bob @cleo look' })
  t.same([await kinds(bob), await kinds(cleo)], [['mention_individual'], []])
  await bob.patch(`/projects/${project}/notification-preferences/`, { matrix: { comment_mention: { in_app: false } } })
  await ann.post(`/projects/${project}/tasks/${id}/comments/`, { body: '@bob again' })
  t.equal((await kinds(bob)).length, 1)
})

async function told(t: Test) {
  const all = await team(t)
  for (const name of ['Piles', 'Deck']) await all.task({ name, assignee: all.bob.account.id })
  const [deck, piles] = await inbox(all.bob)
  return { ...all, deck: deck as Told, piles: piles as Told }
}

t.test('rows are read, put away, and shown where they are', async (t) => {
  const { bob, cleo, deck, piles } = await told(t)
  const at = (row: Told) => `${INBOX}${row.id}/`
  const read = (await bob.patch(at(deck), { is_read: true })).body
  t.type(read.read_at, 'string')
  t.equal((await bob.patch(at(deck), { is_read: false })).body.read_at, read.read_at, 'the first time stays')
  t.equal((await bob.patch(at(piles), { is_archived: true })).status, 200)
  t.match(await inbox(bob), [{ id: deck.id }])
  t.match(await inbox(bob, '?archived=true'), [{ id: piles.id }])
  t.same(await inbox(bob, '?category=nothing'), [])
  t.same((await bob.post(`${INBOX}mark-all-read/`, {})).body, { updated: 1 })
  t.same(await inbox(bob, '?unread_only=true'), [])
  for (const method of ['get', 'patch'] as const) t.equal((await cleo[method](at(deck), {})).status, 404)
})

t.test('a row sleeps until its time, and is woken', async (t) => {
  const { bob, cleo, deck } = await told(t)
  const snooze = (body: object, user = bob) => user.post(`${INBOX}${deck.id}/snooze/`, body)
  for (const preset of ['1h', '3h', 'tomorrow']) t.equal((await snooze({ preset })).status, 200)
  t.equal((await inbox(bob)).length, 1)
  t.match(await inbox(bob, '?snoozed=true'), [{ id: deck.id, is_read: false }])
  t.same((await bob.post(`${INBOX}mark-all-read/`, {})).body, { updated: 1 })
  t.equal((await snooze({ until: null })).body.snoozed_until, null)
  t.equal((await inbox(bob)).length, 2)
  for (const until of ['soon', '2199', '2199-01-01', 'Jan 1 2199', '2199-02-30T00:00:00Z', '2020-01-01T00:00:00Z'])
    t.match(await snooze({ until }), { status: 400, body: { detail: /.+/ } }, until)
  for (const [until, instant] of [
    ['2199-07-01T09:00:00+02:00', '2199-07-01T07:00:00'],
    ['2199-07-01T09:00:00', '2199-07-01T09:00:00'],
  ] as const)
    t.ok((await snooze({ until })).body.snoozed_until.startsWith(instant), `${until}: UTC is the zone of the workspace`)
  for (const body of [{}, { preset: '1h', until: null }, { preset: '2h' }, { preset: '' }])
    t.match(await snooze(body), { status: 400, body: { detail: /.+/ } })
  t.equal((await snooze({ preset: '1h' }, cleo)).status, 404)
})

t.test('keys are not looked at where a notification is changed, nor is its text kept', async (t) => {
  const { app, bob, deck } = await told(t)
  const at = `${INBOX}${deck.id}/`
  const key = { 'Idempotency-Key': 'k' }
  t.equal((await bob.patch(at, { is_read: true }, key)).status, 200)
  t.match(await bob.patch(at, { is_read: false }, key), { status: 200, body: { is_read: false } })
  for (const preset of ['1h', '3h']) t.equal((await bob.post(`${at}snooze/`, { preset }, key)).status, 200)
  t.strictSame(await app.sql('select 1 from idempotency_keys where account_id = $1', [bob.account.id]), [])
})
