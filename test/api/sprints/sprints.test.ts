import t from 'tap'
import { announced, framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'
import { setStage, TWO_WEEKS } from './sprint-stage.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const fieldsOf = (answer: { status: number; body: object }) => [answer.status, Object.keys(answer.body)]

t.test('sprints of a project', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, scheduler, manager, outsider, owner } = stage
  const path = `/projects/${project.id}/sprints/`

  await t.test('the team plans them and everybody reads them in order', async (t) => {
    t.equal((await viewer.post(path, { name: 'X', ...TWO_WEEKS })).status, 403)
    t.equal((await outsider.get(path)).status, 404)
    const later = await member.post(path, { name: 'Later', start_date: '2026-03-23', finish_date: '2026-04-03' })
    t.equal(later.status, 201)
    const first = await scheduler.post(path, { name: '  One ', goal: 'Ship', ...TWO_WEEKS })
    t.match(first.body, { name: 'One', goal: 'Ship', state: 'PLANNED', status: 'PLANNED', server_version: 1 })
    t.match(first.body, { committed_points: null, completion_ratio_points: null, pending_count: 0, wip_count: 0 })
    t.match(first.body, { created_by: scheduler.account.id, target_milestone: null, capacity_points: null })
    const names = async (query = '') =>
      (await viewer.get(path + query)).body.results.map((row: { name: string }) => row.name)
    t.same(await names(), ['One', 'Later'], 'by start')
    t.same(await names('?ordering=-start_date'), ['Later', 'One'])
    t.same(await names('?state=ACTIVE'), [])
    t.same(await names('?status=PLANNED&page_size=1'), ['One'])
    t.equal((await viewer.get(`${path}?state=OPEN`)).status, 400)
    t.same(await framesOf(app, 'sprint_created'), [{ id: later.body.id }, { id: first.body.id }])
  })

  await t.test('they are numbered with the tasks, and a reference leads to them', async (t) => {
    const taskId = await stage.task()
    const id = await stage.sprint({ name: 'Numbered' })
    const { body } = await viewer.get(`/sprints/${id}/`)
    const number = Number((await viewer.get(`/tasks/${taskId}/`)).body.short_id.split('-').pop()) + 1
    t.match(body, { short_id_display: `SP-${number}`, qualified_id: `${project.key}-SP-${number}` })
    const { body: keyed } = await owner.post('/projects/', { name: 'Keyed', start_date: '2026-01-05' })
    const planned = await owner.post(`/projects/${keyed.id}/sprints/`, { name: 'First', ...TWO_WEEKS })
    const found = await owner.get(`/resolve/?kind=project&ref=${keyed.code.toLowerCase()}-sp-1`)
    const canonical_ref = `${keyed.code}-SP-1`
    t.match(found.body, { type: 'sprint', id: planned.body.id, project_id: keyed.id, canonical_ref })
    for (const ref of [`${keyed.code}-SP-2`, `${keyed.code}-R-1`])
      t.equal((await owner.get(`/resolve/?kind=project&ref=${ref}`)).status, 404)
    t.equal((await outsider.get(`/sprints/${id}/`)).status, 404)
    t.equal((await viewer.get(`/sprints/${ABSENT}/`)).status, 404)
  })

  await t.test('what cannot be is refused by its field and changes nothing', async (t) => {
    const id = await stage.sprint({ name: 'Stays' })
    const before = await app.sql('select * from sprints order by id')
    const plain = await stage.task()
    const cases: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ finish_date: TWO_WEEKS.start_date }, 'finish_date'],
      [{ start_date: '2026-02-30' }, 'start_date'],
      [{ target_milestone: plain }, 'target_milestone'],
      [{ target_milestone: ABSENT }, 'target_milestone'],
      [{ capacity_points: -1 }, 'capacity_points'],
      [{ wip_limit: 2_147_483_648 }, 'wip_limit'],
      [{ goal_outcome: 'GOOD' }, 'goal_outcome'],
    ]
    for (const [body, field] of cases) {
      const whole = { name: 'X', ...TWO_WEEKS, ...body }
      t.same(fieldsOf(await manager.post(path, whole)), [400, [field]], `post ${field}`)
      t.same(fieldsOf(await manager.patch(`/sprints/${id}/`, body)), [400, [field]], `patch ${field}`)
    }
    t.same(fieldsOf(await member.post(path, {})), [400, ['name', 'start_date', 'finish_date']])
    t.same(await app.sql('select * from sprints order by id'), before)
  })

  await t.test('targets and judgements are the Resource Manager’s, by field', async (t) => {
    const id = await stage.sprint()
    for (const body of [
      { capacity_points: 5 },
      { wip_limit: 2 },
      { goal_outcome: 'MET' },
      { exclude_from_velocity: true },
    ]) {
      const [field] = Object.keys(body)
      t.same(fieldsOf(await member.patch(`/sprints/${id}/`, body)), [400, [field]])
      t.same(fieldsOf(await member.post(path, { name: 'X', ...TWO_WEEKS, ...body })), [400, [field]])
      t.match((await scheduler.patch(`/sprints/${id}/`, body)).body, body)
      t.match((await member.patch(`/sprints/${id}/`, body)).body, body, 'sent as it stands it is no change')
    }
    t.match((await scheduler.patch(`/sprints/${id}/`, { goal_outcome: '' })).body, { goal_outcome: null })
    const { body } = await member.put(`/sprints/${id}/`, { name: 'Renamed', ...TWO_WEEKS })
    t.match(body, { name: 'Renamed', capacity_points: 5, server_version: 7 })
    t.equal((await member.patch(`/sprints/${id}/`, { name: 'Renamed' })).body.server_version, 7)
  })

  await t.test('managers delete what never began; its tasks stay without a sprint', async (t) => {
    const id = await stage.sprint()
    const taskId = await stage.task({ sprint: id })
    t.equal((await member.delete(`/sprints/${id}/`)).status, 403)
    await stage.clearOutbox()
    t.equal((await manager.delete(`/sprints/${id}/`)).status, 204)
    t.match((await viewer.get(`/tasks/${taskId}/`)).body, { sprint: null, server_version: 2 })
    t.match(await announced(app), ['task_updated', 'sprint_deleted'])
    t.equal((await manager.delete(`/sprints/${id}/`)).status, 404)
    t.equal((await viewer.get(`/sprints/${id}/`)).status, 404)
  })

  await t.test('an archived project refuses every write', async (t) => {
    const id = await stage.sprint()
    await app.sql('update projects set is_archived = true where id = $1', [project.id])
    t.equal((await owner.post(path, { name: 'X', ...TWO_WEEKS })).status, 403)
    for (const what of ['activate', 'cancel']) t.equal((await owner.post(`/sprints/${id}/${what}/`)).status, 403)
    t.equal((await owner.patch(`/sprints/${id}/`, { name: 'X' })).status, 403)
    t.equal((await owner.delete(`/sprints/${id}/`)).status, 403)
    t.equal((await viewer.get(`/sprints/${id}/`)).status, 200)
    await app.sql('update projects set is_archived = false where id = $1', [project.id])
  })
})

