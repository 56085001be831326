import { readFileSync } from 'node:fs'
import t from 'tap'
import { readPlan } from '../../../importers/read-plan.ts'
import { WritersBusy } from '../../../importers/write/pool.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { TASK_DATES } from '../../support/task-dates.ts'

/** A project with a tree, all link types, lags of both units, constraints, a milestone, progress and two calendars. */
async function makeProject(app: TestApp): Promise<string> {
  const project = await app.owner.post('/projects/', { name: 'Quay & "wall"', start_date: '2026-03-02' })
  const id = project.body.id as string
  const calendar = await app.owner.post('/calendars/', { name: 'Port', working_days: 63 })
  await app.owner.patch(`/projects/${id}/`, { status_date: '2026-03-02', calendar: calendar.body.id })
  await app.owner.post(`/calendars/${calendar.body.id}/exceptions/`, { exc_start: '2026-03-05', exc_end: '2026-03-05' })
  const task = async (body: Record<string, unknown>) => {
    const made = await app.owner.post('/tasks/', { project: id, ...body })
    if (made.status !== 201) throw new Error(made.text)
    return made.body.id as string
  }
  const phase = await task({ name: '=Works()' })
  const a = await task({ name: 'Survey <a> & b', duration: 4, parent_id: phase, notes: 'Two\nlines' })
  const b = await task({
    name: 'Piling',
    duration: 5,
    parent_id: phase,
    optimistic_duration: 3,
    most_likely_duration: 5,
    pessimistic_duration: 9,
  })
  const c = await task({ name: 'Deck', duration: 3, planned_start: '2026-03-20' })
  const d = await task({ name: 'Paint', duration: 2, percent_complete: 50, actual_start: '2026-03-02' })
  const open = await task({ name: 'Open', is_milestone: true })
  const link = async (predecessor: string, successor: string, dep_type: string, lag: number) => {
    const made = await app.owner.post('/dependencies/', { predecessor, successor, dep_type, lag })
    if (made.status !== 201) throw new Error(made.text)
  }
  await app.owner.put(`/tasks/${phase}/constraint/`, { constraint_type: 'SNET', constraint_date: '2026-03-03' })
  await app.owner.put(`/tasks/${b}/constraint/`, { constraint_type: 'FNET', constraint_date: '2026-03-16' })
  await app.owner.put(`/tasks/${open}/constraint/`, {
    constraint_type: 'MFO',
    constraint_date: '2026-03-27',
    deadline: '2026-03-25',
  })
  await link(a, b, 'FS', 2)
  await link(b, c, 'SS', -1)
  await link(c, d, 'FF', 0)
  await link(c, open, 'FS', 0)
  await app.sql(`update dependencies set lag_unit = 'elapsed', lag = 3 where successor_id = $1`, [open])
  await app.sql(`update tasks set calendar_id = $1 where id = $2`, [
    (await app.owner.post('/calendars/', { name: 'Seven days', working_days: 127 })).body.id,
    b,
  ])
  await app.sql(
    `insert into resources (id, name, folded_name) values ('00000000-0000-4000-8000-0000000000aa', 'Ann', 'ann')`,
  )
  await app.sql(
    `insert into task_resources (id, project_id, task_id, resource_id, units) values (gen_random_uuid(), $1, $2, '00000000-0000-4000-8000-0000000000aa', 0.5)`,
    [id, a],
  )
  await app.sql(
    `with l as (insert into labels (id, project_id, name, folded_name) values (gen_random_uuid(), $1, 'North', 'north') returning id)
     insert into task_labels (task_id, label_id) select $2, id from l`,
    [id, a],
  )
  await app.owner.post('/tasks/', { project: id, name: 'Some day', status: 'BACKLOG' })
  await app.owner.patch(`/tasks/${a}/`, { name: 'Survey <a> & b' })
  await app.runJobs()
  return id
}

