import t from 'tap'
import { announced, framesOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

t.test('the outcome of a sprint and its review', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, manager, outsider, owner } = stage
  const sprint = await stage.sprint({ goal: 'Ship' })
  const done = await stage.task({ sprint, name: 'Done', story_points: 5 })
  const plain = await stage.task({ sprint, name: 'Plain', story_points: 2 })
  const open = await stage.task({ sprint, name: 'Open', story_points: 3 })
  for (const [text, met] of [
    ['Holds', true],
    ['Floats', false],
  ] as const)
    await owner.post('/acceptance-criteria/', { task: done, text, met })
  await stage.activate(sprint)
  for (const id of [done, plain]) await owner.patch(`/tasks/${id}/`, { status: 'COMPLETE' })
  const read = async (user = member) => (await user.get(`/sprints/${sprint}/outcome/`)).body

  await t.test('before the close it is provisional', async (t) => {
    const body = await read()
    t.match(body, { sprint_id: sprint, state: 'ACTIVE', provisional: true, outcome_recorded: false, goal: 'Ship' })
    t.match(body.didnt_ship, [{ task_id: open, disposition: null, story_points: 3 }])
    t.match(body.review, { shipped: [{ outcome_id: null, task_id: done }, {}], commitment: { carried_count: null } })
    t.equal((await outsider.get(`/sprints/${sprint}/outcome/`)).status, 404)
  })

  await member.post(`/sprints/${sprint}/close/`)
  await app.runJobs()
  const { shipped } = (await read()).review
  const [first, second] = shipped.map((row: { outcome_id: string }) => row.outcome_id)

  await t.test('afterwards it stands, with what was committed, shipped and left', async (t) => {
    const body = await read()
    t.match(body, { provisional: false, outcome_recorded: true, goal_outcome: 'PARTIAL', closed_at: String })
    t.match(body.commitment, { committed_points: 10, completed_points: 7, completion_ratio_points: 0.7 })
    t.match(body.velocity, {
      completed_points: 7,
      velocity_delta_points: null,
      rolling_avg_points: 7,
      burn_status: 'ahead',
    })
    t.match(body.didnt_ship, [{ task_title: 'Open', final_status: 'NOT_STARTED', disposition: 'dropped' }])
    t.match(body.didnt_ship_summary, { carried_count: 0, dropped_count: 1, dropped_points: 3 })
    t.match(shipped[0], { task_title: 'Done', acceptance: { met: 1, total: 2 }, unmet_criteria: ['Floats'] })
    t.match(body.review, { not_accepted_count: 1, not_accepted_points: 5, no_criteria_count: 2, accepted_count: 0 })
    t.match(body.review.commitment, { committed_count: 3, shipped_count: 2, carried_count: 0 })
  })

  await t.test('managers read its counts and not the team’s points', async (t) => {
    const body = await read(manager)
    t.match(body, {
      velocity: null,
      commitment: { committed_points: 10 },
      didnt_ship_summary: { dropped_points: null },
    })
    t.match(body.review, { not_accepted_points: null, not_accepted_count: 1, shipped: [{ story_points: null }, {}] })
    t.equal(body.didnt_ship[0].story_points, null)
    t.match(await read(viewer), { velocity: { completed_points: 7 } }, 'the team does')
  })

  await t.test('the team prepares the demo', async (t) => {
    const post = (id: string, what: string, body: object = {}, user = member) =>
      user.post(`/sprint-task-outcomes/${id}/${what}/`, body)
    t.equal((await post(first, 'toggle-demo', {}, viewer)).status, 403)
    t.equal((await post(first, 'toggle-demo', {}, outsider)).status, 404)
    await stage.clearOutbox()
    t.match((await post(first, 'toggle-demo')).body, { id: first, demo_ready: true })
    t.match((await post(second, 'toggle-demo', { demo_ready: true })).body, { demo_ready: true })
    await post(second, 'toggle-demo')
    t.match((await post(first, 'set-presenter', { presenter: ` ${'x'.repeat(130)}` })).body, {
      presenter: 'x'.repeat(120),
    })
    t.match((await post(first, 'set-note', { note: 'y'.repeat(300) })).body, { review_note: 'y'.repeat(200) })
    t.match((await post(first, 'set-note', { note: '' })).body, { review_note: '' })
    await post(first, 'set-note', { note: '' })
    t.same(await announced(app), [
      'demo_toggled',
      'demo_toggled',
      'demo_presenter_set',
      'review_note_set',
      'review_note_set',
    ])
    t.match(await framesOf(app, 'demo_toggled'), [{ id: first, sprint_id: sprint, demo_ready: true }, { id: second }])
    t.match((await framesOf(app, 'review_note_set')).at(-1), { id: first, sprint_id: sprint, note: '' })
    for (const [what, body] of [
      ['set-presenter', { presenter: 7 }],
      ['set-note', {}],
      ['toggle-demo', { demo_ready: 'x' }],
    ] as const)
      t.equal((await post(first, what, body)).status, 400)
  })

  await t.test('and puts it into an order', async (t) => {
    const order = (outcome_ids: unknown, user = member) =>
      user.post(`/sprints/${sprint}/demo-list/reorder/`, { outcome_ids })
    t.same((await order([second, first])).body, { updated: 2 })
    t.same((await order([second, first])).body, { updated: 0 })
    t.same(await framesOf(app, 'demo_reordered'), [{ sprint_id: sprint }])
    const ids = (await read()).review.shipped.map((row: { task_short_id: string }) => row.task_short_id)
    t.same((await read()).review.demo_list, [ids[1], ids[0]])
    for (const wrong of [[first], [first, first], [first, second, sprint]]) {
      const refused = await order(wrong)
      t.match([refused.status, refused.body], [409, { conflicts: Array }])
    }
    t.same(Object.keys((await order([])).body), ['outcome_ids'])
    t.equal((await order([first], viewer)).status, 403)
  })

  await t.test('what it found becomes a backlog item, once', async (t) => {
    await stage.clearOutbox()
    const flag = () => member.post(`/sprint-task-outcomes/${first}/flag-for-backlog/`)
    const { flagged_task_id: made } = (await flag()).body
    t.match((await owner.get(`/tasks/${made}/`)).body, {
      name: 'Done',
      status: 'BACKLOG',
      duration: 1,
      project: project.id,
    })
    t.equal((await flag()).body.flagged_task_id, made)
    t.same(await framesOf(app, 'flagged_for_backlog'), [{ id: first, sprint_id: sprint, task_id: made }])
    t.equal((await framesOf(app, 'task_created')).length, 1)
    t.equal((await read()).review.shipped[0].flagged_to_backlog, true)
    await owner.delete(`/tasks/${made}/`)
    t.equal((await read()).review.shipped[0].flagged_to_backlog, false)
    t.not((await flag()).body.flagged_task_id, made, 'again when that was deleted')
  })
})
