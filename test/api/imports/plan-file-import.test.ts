import { readFileSync } from 'node:fs'
import t from 'tap'
import { generatePlan } from '../../../fixtures/generate/generate-plan.ts'
import { writeMspdi } from '../../../importers/write/write-mspdi.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'

const mspdi = (name: string) => readFileSync(new URL(`../../../fixtures/plans/${name}`, import.meta.url))

/** A plan of five tasks: a phase with two leaves linked FS+2 days, a milestone, a seven-day task calendar. */
const PLAN = `<?xml version="1.0" encoding="UTF-8"?>
<Project xmlns="http://schemas.microsoft.com/project">
  <Name>Quay wall</Name><StartDate>2026-03-02T08:00:00</StartDate><StatusDate>2026-03-02T08:00:00</StatusDate><CalendarUID>1</CalendarUID><MinutesPerDay>480</MinutesPerDay>
  <Calendars><Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar><BaseCalendarUID>-1</BaseCalendarUID><WeekDays>
    ${[1, 7].map((day) => `<WeekDay><DayType>${day}</DayType><DayWorking>0</DayWorking></WeekDay>`).join('')}
    ${[2, 3, 4, 5, 6].map((day) => `<WeekDay><DayType>${day}</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>16:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>`).join('')}
  </WeekDays></Calendar></Calendars>
  <Tasks>
    ${task(1, 'Works', 1, 'PT0H0M0S', { summary: 1 })}
    ${task(2, 'Survey', 2, 'PT40H0M0S')}
    ${task(3, 'Piling', 2, 'PT24H0M0S', { link: { uid: 2, type: 1, lag: 9600 } })}
    ${task(4, 'Quay open', 1, 'PT0H0M0S', { milestone: 1, link: { uid: 3, type: 1, lag: 0 } })}
  </Tasks>
</Project>`

interface TaskFacts {
  summary?: number
  milestone?: number
  link?: { uid: number; type: number; lag: number }
}

function task(uid: number, name: string, level: number, duration: string, facts: TaskFacts = {}): string {
  const link = facts.link
    ? `<PredecessorLink><PredecessorUID>${facts.link.uid}</PredecessorUID><Type>${facts.link.type}</Type><LinkLag>${facts.link.lag}</LinkLag><LagFormat>7</LagFormat></PredecessorLink>`
    : ''
  return `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>${name}</Name><OutlineLevel>${level}</OutlineLevel><Duration>${duration}</Duration><DurationFormat>7</DurationFormat>
    <Summary>${facts.summary ?? 0}</Summary><Milestone>${facts.milestone ?? 0}</Milestone>${link}</Task>`
}

async function waitImport(app: TestApp, user: TestUser, projectId: string) {
  await app.runJobs()
  const { body } = await user.get(`/projects/${projectId}/imports/`)
  return body.results[0]
}

const LINK_TO_3 =
  '<PredecessorLink><PredecessorUID>3</PredecessorUID><Type>1</Type><LinkLag>0</LinkLag><LagFormat>7</LagFormat></PredecessorLink>'

t.test('what follows a task that is inactive in its file does not wait for it', async (t) => {
  const app = await startApp(t)
  const planner = await app.user('planner')
  const bytes = PLAN.replace('<Name>Survey</Name>', '<Name>Survey</Name><Active>0</Active>')
  const accepted = await planner.upload('/projects/import/planfile/', { name: 'quay.xml', bytes })
  const imported = await waitImport(app, planner, accepted.body.project_id)
  t.match(imported, { status: 'done', task_count: 4 })
  const { body } = await planner.get(`/tasks/?project=${accepted.body.project_id}&ordering=wbs_path`)
  const piling = body.results.find((row: { name: string }) => row.name === 'Piling')
  t.match(piling, { early_start: '2026-03-02', early_finish: '2026-03-04' })
})