async function facts(app: TestApp, projectId: string) {
  const tasks = await app.sql(
    `select t.name, t.duration, t.is_milestone, t.planned_start, t.percent_complete, t.actual_start, t.optimistic_duration,
       t.most_likely_duration, t.pessimistic_duration, t.notes, t.constraint_type, t.constraint_date, t.deadline, t.wbs_order, c.name as calendar, s.scheduled_start, s.early_start,
       s.early_finish, s.late_start, s.late_finish, s.total_float, s.free_float, s.is_critical
     from tasks t left join ${TASK_DATES} on s.task_id = t.id left join calendars c on c.id = t.calendar_id
     where t.project_id = $1 and not t.is_deleted and t.status <> 'BACKLOG' order by t.wbs_order`,
    [projectId],
  )
  const links = await app.sql(
    `select a.name as predecessor, b.name as successor, d.dep_type, d.lag, d.lag_unit from dependencies d
     join tasks a on a.id = d.predecessor_id join tasks b on b.id = d.successor_id
     where d.successor_project_id = $1 and not d.is_deleted order by 1, 2, 3`,
    [projectId],
  )
  const people = await app.sql(
    `select t.name as task, r.id, a.units from task_resources a join tasks t on t.id = a.task_id join resources r on r.id = a.resource_id
     where a.project_id = $1 order by 1, 2`,
    [projectId],
  )
  return { tasks, links, people }
}

t.test('a plan takes the baseline along that its tasks are measured against', async (t) => {
  const app = await startApp(t)
  const projectId = await makeProject(app)
  const at = (id: string) => `/projects/${id}/baselines/`
  const { id: baseline } = (await app.owner.post(at(projectId), { name: 'Agreed' })).body
  await app.owner.post(`${at(projectId)}${baseline}/activate/`)
  await app.owner.post(at(projectId), { name: 'Another' })
  const captured = (id: string) =>
    app.sql<{ name: string }>(
      `select t.name, c.start, c.finish, c.duration from baseline_tasks c join baselines b on b.id = c.baseline_id
       join tasks t on t.id = c.task_id where b.project_id = $1 and b.is_active and c.start is not null
       and t.name <> '=Works()' order by t.name`,
      [id],
    )
  const before = await captured(projectId)
  t.equal(before.length, 5, 'a phase is what lies in it')
  for (const file of ['planfile.xml', 'plan.json']) {
    const bytes = await app.owner.get(`/projects/${projectId}/export/${file}`)
    const sent = { name: file, bytes: bytes.text }
    const { project_id: id } = (await app.owner.upload('/projects/import/planfile/', sent)).body
    await app.runJobs()
    // An imported baseline lasts from its start to its finish: of a task that waits on its way the file says no more.
    const isMet = ({ name }: { name: string }) => name !== 'Paint'
    t.same((await captured(id)).filter(isMet), before.filter(isMet), file)
    t.equal((await app.owner.get(at(id))).body.results.length, 1, `${file}: what is not active stays behind`)
  }
})

t.test('a plan file that was exported imports as the same plan with the same dates', async (t) => {
  const app = await startApp(t)
  const projectId = await makeProject(app)
  const before = await facts(app, projectId)
  t.equal(before.tasks.length, 6)
  t.equal(before.links.length, 4)
  t.equal(before.people.length, 1)
  const exported = await app.owner.get(`/projects/${projectId}/export/planfile.xml`)
  t.equal(exported.status, 200)
  t.match(exported.headers.get('content-type'), /application\/xml/)
  t.match(exported.headers.get('content-disposition'), /attachment; filename="\w+\.planfile\.xml"/)
  const accepted = await app.owner.upload('/projects/import/planfile/', { name: 'again.xml', bytes: exported.text })
  await app.runJobs()
  const again = await facts(app, accepted.body.project_id)
  t.same(again, before)
  const imported = await app.owner.get(
    `/projects/${accepted.body.project_id}/imports/${accepted.body.import_request_id}/`,
  )
  t.match(imported.body.summary.date_check, { status: 'done', compared: 6, equal: 6, differing: 0 })
  const secondExport = await app.owner.get(`/projects/${accepted.body.project_id}/export/planfile.xml`)
  t.equal(secondExport.text.replace(/<Title>.*?<\/Title>/, ''), exported.text.replace(/<Title>.*?<\/Title>/, ''))
})

