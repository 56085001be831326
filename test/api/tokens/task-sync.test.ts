import t from 'tap'
import { mapStatus } from '../../../api/task-sync/map-status.ts'
import type { Client } from '../../support/client.ts'
import { awaitsRecompute, forgetConsequences, joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'
import { IDENTITY, makeProgram, mintAgent, mintClient } from './tokens.ts'

t.test('pushing rows of another system', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob', { email: 'Bob@Example.org' })
  const project = await makeProject(ann)
  const path = `/projects/${project.id}/task-sync/`
  const pusher = await mintClient(
    app,
    ann,
    { status_map: { Shipped: 'COMPLETE', weird: 'ON_HOLD' } },
    `/projects/${project.id}/api-tokens/`,
  )
  const push = (body: object, caller: Client = pusher) => caller.post(path, { source: 'tracker', ...body })
  const task = async (id: string) => (await ann.get(`/tasks/${id}/`)).body
  const countTasks = async () =>
    (await app.sql('select 1 from tasks where project_id = $1 and not is_deleted', [project.id])).length

  t.test('the first push creates, the next updates the same task', async (t) => {
    const first = await push({
      external_id: 'T-1',
      name: 'Login page',
      description: 'As a user',
      status: ' In Progress ',
      story_points: 5,
      external_url: 'https://tracker.example/T-1',
    })
    t.equal(first.status, 201, first.text)
    t.match(first.body, { created: true, assignee_resolved: false, short_id: new RegExp(`^${project.code}-T-\\d+$`) })
    const made = await task(first.body.task_id)
    t.match(made, {
      name: 'Login page',
      notes: 'As a user',
      status: 'IN_PROGRESS',
      story_points: 5,
      short_id: first.body.short_id,
      wbs_path: '1',
    })
    t.ok(made.actual_start)
    const second = await push({ external_id: 'T-1', name: 'Sign-in page', description: '', status: 'Shipped' })
    t.equal(second.status, 200)
    t.strictSame(second.body, { ...first.body, created: false })
    t.match(await task(first.body.task_id), {
      name: 'Sign-in page',
      notes: '',
      status: 'COMPLETE',
      percent_complete: 100,
      story_points: 5,
    })
    t.ok((await task(first.body.task_id)).actual_finish)
    await push({ external_id: 'T-1', status: 'doing' })
    t.match(await task(first.body.task_id), { name: 'Sign-in page', status: 'IN_PROGRESS', actual_finish: null })
    t.equal(await countTasks(), 1)
    const other = await push({ external_id: 'T-1', source: 'helpdesk' })
    t.equal(other.status, 201, 'another source is another row')
    t.equal((await task(other.body.task_id)).name, 'T-1')
    t.equal((await task(other.body.task_id)).status, 'BACKLOG')
  })

  t.test('it is told, recomputed and audited, and a push that changes nothing is not told', async (t) => {
    const made = await push({ external_id: 'E-1', name: 'Told', status: 'open' })
    await forgetConsequences(app)
    await push({ external_id: 'E-1', name: 'Told', status: 'todo' })
    t.equal((await app.sql('select 1 from outbox_events')).length, 0)
    await push({ external_id: 'E-1', status: 'review' })
    const events = await app.sql<{
      socket_name: string
      socket_payload: string
      webhook_name: string
      webhook_payload: string
    }>('select * from outbox_events')
    t.equal(events.length, 1)
    t.match(events[0], { socket_name: 'task_updated', webhook_name: 'task.updated' })
    t.match(JSON.parse(events[0]?.socket_payload ?? ''), {
      id: made.body.task_id,
      source: 'tracker',
      changed_fields: ['status', 'percent_complete'],
      version: 2,
      actor_id: null,
    })
    t.match(JSON.parse(events[0]?.webhook_payload ?? ''), {
      name: 'Told',
      status: 'REVIEW',
      source: 'tracker',
      short_id: made.body.short_id,
    })
    t.ok(await awaitsRecompute(app, project.id))
    const audit = (await ann.get(`/projects/${project.id}/api-token-audit/?limit=1`)).body.results[0]
    t.match(audit, {
      action: 'used',
      token: pusher.id,
      actor: null,
      detail: { source: 'tracker', external_id: 'E-1', created: false, assignee_resolved: false },
    })
  })

  t.test('an address is resolved when its owner joins, and never takes a task away', async (t) => {
    const parked = await push({ external_id: 'A-1', assignee_email: 'bob@example.org' })
    t.equal(parked.body.assignee_resolved, false)
    t.equal((await task(parked.body.task_id)).assignee, null)
    await joinProject(app, project.id, bob, 100)
    const resolved = await push({ external_id: 'A-1' })
    t.equal(resolved.body.assignee_resolved, true)
    t.equal((await task(parked.body.task_id)).assignee, bob.account.id)
    await push({ external_id: 'A-1', assignee_email: 'ann@example.org' })
    t.equal((await task(parked.body.task_id)).assignee, bob.account.id)
    const direct = await push({ external_id: 'A-2', assignee_email: 'BOB@example.org' })
    t.equal((await task(direct.body.task_id)).assignee, bob.account.id)
  })

  t.test('a parent is found by its outside id, on creation only', async (t) => {
    const epic = await push({ external_id: 'P-1', name: 'Parent' })
    const child = await push({ external_id: 'P-2', parent_external_id: 'P-1' })
    t.match(await task(child.body.task_id), { parent_id: epic.body.task_id, is_subtask: true })
    const orphan = await push({ external_id: 'P-3', parent_external_id: 'P-9' })
    t.match(await task(orphan.body.task_id), { parent_id: null })
    await push({ external_id: 'P-9' })
    await push({ external_id: 'P-3', parent_external_id: 'P-9' })
    t.match(await task(orphan.body.task_id), { parent_id: null })
    const grandchild = await push({ external_id: 'P-4', parent_external_id: 'P-2' })
    t.match(await task(grandchild.body.task_id), { parent_id: null }, 'a subtask takes none')
  })

  t.test('a phase keeps its status; a deleted task is made again', async (t) => {
    const phase = await push({ external_id: 'S-1', name: 'Phase', status: 'open' })
    await ann.post('/tasks/', { project: project.id, name: 'Below', parent_id: phase.body.task_id })
    const before = await task(phase.body.task_id)
    t.equal((await push({ external_id: 'S-1', name: 'Phase one', status: 'done' })).status, 200)
    t.match(await task(phase.body.task_id), { name: 'Phase one', status: before.status })
    const doomed = await push({ external_id: 'D-1' })
    await ann.delete(`/tasks/${doomed.body.task_id}/`)
    const again = await push({ external_id: 'D-1' })
    t.equal(again.status, 201)
    t.not(again.body.task_id, doomed.body.task_id)
  })

  t.test('30 parallel pushes of one row are one task', async (t) => {
    const before = await countTasks()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => push({ external_id: 'C-1', name: `n${index}` })),
    )
    t.equal(answers.filter((answer) => answer.status === 201).length, 1)
    t.equal(answers.filter((answer) => answer.status === 200).length, 29)
    t.equal(await countTasks(), before + 1)
  })

  t.test('fields are checked and nothing is written', async (t) => {
    const before = await countTasks()
    for (const [body, field] of [
      [{ source: 'Tracker' }, 'source'],
      [{ source: '1x' }, 'source'],
      [{ source: 'x'.repeat(33) }, 'source'],
      [{ external_id: ' ' }, 'external_id'],
      [{ external_id: 'x'.repeat(256) }, 'external_id'],
      [{ name: 'x'.repeat(513) }, 'name'],
      [{ description: 'x'.repeat(100_001) }, 'description'],
      [{ status: 'x'.repeat(65) }, 'status'],
      [{ story_points: 1000 }, 'story_points'],
      [{ story_points: -1 }, 'story_points'],
      [{ story_points: 1.5 }, 'story_points'],
      [{ external_url: 'javascript:alert(1)' }, 'external_url'],
      [{ external_url: 'nonsense' }, 'external_url'],
      [{ assignee_email: 'nobody' }, 'assignee_email'],
    ] as const) {
      const answer = await push({ external_id: 'X-1', ...body })
      t.equal(answer.status, 400, JSON.stringify(body).slice(0, 80))
      t.strictSame(Object.keys(answer.body), [field])
    }
    t.equal((await push({ external_id: 'X-1', external_url: '', assignee_email: '', story_points: null })).status, 201)
    t.equal(await countTasks(), before + 1)
  })

  t.test('only the project’s own token, or its program’s, may push', async (t) => {
    const other = await makeProject(ann)
    const programId = await makeProgram(app, ann)
    const ofProgram = await mintClient(app, ann, {}, `/programs/${programId}/api-tokens/`)
    const ofOther = await mintClient(app, ann, {}, `/projects/${other.id}/api-tokens/`)
    const callers = [ofOther, ofProgram, await mintClient(app, ann), await mintAgent(app, ann)]
    for (const caller of callers) {
      const answer = await push({ external_id: 'N-1' }, caller)
      t.equal(answer.status, 401)
      t.match(answer.body, IDENTITY)
    }
    const inSession = await push({ external_id: 'N-1' }, ann)
    t.equal(inSession.status, 401)
    t.notOk('refusal' in inSession.body, 'the envelope is for tokens')
    t.equal(
      (await pusher.post(`/projects/${crypto.randomUUID()}/task-sync/`, {})).status,
      401,
      'nor does it find out what exists',
    )
    await app.sql('update projects set program_id = $2 where id = $1', [project.id, programId])
    t.equal((await push({ external_id: 'N-2' }, ofProgram)).status, 201)
    await app.sql('update projects set program_id = null where id = $1', [project.id])
    t.equal((await push({ external_id: 'N-2' }, ofProgram)).status, 401)

    const before = await countTasks()
    await ann.post(`/projects/${project.id}/archive/`)
    const archived = await push({ external_id: 'N-3' })
    t.equal(archived.status, 403)
    t.strictSame(Object.keys(archived.body), ['detail'])
    t.equal((await push({ external_id: 'N-3' }, ofOther)).status, 401, 'the wrong token is told so first')
    t.equal(await countTasks(), before)
    await ann.post(`/projects/${project.id}/unarchive/`)
    await ann.delete(`/projects/${project.id}/api-tokens/${pusher.id}/`)
    t.equal((await push({ external_id: 'N-3' })).status, 401)
    await ann.delete(`/projects/${other.id}/`)
    t.equal((await ofOther.post(`/projects/${other.id}/task-sync/`, { source: 'x', external_id: 'y' })).status, 401)
  })
})