t.test('a plan file becomes a new project with its tree, links and schedule', async (t) => {
  const app = await startApp(t)
  const planner = await app.user('planner')
  const accepted = await planner.upload('/projects/import/planfile/', { name: 'quay.xml', bytes: PLAN })
  t.equal(accepted.status, 202)
  t.match(accepted.body, { queued: true, project_id: String, import_request_id: String })
  const projectId = accepted.body.project_id as string
  const imported = await waitImport(app, planner, projectId)
  t.match(imported, { status: 'done', filename: 'quay.xml', creates_project: true, task_count: 4 })

  const project = await planner.get(`/projects/${projectId}/`)
  t.match(project.body, { name: 'Quay wall', start_date: '2026-03-02' })
  const { body } = await planner.get(`/tasks/?project=${projectId}&ordering=wbs_path`)
  const rows = body.results.map((row: Record<string, unknown>) => [
    row.wbs_path,
    row.name,
    row.early_start,
    row.early_finish,
    row.source_kind,
  ])
  // Survey Mon 2 - Fri 6 March; Piling starts two working days after Monday 9: Wed 11 - Fri 13; the milestone falls on Mon 16.
  t.same(rows, [
    ['1', 'Works', '2026-03-02', '2026-03-13', 'msproject_import'],
    ['1.1', 'Survey', '2026-03-02', '2026-03-06', 'msproject_import'],
    ['1.2', 'Piling', '2026-03-11', '2026-03-13', 'msproject_import'],
    ['2', 'Quay open', '2026-03-16', '2026-03-16', 'msproject_import'],
  ])
  t.equal(body.results[0].is_phase, true)
  t.equal(body.results[1].is_untouched_seed, true)
  const edges = await planner.get(`/dependencies/?project=${projectId}`)
  t.equal(edges.body.count, 2)
})

t.test('the calendar of a person that says something of its own is named in the receipt', async (t) => {
  const app = await startApp(t)
  const calendar = (uid: number, days: string) =>
    `<Calendar><UID>${uid}</UID><Name>Own</Name><IsBaseCalendar>0</IsBaseCalendar><BaseCalendarUID>1</BaseCalendarUID><WeekDays>${days}</WeekDays></Calendar>`
  const person = (uid: number, name: string, calendarUid: number) =>
    `<Resource><UID>${uid}</UID><Name>${name}</Name><Type>1</Type><CalendarUID>${calendarUid}</CalendarUID></Resource>`
  const friday = '<WeekDay><DayType>6</DayType><DayWorking>0</DayWorking></WeekDay>'
  const bytes = PLAN.replace('</Calendars>', `${calendar(5, friday)}${calendar(6, '')}</Calendars>`).replace(
    '</Project>',
    `<Resources>${person(3, 'Ann', 5)}${person(4, 'Bo', 6)}</Resources></Project>`,
  )
  const accepted = await app.owner.upload('/projects/import/planfile/', { name: 'quay.xml', bytes })
  const { id, warnings } = await waitImport(app, app.owner, accepted.body.project_id)
  t.same(warnings, ['Not imported: calendars of 1 resources.'])
  const { summary } = (await app.owner.get(`/projects/${accepted.body.project_id}/imports/${id}/`)).body
  t.match(
    summary.receipt.filter((entry: { code: string }) => entry.code === 'resource_calendar_not_imported'),
    [{ where: { uid: 3, field: 'calendar' }, message: /"Ann"/ }],
  )
})

t.test('a plan file adds to an existing project below what it holds', async (t) => {
  const app = await startApp(t)
  const project = await app.owner.post('/projects/', { name: 'Harbour', start_date: '2026-05-04' })
  const projectId = project.body.id as string
  await app.owner.post('/tasks/', { project: projectId, name: 'Already here', duration: 3 })
  const accepted = await app.owner.upload(`/projects/${projectId}/import/planfile/`, { name: 'quay.xml', bytes: PLAN })
  t.equal(accepted.status, 202)
  t.match(await waitImport(app, app.owner, projectId), { status: 'done', creates_project: false })
  const { body } = await app.owner.get(`/tasks/?project=${projectId}&ordering=wbs_path`)
  t.same(
    body.results.map((row: { wbs_path: string }) => row.wbs_path),
    ['1', '2', '2.1', '2.2', '3'],
  )
  const after = await app.owner.get(`/projects/${projectId}/`)
  t.match(after.body, { name: 'Harbour', start_date: '2026-05-04' }, 'name and start stay the project’s own')
})

t.test('a bundled plan written for the importer tests imports with every task and link', async (t) => {
  const app = await startApp(t)
  const accepted = await app.owner.upload('/projects/import/planfile/', {
    name: 'harbour.xml',
    bytes: mspdi('harbour.xml'),
  })
  const imported = await waitImport(app, app.owner, accepted.body.project_id)
  t.equal(imported.status, 'done')
  const counted = await app.sql<{ tasks: number; errors: number }>(
    `select (select count(*)::int from tasks) as tasks, (select count(*)::int from outbox_events where socket_name = 'cpm_error') as errors`,
  )
  t.equal(counted[0]?.tasks, imported.task_count)
  t.equal(counted[0]?.errors, 0)
})

