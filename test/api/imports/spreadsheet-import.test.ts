import t from 'tap'
import { makeXls, record, serial } from '../../importers/make-xls.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const SHEET = `# a comment line
ID,Name,Duration,Predecessors,% Complete,Start,Labels
1,Dredging,5d,,0,2027-03-01,sea
2,  Rock bed,2 days,,,,
3,Caissons,16 hours,"1;2FS",,not a date,
4,Handover,0,3,,,
5,,3,,,,
6,Report,2,99,,,
`

async function project(app: TestApp) {
  const { body } = await app.owner.post('/projects/', { name: 'Pier', start_date: '2027-03-01' })
  return body.id as string
}

t.test('preview shows what the import would do and writes nothing', async (t) => {
  const app = await startApp(t)
  const projectId = await project(app)
  const { status, body } = await app.owner.upload(`/projects/${projectId}/import/csv/preview/`, {
    name: 'pier.csv',
    bytes: SHEET,
  })
  t.equal(status, 200)
  t.equal(body.task_count, 5)
  t.equal(body.error_count, 1)
  t.match(body.row_errors, [
    { row: 5, code: 'bad_date', severity: 'warning' },
    { row: 7, code: 'missing_name', severity: 'error' },
    { row: 8, code: 'unknown_predecessor', severity: 'warning' },
  ])
  t.same(body.columns.map((column: { header: string; field: string }) => [column.header, column.field]).slice(0, 4), [
    ['ID', 'id'],
    ['Name', 'name'],
    ['Duration', 'duration'],
    ['Predecessors', 'predecessors'],
  ])
  t.equal((await app.owner.get(`/tasks/?project=${projectId}`)).body.count, 0)
})

t.test('commit imports the same, with row diagnostics in the status, and can be undone', async (t) => {
  const app = await startApp(t)
  const projectId = await project(app)
  const accepted = await app.owner.upload(`/projects/${projectId}/import/csv/`, { name: 'pier.csv', bytes: SHEET })
  t.equal(accepted.status, 202)
  await app.runJobs()
  const path = `/projects/${projectId}/import/csv/${accepted.body.import_request_id}/`
  const { body } = await app.owner.get(path)
  t.match(body, {
    status: 'done',
    summary: { tasks_created: 5, error_count: 1, row_errors: [{ row: 5 }, { row: 7 }, { row: 8 }] },
  })

  const tasks = (await app.owner.get(`/tasks/?project=${projectId}&ordering=wbs_path`)).body.results
  const row = (name: string) => tasks.find((task: { name: string }) => task.name === name)
  t.match(row('Dredging'), {
    early_start: '2027-03-01',
    early_finish: '2027-03-02',
    source_kind: 'csv_import',
    is_phase: true,
  })
  t.match(row('Handover'), { is_milestone: true, duration: 0 })
  t.match(row('Caissons'), { duration: 2 })

  const kept = row('Report').id as string
  await app.owner.patch(`/tasks/${kept}/`, { name: 'Final report' })
  const undone = await app.owner.post(`${path}undo/`)
  t.match(undone.body, { status: 'undone', undo: { deleted: 4, kept: 1 } })
  t.same(
    (await app.owner.get(`/tasks/?project=${projectId}`)).body.results.map((task: { name: string }) => task.name),
    ['Final report'],
  )
  t.equal((await app.owner.post(`${path}undo/`)).status, 400, 'undone once')
})

t.test('a column map overrides the headers', async (t) => {
  const app = await startApp(t)
  const projectId = await project(app)
  const file = { name: 'x.csv', bytes: 'Ding,Tage,Ignored\nBaggern,3,x\n' }
  const path = `/projects/${projectId}/import/csv/preview/`
  t.match((await app.owner.upload(path, file)).body, { code: 'no_name_column' })
  const mapped = await app.owner.upload(path, file, {
    column_map: JSON.stringify({ Ding: 'name', Tage: 'duration', Ignored: '' }),
  })
  t.match(mapped.body, { task_count: 1, sample_rows: [['Baggern', '3', 'x']] })
  t.match((await app.owner.upload(path, file, { column_map: '[1]' })).body, { column_map: [String] })
  t.match((await app.owner.upload(path, file, { date_order: 'ymd' })).body, { date_order: [String] })
})

t.test('whole files are refused with their reason and change nothing', async (t) => {
  const app = await startApp(t)
  const projectId = await project(app)
  const cyclic = 'ID,Name,Predecessors\n1,A,2\n2,B,1\n'
  for (const [bytes, code] of [
    ['', 'empty_file'],
    ['# only a comment\n', 'no_header'],
    [cyclic, 'cyclic_dependency'],
  ] as const) {
    const preview = await app.owner.upload(`/projects/${projectId}/import/csv/preview/`, { name: 'x.csv', bytes })
    t.match(preview, { status: 400, body: { code } })
    const accepted = await app.owner.upload(`/projects/${projectId}/import/csv/`, { name: 'x.csv', bytes })
    await app.runJobs()
    const { body } = await app.owner.get(`/projects/${projectId}/import/csv/${accepted.body.import_request_id}/`)
    t.match(body, { status: 'dead', error_code: code })
  }
  t.equal((await app.owner.get(`/tasks/?project=${projectId}`)).body.count, 0)
})

t.test('who may import a spreadsheet', async (t) => {
  const app = await startApp(t)
  const projectId = await project(app)
  const file = { name: 'x.csv', bytes: 'Name\nA\n' }
  for (const [role, status] of [
    [1, 403],
    [100, 403],
    [200, 200],
    [300, 200],
  ] as const) {
    const user = await app.user(`role${role}`)
    await app.owner.post(`/projects/${projectId}/members/`, { user: user.account.id, role })
    t.equal(
      (await user.upload(`/projects/${projectId}/import/csv/preview/`, file)).status,
      status,
      `role ${role} previews`,
    )
  }
  t.equal((await (await app.user('outsider')).upload(`/projects/${projectId}/import/csv/preview/`, file)).status, 404)
})

t.test('the template imports without a problem', async (t) => {
  const app = await startApp(t)
  const projectId = await project(app)
  const template = await app.owner.get('/import-templates/csv/')
  t.match(template.headers.get('content-type'), /text\/csv/)
  const { body } = await app.owner.upload(`/projects/${projectId}/import/csv/preview/`, {
    name: 'template.csv',
    bytes: template.text,
  })
  t.match(body, { error_count: 0, warning_count: 0, row_errors: [] })
  t.ok(body.task_count >= 10)
})

t.test('an old workbook previews and imports as a new one does', async (t) => {
  const app = await startApp(t)
  const projectId = await project(app)
  const path = `/projects/${projectId}/import/csv/`
  const day = (text: string) => ({ value: serial(text), style: 1 })
  const rows = [
    ['Task', 'Start', 'Finish', 'Predecessors'],
    ['Dredging', day('2027-03-01'), day('2027-03-05')],
    ['Rock bed', day('2027-03-08'), day('2027-03-09'), 'Dredging'],
  ]
  const bytes = makeXls({ styles: [{}, { format: 14 }], sheets: [{ name: 'Plan', rows }] })
  const preview = await app.owner.upload(`${path}preview/`, { name: 'pier.xls', bytes })
  t.equal(preview.status, 200, preview.text)
  t.strictSame(preview.body.sample_rows[0], ['Dredging', '2027-03-01', '2027-03-05', ''])
  t.equal((await app.owner.upload(path, { name: 'pier.xls', bytes })).status, 202)
  await app.runJobs()
  const tasks = (await app.owner.get(`/tasks/?project=${projectId}`)).body.results
  t.match(tasks, [
    { name: 'Dredging', duration: 5 },
    { name: 'Rock bed', duration: 2 },
  ])
  const locked = makeXls({ globals: [record(0x002f, Buffer.alloc(6))], sheets: [{ name: 'Plan', rows }] })
  const refused = await app.owner.upload(`${path}preview/`, { name: 'pier.xls', bytes: locked })
  t.equal(refused.status, 400)
  t.match(refused.text, /protected by a password/)
})
