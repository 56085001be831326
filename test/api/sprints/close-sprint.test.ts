import t from 'tap'
import { closeSprintBody } from '../../../jobs/sprints/close-sprint.ts'
import { framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

const NEXT = { name: 'Next', start_date: '2026-03-23', finish_date: '2026-04-03' }
const fieldsOf = (answer: { status: number; body: object }) => [answer.status, Object.keys(answer.body)]

t.test('closing a sprint', async (t) => {
  const stage = await setStage(t, { SVC_LOG_LEVEL: 'critical' })
  const { app, project, viewer, member, manager, owner } = stage
  const close = (id: string, body: object = {}, user = member) => user.post(`/sprints/${id}/close/`, body)
  const read = async (id: string) => (await viewer.get(`/sprints/${id}/`)).body
  const readTask = async (id: string) => (await viewer.get(`/tasks/${id}/`)).body
  const requestOf = async (id: string, user = manager) => (await user.get(`/sprints/${id}/close-request/`)).body
  /** One attempt of the job, without the wait before it. */
  const attempt = async (id: string) =>
    closeSprintBody(app.services, { requestId: (await requestOf(id)).id }, {} as never)
  const outcomesOf = (id: string) =>
    app.sql('select * from sprint_task_outcomes where sprint_id = $1 order by task_short_id', [id])

  await t.test('counts what was done and sends the rest back', async (t) => {
    const id = await stage.sprint()
    t.same(fieldsOf(await close(id)), [400, ['detail']], 'it has to have begun')
    t.equal((await viewer.get(`/sprints/${id}/close-request/`)).status, 404)
    const done = await stage.task({ sprint: id, story_points: 4, status: 'COMPLETE' })
    const open = await stage.task({ sprint: id, story_points: 2, status: 'IN_PROGRESS', percent_complete: 40 })
    const held = await stage.task({ sprint: id, status: 'ON_HOLD' })
    await stage.activate(id)
    t.equal((await close(id, {}, viewer)).status, 403)
    await stage.clearOutbox()
    const asked = await close(id)
    t.equal(asked.status, 202)
    t.same(Object.keys(asked.body), ['queued', 'request_id'])
    t.match((await close(id)).body, { request_id: asked.body.request_id }, 'asked again it is one request')
    t.match(await requestOf(id), { id: asked.body.request_id, status: 'pending', attempt_count: 0, terminal: false })
    await app.runJobs()
    t.match(await requestOf(id), { status: 'completed', attempt_count: 1, failure_reason: '', terminal: true })
    t.match(await read(id), {
      state: 'COMPLETED',
      completed_points: 4,
      completed_task_count: 1,
      goal_outcome: 'PARTIAL',
    })
    t.match(await read(id), { completion_ratio_points: 0.6667, closed_at: '2026-03-10T12:00:00.000Z' })
    t.match(await readTask(open), { sprint: null, status: 'BACKLOG', early_start: null, sprint_rank: null })
    t.match(await readTask(held), { sprint: id, status: 'ON_HOLD', sprint_rank: null })
    t.match(await readTask(done), { sprint: id, status: 'COMPLETE' })
    t.match(await outcomesOf(id), [
      { task_id: done, disposition: 'completed', story_points: 4, final_status: 'COMPLETE' },
      { task_id: open, disposition: 'dropped', final_status: 'IN_PROGRESS', next_sprint_id: null },
      { task_id: held, disposition: 'dropped', final_status: 'ON_HOLD' },
    ])
    t.same(await framesOf(app, 'sprint_closed'), [{ id }])
    t.same(await framesOf(app, 'tasks_bulk_mutated'), [{ task_ids: [open] }])
    const [told] = await webhooksOf(app, 'sprint.closed')
    t.match(told, { id, project: project.id, state: 'COMPLETED', committed_points: 6, source: 'sprint_close' })
    t.match(told, { velocity_suppressed: true, completed_points: null, goal_outcome: null, closed_at: String })
    t.same(fieldsOf(await close(id)), [400, ['detail']])
    const frozen = await owner.patch(`/tasks/${done}/`, { status: 'IN_PROGRESS' })
    t.same(fieldsOf(frozen), [400, ['status']], 'what was delivered stays as it was told')
  })

  await t.test('carries unfinished work into the sprint named, where what waited goes on waiting', async (t) => {
    const id = await stage.sprint()
    const next = await stage.sprint(NEXT)
    const open = await stage.task({ sprint: id, story_points: 3, status: 'REVIEW' })
    await stage.activate(id)
    const waits = await stage.task({ sprint: id, name: 'Waits', story_points: 1 })
    const asked = await close(id, { carry_over_to: next })
    t.match(asked.body.scope_pending_on_close, { code: 'scope_pending_on_close', pending_count: 1 })
    t.match(asked.body.scope_pending_on_close, {
      items: [{ task: waits, item_name: 'Waits' }],
      default_disposition: 'carry',
    })
    await app.runJobs()
    t.match(await readTask(open), { sprint: next, status: 'REVIEW', sprint_pending: false })
    t.match(await readTask(waits), { sprint: next, sprint_pending: true })
    t.match(await outcomesOf(id), [
      { task_id: open, disposition: 'carried', next_sprint_id: next, was_pending: false },
      { task_id: waits, disposition: 'carried', next_sprint_id: next, was_pending: true },
    ])
    const rows = await app.sql('select sprint_id, status from sprint_scope_changes where task_id = $1', [waits])
    t.same(rows, [{ sprint_id: next, status: 'pending' }])
    const begun = (await stage.activate(next)).body
    t.match(begun, { committed_points: 3, committed_task_count: 1, pending_count: 1 })
    await manager.post(`/sprints/${next}/scope-changes/accept/`)
    t.match(await readTask(waits), { sprint: next, sprint_pending: false })
    await close(next, { carry_over_to: 'none' })
    await app.runJobs()
    t.match(await readTask(waits), { sprint: next, status: 'NOT_STARTED' }, 'nothing moves')
    t.match(await outcomesOf(next), [{ disposition: 'dropped' }, { disposition: 'dropped' }])
  })

  await t.test('rejects what waits where those who run it say so', async (t) => {
    const id = await stage.sprint()
    const next = await stage.sprint(NEXT)
    await stage.activate(id)
    const waits = await stage.task({ sprint: id })
    const reject = { pending_disposition: 'reject', carry_over_to: next }
    const refused = await close(id, reject)
    t.same([refused.status, refused.body.code], [403, 'scope_accept_forbidden'])
    t.equal((await close(id, reject, manager)).status, 202)
    await app.runJobs()
    t.match(await readTask(waits), { sprint: null, sprint_pending: false }, 'also from the sprint it was carried to')
    t.match(await app.sql('select status from sprint_scope_changes where task_id = $1', [waits]), [
      { status: 'rejected' },
    ])
  })

  await t.test('only where unfinished work can go', async (t) => {
    const id = await stage.sprint()
    const ended = await stage.sprint()
    await member.post(`/sprints/${ended}/cancel/`)
    await stage.activate(id)
    const absent = '00000000-0000-4000-8000-000000000000'
    for (const carry_over_to of ['elsewhere', absent, id, ended, 7])
      t.same(fieldsOf(await close(id, { carry_over_to })), [400, ['carry_over_to']], String(carry_over_to))
    t.same(fieldsOf(await close(id, { pending_disposition: 'keep' })), [400, ['pending_disposition']])
    await manager.post(`/sprints/${id}/cancel/`)
  })

  await t.test('unfinished work waits in the backlog where its next sprint is none any more', async (t) => {
    for (const end of ['cancel', 'delete'] as const) {
      const id = await stage.sprint()
      const next = await stage.sprint(NEXT)
      const open = await stage.task({ sprint: id, story_points: 2 })
      await stage.activate(id)
      const waiting = await stage.task({ sprint: id, name: 'Added' })
      t.equal((await close(id, { carry_over_to: next })).status, 202)
      const ended =
        end === 'cancel' ? await member.post(`/sprints/${next}/cancel/`) : await manager.delete(`/sprints/${next}/`)
      t.ok(ended.status < 300, ended.text)
      await app.runJobs()
      t.equal((await read(id)).state, 'COMPLETED')
      for (const task of [open, waiting])
        t.match(await readTask(task), { sprint: null, status: 'BACKLOG', sprint_pending: false }, end)
      t.match(await outcomesOf(id), [
        { disposition: 'dropped', next_sprint_id: null },
        { disposition: 'dropped', next_sprint_id: null },
      ])
      t.same((await viewer.get(`/sprints/${next}/scope-changes/`)).body.events ?? [], [])
    }
  })

  await t.test('ends for good where the sprint was called off meanwhile', async (t) => {
    const id = await stage.sprint()
    await stage.activate(id)
    const { request_id } = (await close(id)).body
    await manager.post(`/sprints/${id}/cancel/`)
    await stage.clearOutbox()
    await app.runJobs()
    t.match(await requestOf(id), { status: 'failed', failure_reason: 'cancelled', terminal: true })
    const told = { id, request_id, failure_reason: 'cancelled', attempt_count: 1, terminal: true }
    t.same(await framesOf(app, 'sprint_close_failed'), [told])
  })

  await t.test('is tried three times, all of it or nothing, and can be asked for anew', async (t) => {
    const id = await stage.sprint()
    const open = await stage.task({ sprint: id })
    await stage.activate(id)
    await app.sql(
      `create function refuse() returns trigger as $$ begin raise exception 'no room'; end $$ language plpgsql`,
    )
    await app.sql('create trigger refuse before insert on sprint_task_outcomes for each row execute function refuse()')
    await close(id)
    await attempt(id)
    t.match(await requestOf(id), { status: 'failed', attempt_count: 1, failure_reason: 'error', terminal: false })
    t.match(await requestOf(id), { next_attempt_at: '2026-03-10T12:01:00.000Z', error_message: 'no room' })
    t.match((await requestOf(id, member)).error_message, /could not be closed/)
    t.match(await read(id), { state: 'ACTIVE', completed_points: null })
    t.match(await readTask(open), { sprint: id })
    const [again] = await app.sql(`select run_at from graphile_worker.jobs where key like 'close-sprint:%'`)
    t.match(again, { run_at: /^2026-03-10 12:01:00/ })
    await attempt(id)
    await attempt(id)
    const { request_id: _, ...told } = (await framesOf(app, 'sprint_close_failed')).at(-1) as Record<string, unknown>
    t.same(told, { id, failure_reason: 'error', attempt_count: 3, terminal: true }, 'without the text of the fault')
    t.match(await requestOf(id), { status: 'failed', attempt_count: 3, next_attempt_at: null, terminal: true })
    await app.sql('drop trigger refuse on sprint_task_outcomes')
    await close(id)
    await app.runJobs()
    t.match(await requestOf(id), { status: 'completed', attempt_count: 1 })
    t.equal((await outcomesOf(id)).length, 1)
  })

  await t.test('five hundred tasks in a second', async (t) => {
    const id = await stage.sprint()
    await app.sql(
      `insert into tasks (id, project_id, number, name, sprint_id, story_points, status) select gen_random_uuid(), $1, 5000 + n,
        'T' || n, $2, 1, case when n % 2 = 0 then 'COMPLETE' else 'NOT_STARTED' end from generate_series(1, 500) n`,
      [project.id, id],
    )
    await stage.activate(id)
    await close(id)
    const startedMs = performance.now()
    await attempt(id)
    t.comment(`closing took ${Math.round(performance.now() - startedMs)} ms`)
    t.match(await read(id), { state: 'COMPLETED', completed_points: 250 })
    t.equal((await outcomesOf(id)).length, 500)
    t.ok(performance.now() - startedMs < 5_000, 'with room for a busy machine')
  })
})