t.test('a file of several megabytes is read back as it came', async (t) => {
  const app = await startApp(t)
  const plan = generatePlan({ taskCount: 2_500 })
  const bytes = writeMspdi(plan)
  t.ok(bytes.length > 2 * 1024 * 1024)
  const { body } = await app.owner.upload('/projects/import/planfile/', { name: 'large.xml', bytes })
  t.equal((await waitImport(app, app.owner, body.project_id)).status, 'done')
  const names = await app.sql<{ name: string }>('select name from tasks where project_id = $1 order by number', [
    body.project_id,
  ])
  t.strictSame(
    names.map((row) => row.name),
    plan.tasks.map((task) => task.name),
  )
})

t.test('a file that cannot be read leaves no empty project behind', async (t) => {
  const app = await startApp(t)
  const before = (await app.owner.get('/projects/')).body.count
  for (const [name, bytes] of [
    ['torn.mpp', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['torn.xml', PLAN.slice(0, 900)],
    ['other.xml', '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"/>'],
  ] as const) {
    const refused = await app.owner.upload('/projects/import/planfile/', { name, bytes })
    t.equal(refused.status, 400, name)
    t.match(refused.body, { code: /^(unreadable_file|unsupported_format)$/, detail: /./ }, name)
  }
  t.equal((await app.owner.get('/projects/')).body.count, before)
})

t.test(
  'a plan that the project holds already is told, refused where that was asked for, and gone by undo',
  async (t) => {
    const app = await startApp(t)
    const { id } = (await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })).body
    const send = async (fields: Record<string, string> = {}) => {
      const file = { name: 'quay.xml', bytes: PLAN }
      const accepted = await app.owner.upload(`/projects/${id}/import/planfile/`, file, fields)
      await app.runJobs()
      return (await app.owner.get(`/projects/${id}/imports/${accepted.body.import_request_id}/`)).body
    }
    const count = async () => (await app.owner.get(`/tasks/?project=${id}`)).body.count
    t.notMatch(
      JSON.stringify((await send()).summary.warnings),
      /stand in the project already/,
      'nothing to tell at first',
    )
    t.equal(await count(), 4)
    const refused = await send({ on_repeat: 'refuse' })
    t.match(refused, {
      status: 'dead',
      error_code: 'already_imported',
      error_detail: /4 of 4 tasks .* from "quay\.xml"/,
    })
    t.equal(await count(), 4)
    const twice = await send()
    t.match(
      twice.summary.warnings[0],
      /4 of 4 tasks of this file stand in the project already, from "quay\.xml"; they are in it twice now/,
    )
    t.equal(await count(), 8)
    t.equal((await app.owner.post(`/projects/${id}/imports/${twice.id}/undo/`, {})).status, 200)
    t.equal(await count(), 4)
    const odd = await app.owner.upload(
      `/projects/${id}/import/planfile/`,
      { name: 'a.xml', bytes: PLAN },
      { on_repeat: 'ask' },
    )
    t.match(odd, { status: 400, body: { on_repeat: [/add, refuse/] } })
  },
)

t.test('a receipt is told by kinds, with names and what to do', async (t) => {
  const app = await startApp(t)
  const bytes = PLAN.replace(/PT(40|24)H0M0S/g, 'PT36H0M0S')
  const accepted = await app.owner.upload('/projects/import/planfile/', { name: 'half.xml', bytes })
  await app.runJobs()
  const path = `/projects/${accepted.body.project_id}/imports/${accepted.body.import_request_id}/`
  const { summary } = (await app.owner.get(path)).body
  const rounded = summary.receipt_groups.find((group: { code: string }) => group.code === 'duration_rounded')
  t.match(rounded, { count: 2, severity: 'warning', title: 'Durations were rounded to whole days' })
  t.match(rounded.examples, [
    { uid: 2, name: 'Survey', message: /2160 minutes \(4.5 days\)/ },
    { uid: 3, name: 'Piling' },
  ])
  const sum = summary.receipt_groups.reduce((total: number, group: { count: number }) => total + group.count, 0)
  t.equal(sum, summary.receipt.length, 'every entry is in one group')
})