t.test('plan JSON, CSV and workbook read back with the same tasks and links', async (t) => {
  const app = await startApp(t)
  const projectId = await makeProject(app)
  const get = async (file: string) => {
    const response = await fetch(`${app.url}/api/v1/projects/${projectId}/export/${file}`, {
      headers: { Authorization: `Bearer ${app.owner.token}` },
    })
    t.equal(response.status, 200, file)
    const omissions = response.headers.get('x-export-omissions') as string
    t.match(omissions, /addresses/, file)
    t.equal(omissions.includes('| 1 backlog items'), file !== 'plan.json', `${file}: only plan JSON knows a backlog`)
    return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers }
  }
  const json = readPlan((await get('plan.json')).bytes, 'plan.json')
  const names = ['=Works()', 'Survey <a> & b', 'Piling', 'Deck', 'Paint', 'Open']
  t.same(
    json.tasks.map((task) => task.name),
    [...names, 'Some day'],
  )
  t.equal(json.dependencies.find((link) => link.lag_unit === 'elapsed')?.lag, 3)
  for (const file of ['plan.csv', 'plan.xlsx']) {
    const { bytes } = await get(file)
    const plan = readPlan(bytes, file)
    t.same(
      plan.tasks.map((task) => task.name),
      names,
      `${file}: the formula comes back as the name it is`,
    )
    t.equal(plan.dependencies.length, 4, file)
    t.same(plan.tasks[1]?.labels, ['North'], file)
    t.same(
      plan.resources.map((resource) => resource.name),
      ['Ann'],
      file,
    )
    if (file === 'plan.csv') {
      t.match(bytes.toString(), /,'=Works\(\),/, 'no spreadsheet takes the name for a formula')
      t.notMatch(bytes.toString(), /,=Works/)
    }
  }
  const { bytes, headers } = await get('plan.ics')
  t.match(headers.get('content-type'), /text\/calendar/)
  t.equal(bytes.toString().match(/BEGIN:VEVENT/g)?.length, 5)
  t.match(bytes.toString(), /SUMMARY:◆ Open/)
})

t.test('a bundled plan survives the way in, out and in again', async (t) => {
  const app = await startApp(t)
  const bytes = readFileSync(new URL('../../../fixtures/plans/harbour.xml', import.meta.url))
  const first = await app.owner.upload('/projects/import/planfile/', { name: 'harbour.xml', bytes })
  await app.runJobs()
  const out = await app.owner.get(`/projects/${first.body.project_id}/export/planfile.xml`)
  const second = await app.owner.upload('/projects/import/planfile/', { name: 'harbour.xml', bytes: out.text })
  await app.runJobs()
  const [before, after] = [await facts(app, first.body.project_id), await facts(app, second.body.project_id)]
  t.same(after.links, before.links)
  t.same(after.tasks, before.tasks)
})

t.test('who may export, and an archived project', async (t) => {
  const app = await startApp(t)
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const scheduler = await app.user('scheduler')
  const outsider = await app.user('outsider')
  await app.owner.post(`/projects/${project.body.id}/members/`, { user: scheduler.account.id, role: 200 })
  await app.owner.post(`/projects/${project.body.id}/archive/`)
  for (const file of ['planfile.xml', 'plan.xer', 'plan.pmxml', 'plan.json', 'plan.csv', 'plan.xlsx', 'plan.ics']) {
    const path = `/projects/${project.body.id}/export/${file}`
    t.equal((await scheduler.get(path)).status, 403, file)
    t.equal((await outsider.get(path)).status, 404, file)
    t.equal((await app.anonymous.get(path)).status, 401, file)
    t.equal((await app.owner.get(path)).status, 200, `${file} of an archived, empty project`)
  }
  t.equal((await app.owner.get(`/projects/${project.body.id}/export/plan.pdf`)).status, 404)
})

t.test('an export that finds every writer taken asks to come again', async (t) => {
  const write = () => Promise.reject(new WritersBusy('too many plans are being written'))
  const app = await startApp(t, { pools: { exports: { write, completed: () => 0, close: async () => undefined } } })
  const project = await app.owner.post('/projects/', { name: 'Busy', start_date: '2026-03-02' })
  const answer = await app.owner.get(`/projects/${project.body.id}/export/plan.csv`)
  t.equal(answer.status, 503)
  t.equal(answer.headers.get('retry-after'), '5')
  t.type(answer.body.detail, 'string')
})

t.test('plan JSON carries the backlog with its links and the data date that was used', async (t) => {
  const app = await startApp(t)
  const { body: project } = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const make = async (fields: object) => (await app.owner.post('/tasks/', { project: project.id, ...fields })).body.id
  const dig = await make({ name: 'Dig', duration: 3 })
  const idea = await make({ name: 'Idea', status: 'BACKLOG' })
  await app.owner.post('/dependencies/', { predecessor: dig, successor: idea })
  await app.runJobs()
  const { body: plan } = await app.owner.get(`/projects/${project.id}/export/plan.json`)
  t.equal(plan.status_date, app.services.clock.today(), 'the day of the pass, where the project sets no data date')
  t.match(plan.tasks, [{ id: '1' }, { id: '2', status: 'BACKLOG' }])
  t.match(plan.dependencies, [{ predecessor: '1', successor: '2' }])
})
