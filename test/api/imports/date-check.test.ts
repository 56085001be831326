import t from 'tap'
import { startApp } from '../../support/start-app.ts'

const task = (uid: number, name: string, dates: [string, string], more = '') =>
  `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>${name}</Name><OutlineLevel>1</OutlineLevel><Start>${dates[0]}T08:00:00</Start><Finish>${dates[1]}T17:00:00</Finish><Duration>PT16H0M0S</Duration><DurationFormat>7</DurationFormat>${more}</Task>`
const after = (uid: number) =>
  `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID><Type>1</Type><LinkLag>0</LinkLag></PredecessorLink>`

/** Two tasks of two days; the file holds the first to a Thursday with a constraint that is not imported. */
/** The first task is held to something: its file has it end on Friday 6 March. */
const planHeld = (
  constraint: string,
) => `<Project xmlns="http://schemas.microsoft.com/project"><StartDate>2026-03-02T08:00:00</StartDate><StatusDate>2026-03-02T08:00:00</StatusDate><MinutesPerDay>480</MinutesPerDay><Tasks>
  ${task(1, 'Held', ['2026-03-05', '2026-03-06'], constraint)}
  ${task(2, 'Follows', ['2026-03-09', '2026-03-10'], after(1))}
  ${task(3, 'Free', ['2026-03-02', '2026-03-03'])}
</Tasks></Project>`

/** Takes up all float in the file, and here what is free of it: nothing, before a task that follows. */
const PLAN = planHeld('<ConstraintType>1</ConstraintType>')

t.test('dates that a constraint explains agree', async (t) => {
  const app = await startApp(t)
  const held = '<ConstraintType>6</ConstraintType><ConstraintDate>2026-03-06T17:00:00</ConstraintDate>'
  const accepted = await app.owner.upload('/projects/import/planfile/', { name: 'p.xml', bytes: planHeld(held) })
  await app.runJobs()
  const { project_id: projectId, import_request_id: id } = accepted.body
  const { body } = await app.owner.get(`/projects/${projectId}/imports/${id}/`)
  t.match(body.summary.date_check, { compared: 3, equal: 3, differing: 0 })
  t.notOk(body.summary.receipt.some((entry: { code: string }) => entry.code.startsWith('constraint')))
})

t.test('a plan without a data date is compared as the file has it, and not as today moves it', async (t) => {
  const app = await startApp(t)
  const held = '<ConstraintType>6</ConstraintType><ConstraintDate>2026-03-06T17:00:00</ConstraintDate>'
  const bytes = planHeld(held)
    .replace(/<StatusDate>[^<]*<\/StatusDate>/, '')
    .replaceAll('2026-03', '2015-03')
  const accepted = await app.owner.upload('/projects/import/planfile/', { name: 'old.xml', bytes })
  await app.runJobs()
  const { project_id: projectId, import_request_id: id } = accepted.body
  const { date_check: check } = (await app.owner.get(`/projects/${projectId}/imports/${id}/`)).body.summary
  t.match(check, { compared: 3, equal: 3, without_data_date: true })
  const [moved] = (await app.owner.get(`/tasks/?project=${projectId}&ordering=wbs_path`)).body.results
  t.ok(moved.early_start > '2026', 'the stored dates stand at today')
})

t.test('the summary of a plan file tells which dates differ from the file and why', async (t) => {
  const app = await startApp(t)
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const projectId = project.body.id as string
  await app.owner.patch(`/projects/${projectId}/`, { status_date: '2026-03-02' })
  const accepted = await app.owner.upload(`/projects/${projectId}/import/planfile/`, { name: 'p.xml', bytes: PLAN })
  const path = `/projects/${projectId}/imports/${accepted.body.import_request_id}/`
  t.match((await app.owner.get(path)).body, { status: 'pending', summary: null })
  await app.runJobs()
  const { status, body } = await app.owner.get(path)
  t.equal(status, 200)
  t.match(body, { status: 'done', summary: { tasks_created: 3, receipt: Array } })
  const ids = new Map<string, string>(
    (await app.owner.get(`/tasks/?project=${projectId}`)).body.results.map((row: { name: string; id: string }) => [
      row.name,
      row.id,
    ]),
  )
  const { tasks, ...counts } = body.summary.date_check
  t.match(counts, { status: 'done', compared: 3, equal: 1, differing: 2, unscheduled: 0, by_reason: { constraint: 2 } })
  t.match(tasks, [
    {
      task: ids.get('Held'),
      uid: 1,
      file_start: '2026-03-05',
      start: '2026-03-02',
      start_days: -3,
      reason: 'constraint',
      inherited_from: null,
    },
    { task: ids.get('Follows'), uid: 2, start: '2026-03-04', reason: 'constraint', inherited_from: ids.get('Held') },
  ])
  const [row] = await app.sql('select file_dates from import_requests')
  t.equal(row?.file_dates, null, 'what was compared is not kept twice')
})

t.test('who may see an import', async (t) => {
  const app = await startApp(t)
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const other = await app.owner.post('/projects/', { name: 'Mole', start_date: '2026-03-02' })
  const accepted = await app.owner.upload(`/projects/${project.body.id}/import/planfile/`, {
    name: 'p.xml',
    bytes: PLAN,
  })
  const id = accepted.body.import_request_id
  const path = `/projects/${project.body.id}/imports/${id}/`
  const member = await app.user('member')
  await app.owner.post(`/projects/${project.body.id}/members/`, { user: member.account.id, role: 100 })
  t.equal((await member.get(path)).status, 403)
  t.equal((await (await app.user('outsider')).get(path)).status, 404)
  t.equal((await app.owner.get(`/projects/${other.body.id}/imports/${id}/`)).status, 404, 'of another project')
  t.equal((await app.owner.get(`/projects/${project.body.id}/imports/not-an-id/`)).status, 404)
})

t.test('a project that cannot be scheduled says that there is nothing to compare', async (t) => {
  const app = await startApp(t)
  const calendar = await app.owner.post('/calendars/', { name: 'Never', working_days: 0 })
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const projectId = project.body.id as string
  if (calendar.status === 201) await app.owner.patch(`/projects/${projectId}/`, { calendar: calendar.body.id })
  else {
    await app.sql(
      `insert into calendars (id, name, working_days) values ('00000000-0000-4000-8000-000000000001', 'Never', 0)`,
    )
    await app.sql(`update projects set calendar_id = '00000000-0000-4000-8000-000000000001' where id = $1`, [projectId])
  }
  const accepted = await app.owner.upload(`/projects/${projectId}/import/planfile/`, { name: 'p.xml', bytes: PLAN })
  await app.runJobs()
  const { body } = await app.owner.get(`/projects/${projectId}/imports/${accepted.body.import_request_id}/`)
  t.match(body, { status: 'done', summary: { date_check: { status: 'unavailable', detail: String } } })
})
