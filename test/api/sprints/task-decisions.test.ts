import t from 'tap'
import { framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

const TRIPLE = { optimistic_duration: 2, most_likely_duration: 3, pessimistic_duration: 5 }

t.test('an estimate is accepted by Resource Managers and taken back, and a new one waits again', async (t) => {
  const { app, project, member, scheduler, viewer, task, owner } = await setStage(t)
  const id = await task({ assignee: member.account.id, ...TRIPLE })
  const say = (what: string, user = scheduler) => user.post(`/tasks/${id}/${what}/`)
  t.match(
    await say('approve-estimates'),
    { status: 400, body: { detail: String } },
    'here they hold as they are written',
  )
  await owner.patch(`/projects/${project.id}/`, { estimation_mode: 'suggest_approve' })
  const bare = await task()
  t.equal((await scheduler.post(`/tasks/${bare}/approve-estimates/`)).status, 400, 'there is nothing to accept')
  await member.patch(`/tasks/${id}/`, { pessimistic_duration: 6 })
  t.equal((await member.get(`/tasks/${id}/`)).body.estimate_status, 'pending')
  t.equal((await say('approve-estimates', member)).status, 403)
  t.equal((await say('withdraw-approval', viewer)).status, 403)
  const accepted = await say('approve-estimates')
  t.match(accepted, { status: 200, body: { id, estimate_status: 'accepted', ...TRIPLE, pessimistic_duration: 6 } })
  const again = await say('approve-estimates')
  t.equal(again.body.server_version, accepted.body.server_version, 'said twice it changes nothing')
  t.match((await framesOf(app, 'task_updated')).at(-1), { id, changed_fields: ['estimate_status'] })
  t.equal((await say('withdraw-approval')).body.estimate_status, 'pending')
  await say('approve-estimates')
  await member.patch(`/tasks/${id}/`, { pessimistic_duration: 9 })
  t.equal((await member.get(`/tasks/${id}/`)).body.estimate_status, 'pending')
})

t.test('a story that is too large is split', async (t) => {
  const { project, member, viewer, scheduler, sprint, task, owner } = await setStage(t)
  const epic = await task({ type: 'epic', name: 'Quay' })
  const phase = await task({ name: 'Phase' })
  const id = await task({
    name: 'Unload',
    type: 'story',
    parent_epic: epic,
    parent_id: phase,
    story_points: 8,
    sprint: await sprint(),
  })
  for (const [text, met] of [
    ['Crane stands', true],
    ['Ship is empty', false],
  ])
    await owner.post('/acceptance-criteria/', { task: id, text, met, given: 'it is day' })
  const split = await member.post(`/tasks/${id}/split/`, {})
  t.equal(split.status, 201, split.text)
  t.match(split.body, {
    name: 'Unload (split)',
    type: 'story',
    parent_epic: epic,
    parent_id: phase,
    status: 'BACKLOG',
    sprint: null,
    dor: 'idea',
    story_points: null,
    notes: /^Split from /,
    project: project.id,
  })
  const criteria = await member.get(`/acceptance-criteria/?task=${split.body.id}`)
  t.match(criteria.body, { count: 1, results: [{ text: 'Ship is empty', given: 'it is day', met: false }] })
  t.equal((await member.get(`/acceptance-criteria/?task=${id}`)).body.count, 2, 'the first keeps its own')
  t.equal((await member.post(`/tasks/${id}/split/`, { name: 'The other half' })).body.name, 'The other half')
  t.same(Object.keys((await member.post(`/tasks/${id}/split/`, { name: ' ' })).body), ['name'])
  t.equal((await member.post(`/tasks/${phase}/split/`, {})).status, 400, 'a phase is divided by its tasks')
  for (const user of [viewer, scheduler]) t.equal((await user.post(`/tasks/${id}/split/`, {})).status, 403)
})

t.test('somebody is asked to take on what a retrospective meant to do', async (t) => {
  const { app, member, manager, viewer, sprint, task } = await setStage(t)
  const at = `/sprints/${await sprint()}`
  const ask = async () => {
    const retro = await manager.post(`${at}/retro/`, {
      action_items: [{ text: 'Brew tea', assignee: member.account.id }],
    })
    const action = retro.body.action_items[0].id
    const made = await manager.post(`${at}/retrospective/action-items/${action}/promote/`, {})
    const frame = (await framesOf(app, 'suggestion_created')).at(-1) as Record<string, string>
    return {
      id: made.body.task.id as string,
      made: made.body.task,
      frame,
      on: `/tasks/${made.body.task.id}/suggestions/${frame.suggestion_id}`,
    }
  }

  await t.test('who says yes has the task', async (t) => {
    const { id, made, frame, on } = await ask()
    t.equal(made.assignee, null)
    t.match(frame, { task_id: id, suggested_user_id: member.account.id })
    for (const user of [manager, viewer]) t.equal((await user.post(`${on}/accept/`)).status, 403)
    t.equal((await member.post(`/tasks/${await task()}/suggestions/${frame.suggestion_id}/accept/`)).status, 404)
    const accepted = await member.post(`${on}/accept/`)
    t.match(accepted, { status: 200, body: { id, assignee: member.account.id } })
    t.match((await webhooksOf(app, 'task.assigned')).at(-1), {
      id,
      assignee: member.account.id,
      source: 'suggestion_accept',
    })
    for (const what of ['accept', 'decline']) t.equal((await member.post(`${on}/${what}/`)).status, 409)
    t.equal((await manager.post(`${on}/revoke/`)).status, 409)
  })

  await t.test('who says no has not, and who asked may take it back', async (t) => {
    const no = await ask()
    t.equal((await manager.post(`${no.on}/decline/`)).status, 403)
    t.equal((await member.post(`${no.on}/decline/`)).body.assignee, null)
    t.match((await framesOf(app, 'suggestion_declined')).at(-1), { id: no.frame.suggestion_id, task_id: no.id })
    const back = await ask()
    t.equal((await member.post(`${back.on}/revoke/`)).status, 403)
    t.equal((await manager.post(`${back.on}/revoke/`)).status, 200)
    t.match((await framesOf(app, 'suggestion_revoked')).at(-1), { id: back.frame.suggestion_id, task_id: back.id })
    t.equal((await member.post(`${back.on}/accept/`)).status, 409)
  })

  await t.test('a task that has become a phase is nobody’s to take', async (t) => {
    const { id, on } = await ask()
    await task({ parent_id: id })
    const refused = await member.post(`${on}/accept/`)
    t.same([refused.status, Object.keys(refused.body)], [400, ['assignee']])
  })

  await t.test('a task that somebody else has meanwhile stays theirs', async (t) => {
    const { id, on } = await ask()
    await manager.patch(`/tasks/${id}/`, { assignee: manager.account.id })
    t.match(await member.post(`${on}/accept/`), {
      status: 409,
      body: { task_id: id, current_assignee_id: manager.account.id },
    })
    t.equal((await member.get(`/tasks/${id}/`)).body.assignee, manager.account.id)
    t.match(await member.post(`${on}/decline/`), { status: 409, body: { detail: /accepted/ } }, 'it is settled')
  })
})