t.test('a broken plan file ends as a dead import with its reason and leaves the project as it was', async (t) => {
  const app = await startApp(t)
  const project = await app.owner.post('/projects/', { name: 'Harbour', start_date: '2026-05-04' })
  const projectId = project.body.id as string
  const files: [string, string, string][] = [
    ['cut.xml', PLAN.slice(0, 900), 'unreadable_file'],
    [
      'entity.xml',
      '<!DOCTYPE x [<!ENTITY a "b">]><Project xmlns="http://schemas.microsoft.com/project"><Tasks/></Project>',
      'unreadable_file',
    ],
    [
      'cycle.xml',
      PLAN.replace(
        '<UID>2</UID><ID>2</ID><Name>Survey</Name>',
        `${LINK_TO_3}<UID>2</UID><ID>2</ID><Name>Survey</Name>`,
      ),
      'cyclic_dependency',
    ],
  ]
  for (const [name, bytes, code] of files) {
    const accepted = await app.owner.upload(`/projects/${projectId}/import/planfile/`, { name, bytes })
    t.equal(accepted.status, 202, name)
    const imported = await waitImport(app, app.owner, projectId)
    t.equal(imported.status, 'dead', name)
    const stored = await app.sql<{ error_code: string; error_detail: string }>(
      'select error_code, error_detail from import_requests where id = $1',
      [imported.id],
    )
    t.equal(stored[0]?.error_code, code, stored[0]?.error_detail ?? '')
  }
  const rows = await app.sql<{ status: string; error_code: string | null; content: unknown }>(
    'select status, error_code, content from import_requests order by requested_at',
  )
  t.ok(
    rows.every((row) => row.content === null),
    'the bytes are gone with the end of the import',
  )
  t.equal((await app.owner.get(`/tasks/?project=${projectId}`)).body.count, 0)
})

t.test('uploads are refused before anything is stored', async (t) => {
  const app = await startApp(t, { env: { PLANFILE_MAX_UPLOAD_MB: '1' } })
  const project = await app.owner.post('/projects/', { name: 'Harbour', start_date: '2026-05-04' })
  const path = `/projects/${project.body.id}/import/planfile/`
  const member = await app.user('member')
  await app.owner.post(`/projects/${project.body.id}/members/`, { user: member.account.id, role: 200 })
  t.equal((await member.upload(path, { name: 'a.xml', bytes: PLAN })).status, 403, 'Resource Manager')
  t.equal((await (await app.user('outsider')).upload(path, { name: 'a.xml', bytes: PLAN })).status, 404, 'outsider')
  t.equal((await app.owner.post(path, { file: 'x' })).status, 415, 'JSON body')
  t.match((await app.owner.upload(path, { name: 'a.pdf', bytes: 'x' })).body, { file: [String] })
  t.equal((await app.owner.upload(path, { name: 'a.xml', bytes: 'x'.repeat(1_100_000) })).status, 413)
  t.equal((await app.sql('select 1 from import_requests')).length, 0)
  await app.owner.post(`/projects/${project.body.id}/archive/`)
  t.equal((await app.owner.upload(path, { name: 'a.xml', bytes: PLAN })).status, 403, 'archived')
})

t.test('the baseline of a plan file is kept, and what was planned is compared with what is', async (t) => {
  const app = await startApp(t)
  const planner = await app.user('planner')
  const captured = (uid: number, start: string, finish: string) => (text: string) =>
    text.replace(
      new RegExp(`(<Task><UID>${uid}</UID>[^]*?)</Task>`),
      `$1<Baseline><Number>0</Number><Start>${start}T08:00:00</Start><Finish>${finish}T17:00:00</Finish></Baseline>
       <Baseline><Number>1</Number><Start>2020-01-01T08:00:00</Start></Baseline></Task>`,
    )
  const file = [captured(2, '2026-02-23', '2026-02-27'), captured(3, '2026-03-02', '2026-03-03')].reduce(
    (text, change) => change(text),
    PLAN,
  )
  const accepted = await planner.upload('/projects/import/planfile/', { name: 'quay.xml', bytes: file })
  const projectId = accepted.body.project_id as string
  t.equal((await waitImport(app, planner, projectId)).status, 'done')
  const address = `/projects/${projectId}/imports/${accepted.body.import_request_id}/`
  const { summary } = (await planner.get(address)).body
  t.equal(summary.baselines_created, 1)
  t.match(summary.receipt, [{ code: 'baseline_not_imported', message: /further baselines: 2 of 4/ }])
  const [baseline] = (await planner.get(`/projects/${projectId}/baselines/`)).body.results
  t.match(baseline, { name: 'Baseline of quay.xml', is_active: true, task_count: 2, created_by: planner.account.id })
  const { tasks } = (await planner.get(`/projects/${projectId}/baselines/${baseline.id}/`)).body
  t.match(tasks, [
    { task_name: 'Survey', start: '2026-02-23', finish: '2026-02-27', duration: 5 },
    { task_name: 'Piling', start: '2026-03-02', finish: '2026-03-03', duration: 2 },
  ])
  const { body } = await planner.get(`/projects/${projectId}/tasks/${tasks[0].task_id}/baseline/`)
  t.match(body, { planned_finish: '2026-02-27', current_finish: '2026-03-06', finish_delta_days: 7, duration_delta: 0 })
})
