import t from 'tap'
import { blocks, exportOf, item } from '../../importers/tracker-xml.ts'
import { startApp } from '../../support/start-app.ts'

const BOARD = exportOf([
  item('QUAY-1', { inner: '<summary>Piling</summary>' }),
  item('QUAY-2', {
    inner: `<parent id="1">QUAY-1</parent><timeoriginalestimate seconds="86400"/>${blocks({ outward: ['QUAY-3'], inward: [] })}`,
  }),
  item('QUAY-3', {
    inner: `<parent id="1">QUAY-1</parent><statusCategory key="indeterminate"/><labels><label>steel</label></labels><assignee accountid="a">Ann</assignee>${blocks({ outward: [], inward: ['QUAY-2'] })}`,
  }),
])

t.test('an export becomes a phase with linked, scheduled tasks', async (t) => {
  const app = await startApp(t)
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  await app.owner.patch(`/projects/${project.body.id}/`, { status_date: '2026-03-02' })
  const path = `/projects/${project.body.id}/import/tracker/`
  const accepted = await app.owner.upload(path, { name: 'board.xml', bytes: BOARD })
  t.equal(accepted.status, 202)
  t.match(accepted.body, { queued: true, import_request_id: String })
  await app.runJobs()
  const listed = await app.owner.get(`/projects/${project.body.id}/imports/`)
  t.match(listed.body.results[0], { status: 'done', kind: 'tracker', task_count: 3 })
  t.same(listed.body.results[0].warnings, [])
  const detail = await app.owner.get(`/projects/${project.body.id}/imports/${accepted.body.import_request_id}/`)
  t.match(detail.body.summary, {
    resources_created: 1,
    resources_matched: 0,
    assignments_created: 1,
    labels_created: 1,
    labels_matched: 0,
    label_assignments_created: 1,
  })
  const { body } = await app.owner.get(`/tasks/?project=${project.body.id}&ordering=wbs_path`)
  t.same(
    body.results.map((row: Record<string, unknown>) => [
      row.wbs_path,
      row.name,
      row.status,
      row.early_start,
      row.source_kind,
    ]),
    [
      ['1', 'Piling', 'IN_PROGRESS', '2026-03-02', 'jira_import'],
      ['1.1', 'Title of QUAY-2', 'NOT_STARTED', '2026-03-02', 'jira_import'],
      ['1.2', 'Title of QUAY-3', 'IN_PROGRESS', '2026-03-05', 'jira_import'],
    ],
  )
  const third = body.results[2]
  t.match(third, { labels: [{ name: 'steel' }], assignments: [{ resource_name: 'Ann' }] })
})

t.test('a file of another kind or with a cycle ends dead and writes nothing', async (t) => {
  const app = await startApp(t)
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const path = `/projects/${project.body.id}/import/tracker/`
  const cycle = exportOf([
    item('A-1', { inner: blocks({ outward: ['A-2'], inward: [] }) }),
    item('A-2', { inner: blocks({ outward: ['A-1'], inward: [] }) }),
  ])
  const plan = '<Project xmlns="http://schemas.microsoft.com/project"><Tasks/></Project>'
  for (const [bytes, code] of [
    [cycle, 'cyclic_dependency'],
    [plan, 'unsupported_format'],
  ] as const) {
    const accepted = await app.owner.upload(path, { name: 'board.xml', bytes })
    await app.runJobs()
    const [row] = await app.sql('select status, error_code from import_requests where id = $1', [
      accepted.body.import_request_id,
    ])
    t.match(row, { status: 'dead', error_code: code })
  }
  const planFile = await app.owner.upload(`/projects/${project.body.id}/import/planfile/`, {
    name: 'a.xml',
    bytes: BOARD,
  })
  await app.runJobs()
  const [row] = await app.sql('select error_code from import_requests where id = $1', [planFile.body.import_request_id])
  t.match(row, { error_code: 'unsupported_format' }, 'an export is no plan file')
  t.equal((await app.owner.get(`/tasks/?project=${project.body.id}`)).body.count, 0)
})

t.test('uploads are refused before anything is stored', async (t) => {
  const app = await startApp(t, { env: { TRACKER_IMPORT_MAX_UPLOAD_MB: '1' } })
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const path = `/projects/${project.body.id}/import/tracker/`
  const planner = await app.user('planner')
  await app.owner.post(`/projects/${project.body.id}/members/`, { user: planner.account.id, role: 200 })
  t.equal((await planner.upload(path, { name: 'a.xml', bytes: BOARD })).status, 403)
  t.equal((await (await app.user('outsider')).upload(path, { name: 'a.xml', bytes: BOARD })).status, 404)
  t.equal((await app.owner.post(path, { file: 'x' })).status, 415)
  t.match((await app.owner.upload(path, { name: 'a.mpp', bytes: BOARD })).body, { file: [String] })
  t.equal((await app.owner.upload(path, { name: 'a.xml', bytes: 'x'.repeat(1_100_000) })).status, 413)
  t.equal((await app.sql('select 1 from import_requests')).length, 0)
})
