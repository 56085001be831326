import t from 'tap'
import { framesOf } from './support/read-outbox.ts'
import { setUp, TODAY } from './support/task-writes.ts'

t.test('a start that has come begins the work', async (t) => {
  const { make, patch } = await setUp(t)
  const [past, today, future, told] = [await make(), await make(), await make(), await make()]
  t.match((await patch(past.id, { planned_start: '2026-03-01' })).body, {
    status: 'IN_PROGRESS',
    actual_start: '2026-03-01',
  })
  t.match((await patch(today.id, { planned_start: TODAY })).body, { status: 'IN_PROGRESS', actual_start: TODAY })
  t.match((await patch(future.id, { planned_start: '2026-03-11' })).body, { status: 'NOT_STARTED', actual_start: null })
  t.match((await patch(told.id, { planned_start: '2026-03-01', status: 'ON_HOLD' })).body, {
    status: 'ON_HOLD',
    actual_start: null,
  })
})

t.test('progress begins and ends the work by itself', async (t) => {
  const { make, patch, project } = await setUp(t)
  const ann = await project.member(100)
  const task = await make()
  t.match((await patch(task.id, { percent_complete: 20 })).body, { status: 'IN_PROGRESS', actual_start: TODAY })
  t.match((await patch(task.id, { percent_complete: 100 })).body, { status: 'COMPLETE', actual_finish: TODAY })
  const hers = await make({ assignee: ann.account.id, planned_start: '2026-04-01' })
  t.match((await patch(hers.id, { percent_complete: 100 }, ann)).body, { status: 'REVIEW', actual_finish: null })
  const kept = await make({ status: 'BACKLOG' })
  t.match((await patch(kept.id, { percent_complete: 100 })).body, { status: 'BACKLOG' })
  const bare = await make({ assignee: ann.account.id })
  t.match(await patch(bare.id, { percent_complete: 5 }, ann), {
    status: 400,
    body: { code: 'progress_requires_anchor' },
  })
})

t.test('completing and reopening move the actual finish and the remaining points', async (t) => {
  const { make, patch } = await setUp(t)
  const task = await make({ story_points: 5, remaining_points: 3 })
  t.match((await patch(task.id, { status: 'IN_PROGRESS' })).body, { actual_start: TODAY, percent_complete: 0 })
  const done = (await patch(task.id, { status: 'COMPLETE' })).body
  t.match(done, {
    actual_finish: TODAY,
    actual_start: TODAY,
    remaining_points: 0,
    percent_complete: 100,
    status_changed_at: `${TODAY}T12:00:00.000Z`,
  })
  const reopened = (await patch(task.id, { status: 'IN_PROGRESS' })).body
  t.match(reopened, { actual_finish: null, remaining_points: 5, percent_complete: 99 })
  const stated = { actual_start: '2026-03-02', actual_finish: '2026-03-05', remaining_points: 1 }
  const told = (await patch(task.id, { status: 'COMPLETE', ...stated })).body
  t.match(told, { actual_finish: '2026-03-05', remaining_points: 1 })
  t.match(
    (await patch(task.id, { percent_complete: 40 })).body,
    { percent_complete: 100 },
    'a finished row stays at 100',
  )
  t.equal((await make({ status: 'REVIEW' })).percent_complete, 100)
})

t.test('changed durations of work in progress follow the policy and are recorded', async (t) => {
  const { app, make, patch, clearOutbox } = await setUp(t, { duration_change_percent_policy: 'prorate' })
  const task = await make({ duration: 4, percent_complete: 50 })
  const idle = await make({ duration: 4 })
  await clearOutbox()
  t.match((await patch(task.id, { duration: 6 })).body, { duration: 6, percent_complete: 33.3 })
  await patch(idle.id, { duration: 6 })
  await patch(task.id, { duration: 3, percent_complete: 40 })
  await app.sql("update projects set duration_change_percent_policy = 'confirm'")
  t.match((await patch(task.id, { duration: 8 })).body, { percent_complete: 40 })
  t.match(await framesOf(app, 'task_duration_changed'), [
    {
      id: task.id,
      task_id: task.id,
      old_duration: 4,
      new_duration: 6,
      percent_complete_at_change: 50,
      percent_complete_after: 33.3,
      policy_applied: 'prorate',
    },
    {
      old_duration: 6,
      new_duration: 3,
      percent_complete_at_change: 33.3,
      percent_complete_after: null,
      policy_applied: 'prorate',
    },
    { old_duration: 3, new_duration: 8, percent_complete_after: null, policy_applied: 'confirm' },
  ])
})

t.test('suggested estimates are pending, open ones carry no status', async (t) => {
  const { app, make, patch } = await setUp(t, { estimation_mode: 'suggest_approve' })
  const task = await make()
  t.match((await patch(task.id, { most_likely_duration: 3 })).body, { estimate_status: 'pending' })
  await app.sql("update projects set estimation_mode = 'open'")
  t.match((await patch(task.id, { most_likely_duration: 4 })).body, { estimate_status: null })
  await app.sql("update projects set estimation_mode = 'pm_only'")
  t.match((await app.owner.get(`/tasks/${task.id}/`)).body, { can_edit_estimates: true })
})

t.test('pm_only estimates refuse the assignee', async (t) => {
  const { make, patch, project } = await setUp(t, { estimation_mode: 'pm_only' })
  const ann = await project.member(100)
  const task = await make({ assignee: ann.account.id })
  t.equal((await patch(task.id, { most_likely_duration: 4 }, ann)).status, 403)
  t.equal((await ann.get(`/tasks/${task.id}/`)).body.can_edit_estimates, false)
  t.equal((await patch(task.id, { type: 'epic' }, ann)).status, 403)
})
