import t from 'tap'
import { startApp } from '../../../support/start-app.ts'
import { buildProject } from '../support/build-project.ts'
import { framesOf } from '../support/read-outbox.ts'

t.test('guardrails of sprints', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app, { status_date: '2026-01-05' })
  const viewer = await project.member(1)
  const member = await project.member(100)
  const manager = await project.member(300)
  const path = `/projects/${project.id}/guardrail-policy/`
  const task = async (fields: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'T', duration: 2, ...fields })).body.id
  const dates = { start_date: '2026-02-02', finish_date: '2026-02-13' }
  const sprint = (await app.owner.post(`/projects/${project.id}/sprints/`, { name: 'One', ...dates })).body.id
  const put = (id: string) => app.owner.patch(`/tasks/${id}/`, { sprint })
  const rules = (answer: { body: { warnings?: { rule: string }[] } }) => answer.body.warnings?.map((one) => one.rule)
  const [early, fits, story, daily] = [
    await task(),
    await task({ planned_start: '2026-02-03' }),
    await task({ planned_start: '2026-02-03' }),
    await task(),
  ]
  await task({ parent_id: story, is_subtask: true, planned_start: '2026-02-03' })
  await app.owner.post('/recurrence-rules/', { task: daily })
  await app.runJobs()
  const out = (id: string) => app.owner.patch(`/tasks/${id}/`, { sprint: null })

  await t.test('warn and change no status', async (t) => {
    const moved = await put(early)
    t.same([moved.status, rules(moved)], [200, ['task_outside_sprint_window']])
    t.equal(moved.body.sprint, sprint)
    t.same(rules(await put(early)), undefined, 'the same sprint again is no change')
    t.same(rules(await put(fits)), undefined)
    t.same(rules(await put(story)), ['summary_in_sprint'])
    t.same(rules(await put(daily)), ['recurring_in_sprint'])
  })

  await t.test('follow the policy that members change and owners sharpen', async (t) => {
    const before = (await viewer.get(path)).body
    t.match(before, { levels: {}, acknowledged_by_team: false, effective_levels: { summary_in_sprint: 'warn' } })
    const window = { levels: { task_outside_sprint_window: 'block' } }
    t.equal((await viewer.patch(path, window)).status, 403)
    t.match((await member.patch(path, window)).body, { ...window, effective_levels: { recurring_in_sprint: 'warn' } })
    for (const rule of ['phase_in_sprint', 'summary_in_sprint', 'subtasks_split', 'recurring_in_sprint'])
      t.equal((await manager.patch(path, { levels: { [rule]: 'block' } })).status, 403, rule)
    const sharp = await app.owner.patch(path, { levels: { summary_in_sprint: 'block', recurring_in_sprint: 'block' } })
    t.match(sharp.body.levels, { task_outside_sprint_window: 'block', summary_in_sprint: 'block' }, 'merged')
    t.match((await member.patch(path, { acknowledged_by_team: true })).body, { acknowledged_by_team: true })
    t.same((await framesOf(app, 'guardrail_policy_updated'))[0], { id: project.id })
    for (const levels of [{ none: 'warn' }, { summary_in_sprint: 'shout' }]) {
      const refused = await app.owner.patch(path, { levels })
      t.same([refused.status, Object.keys(refused.body)], [400, ['levels']])
    }
  })

  await t.test('refuse where they block, with the rule and what to do', async (t) => {
    const cases: [string, string, string][] = [
      [early, 'task_outside_sprint_window', 'align_dates_or_sprint'],
      [story, 'summary_in_sprint', 'assign_child_tasks'],
      [daily, 'recurring_in_sprint', 'remove_from_sprint'],
    ]
    for (const [id, rule, suggested_action] of cases) {
      t.equal((await out(id)).status, 200)
      const refused = await put(id)
      t.equal(refused.status, 400)
      t.match(refused.body, { code: 'guardrail_blocked', rule, suggested_action })
      t.equal((await viewer.get(`/tasks/${id}/`)).body.sprint, null)
    }
  })

  await t.test('never let a phase into a sprint', async (t) => {
    const phase = await task()
    await task({ parent_id: phase })
    const refused = await put(phase)
    t.same([refused.status, Object.keys(refused.body)], [400, ['sprint']])
  })
})