t.test('a sprint under way', async (t) => {
  const stage = await setStage(t)
  const { app, viewer, member, scheduler, manager, owner, project } = stage

  await t.test('begins with what its tasks count, ranked as the backlog is', async (t) => {
    const id = await stage.sprint({ goal: 'Ship' })
    const low = await stage.task({ sprint: id, story_points: 3, priority_rank: 20 })
    const high = await stage.task({ sprint: id, story_points: 5, priority_rank: 10 })
    const unranked = await stage.task({ sprint: id })
    await stage.task({ sprint: id, type: 'epic' })
    t.equal((await stage.activate(id, viewer)).status, 403)
    const { status, body } = await stage.activate(id, member)
    t.equal(status, 200)
    t.match(body, { state: 'ACTIVE', committed_points: 8, committed_task_count: 4, warnings: [] })
    t.match(body, { activated_at: '2026-03-10T12:00:00.000Z' })
    const ranks = await app.sql<{ id: string }>(
      'select id from tasks where sprint_rank is not null order by sprint_rank',
    )
    t.same(
      ranks.map((row) => row.id),
      [high, low, unranked],
    )
    t.same(await framesOf(app, 'sprint_activated'), [{ id }])
    t.same(await framesOf(app, 'sprint_reranked'), [{ project_id: project.id, sprint_id: id }])
    const [told] = await webhooksOf(app, 'sprint.activated')
    t.match(told, { id, project: project.id, name: 'One', goal: 'Ship', state: 'ACTIVE', ...TWO_WEEKS, source: 'api' })
    t.match(told, { committed_points: 8, committed_task_count: 4, activated_at: body.activated_at })
  })

  await t.test('is the only one of its project', async (t) => {
    const [active] = (await viewer.get(`/projects/${project.id}/sprints/?state=ACTIVE`)).body.results
    const other = await stage.sprint({ name: 'Two' })
    const refused = await stage.activate(other)
    t.equal(refused.status, 409)
    t.match(refused.body, { detail: /active/, conflicting_sprint_id: active.id })
    t.same(fieldsOf(await stage.activate(active.id)), [400, ['detail']])
  })

  await t.test('keeps its plan; targets move until it ends, judgements always', async (t) => {
    const [{ id }] = (await viewer.get(`/projects/${project.id}/sprints/?state=ACTIVE`)).body.results
    for (const body of [{ name: 'X' }, { goal: 'X' }, { start_date: '2026-03-08' }, { finish_date: '2026-03-27' }])
      t.same(fieldsOf(await manager.patch(`/sprints/${id}/`, body)), [400, ['non_field_errors']])
    t.match((await scheduler.patch(`/sprints/${id}/`, { capacity_points: 9, wip_limit: 3 })).body, { wip_limit: 3 })
    t.match((await member.patch(`/sprints/${id}/`, { name: 'One', notes: 'Windy' })).body, { notes: 'Windy' })
    t.same(fieldsOf(await manager.delete(`/sprints/${id}/`)), [400, ['detail']])
    t.equal((await member.post(`/sprints/${id}/cancel/`)).status, 403, 'members do not call off what is under way')
    t.match((await manager.post(`/sprints/${id}/cancel/`)).body, { state: 'CANCELLED' })
    t.same(await framesOf(app, 'sprint_cancelled'), [{ id }])
    t.equal((await app.sql('select 1 from tasks where sprint_rank is not null or sprint_pending')).length, 0)
    t.same(fieldsOf(await manager.post(`/sprints/${id}/cancel/`)), [400, ['detail']])
    t.same(fieldsOf(await manager.patch(`/sprints/${id}/`, { capacity_points: 1 })), [400, ['capacity_points']])
    t.match((await scheduler.patch(`/sprints/${id}/`, { goal_outcome: 'MISSED' })).body, { goal_outcome: 'MISSED' })
  })

  await t.test('its tasks begin with it where nobody said when', async (t) => {
    const id = await stage.sprint({ name: 'Later', start_date: '2026-05-04', finish_date: '2026-05-15' })
    const floating = await stage.task({ sprint: id, duration: 2 })
    const fixed = await stage.task({ sprint: id, duration: 2, planned_start: '2026-06-01' })
    const gate = await stage.task({ sprint: id, is_milestone: true })
    const startOf = async (task: string) => (await viewer.get(`/tasks/${task}/`)).body
    await app.runJobs()
    t.match(await startOf(floating), { early_start: '2026-05-04', planned_start: null })
    t.match(await startOf(fixed), { early_start: '2026-06-01' })
    t.not((await startOf(gate)).early_start, '2026-05-04', 'milestones stand where their links put them')
    const moved = (await framesOf(app, 'task_dates_updated')).flatMap(
      (frame) => (frame as { tasks: object[] }).tasks ?? [],
    )
    t.notMatch(moved, [{ id: floating, planned_start: '2026-05-04' }])
    await member.patch(`/sprints/${id}/`, { start_date: '2026-05-11' })
    await app.runJobs()
    t.match(await startOf(floating), { early_start: '2026-05-11', server_version: 1 }, 'and follow it when it moves')
    await owner.patch(`/tasks/${floating}/`, { sprint: null })
    await app.runJobs()
    t.ok((await startOf(floating)).early_start < '2026-05-01')
    await manager.delete(`/sprints/${id}/`)
  })

  await t.test('takes tasks of its project alone, and none once it has ended', async (t) => {
    const ended = (await viewer.get(`/projects/${project.id}/sprints/?state=CANCELLED`)).body.results[0].id
    const plain = await stage.task()
    const refused = async (sprint: string) => fieldsOf(await owner.patch(`/tasks/${plain}/`, { sprint }))
    t.same(await refused(ABSENT), [400, ['sprint']])
    t.same(await refused(ended), [400, ['sprint']])
    const open = await stage.sprint({ name: 'Open' })
    const phase = await stage.task()
    await stage.task({ parent_id: phase })
    t.same(fieldsOf(await owner.patch(`/tasks/${phase}/`, { sprint: open })), [400, ['sprint']])
    t.match((await owner.patch(`/tasks/${plain}/`, { sprint: open })).body, { sprint: open, sprint_pending: false })
    t.match((await member.post(`/sprints/${open}/cancel/`)).body, { state: 'CANCELLED' }, 'members cancel a plan')
  })
})