t.test('many pushes in the first hour of a token, fewer after it', async (t) => {
  const clock = handClock(new Date().toISOString())
  const env = {
    SVC_RATE_LIMIT_ENABLED: 'true',
    SVC_TASK_SYNC_BACKFILL_LIMIT: '8',
    SVC_TASK_SYNC_STEADY_STATE_LIMIT: '3',
  }
  const app = await startApp(t, { env, clock })
  const ann = await app.user('ann')
  const [one, two] = [await makeProject(ann), await makeProject(ann)]
  const first = await mintClient(app, ann, {}, `/projects/${one.id}/api-tokens/`)
  const second = await mintClient(app, ann, {}, `/projects/${two.id}/api-tokens/`)
  const allowed = async (caller: Client, id: string) => {
    for (let count = 0; count < 20; count++) {
      const { status } = await caller.post(`/projects/${id}/task-sync/`, { source: 's', external_id: 'x' })
      if (status === 429) return count
    }
    return null
  }
  t.equal(await allowed(first, two.id), 8, 'refused pushes count against the token’s own project')
  t.equal(await allowed(second, two.id), 8, 'and not against the one it named')
  clock.advance(3601)
  t.equal(await allowed(first, one.id), 3)
})

t.test('outside words for a status', async (t) => {
  const words: [string, string][] = [
    ['todo', 'NOT_STARTED'],
    ['To Do', 'NOT_STARTED'],
    ['OPEN', 'NOT_STARTED'],
    ['in_progress', 'IN_PROGRESS'],
    [' doing ', 'IN_PROGRESS'],
    ['in review', 'REVIEW'],
    ['done', 'COMPLETE'],
    ['closed', 'COMPLETE'],
    ['complete', 'COMPLETE'],
    ['backlog', 'BACKLOG'],
    ['whatever', 'BACKLOG'],
    ['', 'BACKLOG'],
  ]
  for (const [word, status] of words) t.equal(mapStatus(word, null), status, word)
  t.equal(mapStatus('done', { Done: 'REVIEW' }), 'REVIEW', 'the token’s own map comes first')
  t.equal(mapStatus('done', { done: 'NONSENSE' }), 'BACKLOG')
  t.equal(mapStatus('constructor', {}), 'BACKLOG')
})
