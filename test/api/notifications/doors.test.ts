/**
 * People are told of the same whatever door a write came through, and once of many tasks; the kinds that follow from a
 * sprint, a plan or a vote reach whom they concern.
 *
 * Seen failing with the reading of own changes taken out of `tellOfTasks`.
 */
import t from 'tap'
import { ROLE } from '../../../api/access/roles.ts'
import { newId } from '../../../api/platform/ids.ts'
import { joinProject } from '../../support/projects.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'

interface Told {
  readonly event_type: string
  readonly subject: string
  readonly body: string
  readonly task_id: string | null
}

t.setTimeout(180_000)

interface Scene {
  readonly app: TestApp
  readonly ann: TestUser
  readonly bob: TestUser
  readonly cleo: TestUser
}

/** Ann leads a new project, Bob and Cleo work in it. What somebody is told is read and forgotten. */
async function team({ app, ann, bob, cleo }: Scene) {
  const project = (await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })).body.id as string
  for (const user of [bob, cleo]) await joinProject(app, project, user, ROLE.member)
  const task = async (fields: object = {}) =>
    (await ann.post('/tasks/', { project, name: 'Piles', ...fields })).body.id as string
  const told = async (user: TestUser): Promise<Told[]> => {
    const { results } = (await user.get('/me/notifications/')).body
    await app.sql('delete from notifications where account_id = $1', [user.account.id])
    return results
  }
  const kinds = async (user: TestUser) => (await told(user)).map((row) => row.event_type).sort()
  return { project, task, told, kinds }
}

t.test('what people are told', async (t) => {
  const app = await startApp(t)
  const [ann, bob, cleo] = [await app.user('ann'), await app.user('bob'), await app.user('cleo')]
  const scene = { app, ann, bob, cleo }

  await t.test('a batch of many tasks tells each person once', async (t) => {
    const { project, told, kinds } = await team(scene)
    const create = (who: TestUser) => (_: unknown, index: number) => ({
      op: 'create',
      data: { name: `Pile ${index + 1}`, assignee: who.account.id },
    })
    const operations = [...Array.from({ length: 400 }, create(bob)), ...Array.from({ length: 3 }, create(ann))]
    const bulk = await ann.post(`/projects/${project}/tasks/bulk/`, { operations })
    t.equal(bulk.status, 207)
    t.equal(bulk.body.rejected.length, 0)
    const [row, ...others] = await told(bob)
    t.same(others, [])
    t.match(row, { event_type: 'task.assigned', subject: 'ann assigned you 400 tasks of Quay', task_id: null })
    t.match(row?.body, /^Pile 1\n(.*\n){9}and 390 more$/)
    t.same([await kinds(ann), await kinds(cleo)], [[], []])

    const ids = bulk.body.applied.slice(0, 5).map(({ id }: { id: string }) => id)
    const edit = (data: object) =>
      ann.post(`/projects/${project}/tasks/bulk/`, {
        operations: ids.map((id: string) => ({ op: 'update', id, data })),
      })
    await edit({ assignee: cleo.account.id })
    t.match(await told(cleo), [{ event_type: 'task.assigned', subject: 'ann assigned you 5 tasks of Quay' }])
    await edit({ planned_start: '2026-04-06' })
    t.match(await told(cleo), [{ event_type: 'task.due_date_changed', subject: 'ann moved 5 of your tasks of Quay' }])
    t.same(await kinds(bob), [], 'who has none of them any more')
    await ann.post(`/projects/${project}/tasks/bulk/`, {
      operations: [{ op: 'update', id: ids[0], data: { planned_start: '2026-04-07' } }],
    })
    t.match(await told(cleo), [{ subject: 'ann moved Pile 1', task_id: ids[0] }], 'a batch of one is told as one')
    t.equal((await app.sql('select 1 from notifications')).length, 0)
  })

  await t.test('what was done offline, an import and its undo tell people too', async (t) => {
    const { project, told, kinds } = await team(scene)
    const id = newId()
    const pushed = await ann.post(`/projects/${project}/sync/`, {
      client_batch_id: newId(),
      changes: { tasks: { created: [{ id, name: 'Dig', assignee: bob.account.id }] } },
    })
    t.equal(pushed.status, 200)
    t.match(await told(bob), [{ event_type: 'task.assigned', subject: 'ann assigned you Dig', task_id: id }])
    const names = ['Beam', 'Deck', 'Rail']
    const bring = async (duration: number) => {
      const rows = names.map((name) => JSON.stringify({ external_id: name, name, duration }))
      const file = { name: 'tasks.ndjson', bytes: rows.map((row) => `${row}\n`).join('') }
      const accepted = await ann.upload(`/projects/${project}/import/ndjson/`, file)
      await app.runJobs()
      return `/projects/${project}/imports/${accepted.body.import_request_id}/`
    }
    await bring(3)
    const brought = (await ann.get(`/tasks/?project=${project}&page_size=50`)).body.results as {
      id: string
      name: string
    }[]
    for (const one of brought.filter(({ name }) => names.includes(name)))
      await ann.patch(`/tasks/${one.id}/`, { assignee: bob.account.id })
    t.equal((await told(bob)).length, 3)
    const path = await bring(5)
    t.equal((await ann.get(path)).body.status, 'done')
    t.match(await told(bob), [{ event_type: 'task.due_date_changed', subject: 'ann moved 3 of your tasks of Quay' }])
    t.same(await kinds(ann), [], 'who imported is not told')
  })

  await t.test('work of a sprint under way', async (t) => {
    const { project, task, told, kinds } = await team(scene)
    const dates = { start_date: '2026-03-02', finish_date: '2026-03-13' }
    const sprint = (await ann.post(`/projects/${project}/sprints/`, { name: 'First', ...dates })).body.id
    const mine = await task({ assignee: bob.account.id, sprint, story_points: 3 })
    await task({ name: 'Deck', assignee: cleo.account.id, sprint, story_points: 3 })
    t.equal((await ann.post(`/sprints/${sprint}/activate/`, {})).status, 200)
    const dora = await app.user('dora')
    await joinProject(app, project, dora, ROLE.manager)
    for (const user of [bob, cleo, dora]) await told(user)
    t.equal((await ann.patch(`/tasks/${mine}/`, { planned_start: '2026-03-05' })).status, 200)
    t.same(await kinds(bob), ['task.due_date_changed'])
    t.match(await told(cleo), [{ event_type: 'sprint.task_rescheduled', subject: 'ann rescheduled Piles of First' }])
    t.equal((await ann.patch(`/tasks/${mine}/`, { sprint: null })).status, 200)
    t.same(await kinds(bob), ['task.moved_sprint'])
    t.match(await told(dora), [{ event_type: 'sprint.membership_changed', subject: 'ann took Piles out of First' }])
    t.equal((await bob.patch(`/tasks/${mine}/`, { sprint })).status, 200)
    t.match(await told(dora), [{ event_type: 'sprint.membership_changed', subject: 'bob put Piles into First' }])
    t.match(await told(ann), [{ event_type: 'sprint.membership_changed' }])
    const { body: changes } = await ann.get(`/sprints/${sprint}/scope-changes/`)
    const [change] = changes.events
    if (change) {
      t.equal((await ann.post(`/scope-changes/${change.id}/accept/`, {})).status, 200)
      t.match(await told(dora), [{ subject: 'ann accepted Piles into First' }])
    } else t.fail('the addition waits to be accepted')
  })

  await t.test('who is put to a task learns that its plan was amended, and why', async (t) => {
    const { task, told, kinds } = await team(scene)
    const id = await task()
    for (const user of [bob, cleo])
      await app.sql('update accounts set email = $2 where id = $1', [
        user.account.id,
        `${user.account.username}@example.org`,
      ])
    const resource = (await app.owner.post('/resources/', { name: 'Bob', email: 'Bob@example.org' })).body.id
    t.equal((await ann.post('/task-resources/', { task: id, resource })).status, 201)
    for (const user of [bob, cleo]) await told(user)
    await ann.patch(`/tasks/${id}/`, { duration: 9, amend_reason: 'rock below the quay' })
    t.match(await told(bob), [
      { event_type: 'plan.amended', subject: 'ann amended the plan of Piles', body: 'Reason: rock below the quay' },
    ])
    await ann.patch(`/tasks/${id}/`, { planned_start: '2026-05-04' })
    t.match(await told(bob), [{ body: 'No reason was given.' }])
    await ann.patch(`/tasks/${id}/`, { notes: 'as built' })
    await ann.patch(`/tasks/${id}/`, { percent_complete: 10 })
    t.same([await kinds(bob), await kinds(cleo)], [[], []], 'words and progress amend no plan')
    await ann.patch(`/tasks/${id}/`, { assignee: bob.account.id, duration: 4 })
    t.same(await kinds(bob), ['task.assigned'], 'one edit, one message')
  })

  await t.test('a vote on how far a signal is told', async (t) => {
    const { project, told } = await team(scene)
    const base = `/projects/${project}/signal-privacy/`
    const proposed = await ann.post(`${base}raise-ceiling/`, { signal: 'velocity', ceiling: 'program_shared' })
    t.equal(proposed.status, 202)
    for (const user of [bob, cleo])
      t.match(await told(user), [
        { event_type: 'signal.ceiling_proposal_opened', subject: /ann proposes to tell velocity/ },
      ])
    t.same(await told(ann), [])
    const vote = (user: TestUser) =>
      user.post(`${base}ceiling-proposals/${proposed.body.id}/vote/`, { choice: 'approve' })
    t.equal((await vote(bob)).status, 200)
    for (const user of [ann, cleo])
      t.match(await told(user), [{ event_type: 'signal.ceiling_proposal_resolved', subject: /is accepted$/ }])
  })
})
