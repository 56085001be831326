import t from 'tap'
import { importWork } from '../../../api/imports/import.work.ts'
import { runImport } from '../../../jobs/imports/run-import.ts'
import { runWork } from '../../../jobs/run-work.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { readTree, treeFaults } from '../../support/tree.ts'

const runImportBody = runWork(importWork, runImport)

const ndjson = (lines: readonly unknown[]) => `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`

async function newProject(app: TestApp): Promise<string> {
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  await app.owner.patch(`/projects/${project.body.id}/`, { status_date: '2026-03-02' })
  return project.body.id
}

async function merge(app: TestApp, projectId: string, bytes: string) {
  const accepted = await app.owner.upload(`/projects/${projectId}/import/ndjson/`, { name: 'tasks.ndjson', bytes })
  if (accepted.status !== 202) throw new Error(accepted.text)
  await app.runJobs()
  const { body } = await app.owner.get(`/projects/${projectId}/imports/${accepted.body.import_request_id}/`)
  return body
}

async function tasksOf(app: TestApp, projectId: string) {
  const { body } = await app.owner.get(`/tasks/?project=${projectId}&ordering=wbs_path`)
  return body.results as Record<string, unknown>[]
}

const PLAN = [
  {
    external_id: 'b',
    name: 'Piling',
    parent: 'p',
    duration: 3,
    predecessors: [{ external_id: 'a', lag: 2 }],
    planned_start: null,
  },
  { external_id: 'p', name: 'Works' },
  { external_id: 'a', name: 'Survey', parent: 'p', duration: 5 },
  { external_id: 'm', name: 'Open', is_milestone: true, predecessors: ['b'] },
]

t.test('lines become tasks with tree, links and dates, whatever their order', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  const body = await merge(app, projectId, ndjson(PLAN))
  t.match(body, {
    status: 'done',
    progress: { rows_done: 4 },
    summary: { rows_read: 4, tasks_created: 4, tasks_updated: 0, dependencies_created: 2, row_error_count: 0 },
  })
  t.same(
    (await tasksOf(app, projectId)).map((row) => [
      row.wbs_path,
      row.name,
      row.early_start,
      row.early_finish,
      row.is_phase,
    ]),
    [
      ['1', 'Works', '2026-03-02', '2026-03-13', true],
      ['1.1', 'Piling', '2026-03-11', '2026-03-13', false],
      ['1.2', 'Survey', '2026-03-02', '2026-03-06', false],
      ['2', 'Open', '2026-03-16', '2026-03-16', false],
    ],
  )
  const chunks = await app.sql('select 1 from import_chunks')
  t.equal(chunks.length, 0)
})

t.test('the same file again changes nothing; another one changes what it names', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  await merge(app, projectId, ndjson(PLAN))
  const versions = () => app.sql('select external_id, server_version from tasks order by external_id')
  const before = await versions()
  t.match((await merge(app, projectId, ndjson(PLAN))).summary, {
    tasks_created: 0,
    tasks_updated: 0,
    tasks_unchanged: 4,
    dependencies_created: 0,
    dependencies_updated: 0,
  })
  t.same(await versions(), before)
  const change = [
    { external_id: 'a', duration: 1 },
    { external_id: 'b', predecessors: [{ external_id: 'a', lag: 0 }] },
    { external_id: 'p', name: 'All works', duration: 99 },
    { external_id: 'c', name: 'Deck', parent: 'p', predecessors: ['b'] },
  ]
  t.match((await merge(app, projectId, ndjson(change))).summary, {
    tasks_created: 1,
    tasks_updated: 2,
    tasks_unchanged: 1,
    dependencies_created: 1,
    dependencies_updated: 1,
  })
  t.same(
    (await tasksOf(app, projectId)).map((row) => [row.wbs_path, row.name, row.duration, row.early_start]),
    [
      ['1', 'All works', 5, '2026-03-02'],
      ['1.1', 'Piling', 3, '2026-03-03'],
      ['1.2', 'Survey', 1, '2026-03-02'],
      ['1.3', 'Deck', 1, '2026-03-06'],
      ['2', 'Open', 0, '2026-03-06'],
    ],
  )
})

t.test('problems are told by line and the rest is written', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  const text = [
    '\ufeff{"external_id":"a","name":"A"}',
    '',
    'not json',
    '{"external_id":"x"}',
    '{"external_id":"a","name":"again"}',
    '{"external_id":"b","name":"B","parent":"nobody","predecessors":["nobody","b"]}',
    '{"external_id":"c","name":"C","parent":"d"}',
    '{"external_id":"d","name":"D","parent":"c"}',
    `{"external_id":"e","name":"${'x'.repeat(70_000)}"}`,
    '{"external_id":"f","name":"F","duration":"5"}',
  ].join('\r\n')
  const { summary, status } = await merge(app, projectId, text)
  t.equal(status, 'done')
  t.same(
    summary.row_errors.map((entry: Record<string, unknown>) => [entry.row, entry.code]),
    [
      [3, 'bad_line'],
      [4, 'missing_name'],
      [5, 'duplicate_external_id'],
      [9, 'line_too_long'],
      [10, 'bad_value'],
      [6, 'unknown_parent'],
      [8, 'parent_cycle'],
      [6, 'unknown_predecessor'],
      [6, 'self_dependency'],
    ],
  )
  t.match(summary, { tasks_created: 5, error_count: 4, warning_count: 5 })
  await merge(app, projectId, ndjson([{ external_id: 'm', name: 'M', is_milestone: true }]))
  const second = await merge(
    app,
    projectId,
    ndjson([
      { external_id: 'a', parent: 'b' },
      { external_id: 'n', name: 'N', parent: 'm' },
    ]),
  )
  t.same(
    second.summary.row_errors.map((entry: Record<string, unknown>) => entry.code),
    ['parent_not_moved', 'parent_cannot_hold'],
  )
})

t.test('links in a circle, no lines and too many refuse the whole file', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  const circle = [
    { external_id: 'a', name: 'A', predecessors: ['b'] },
    { external_id: 'b', name: 'B', predecessors: ['a'] },
  ]
  t.match(await merge(app, projectId, ndjson(circle)), { status: 'dead', error_code: 'cyclic_dependency' })
  t.match(await merge(app, projectId, '\n\n'), { status: 'dead', error_code: 'empty_file' })
  const many = '{}\n'.repeat(100_001)
  t.match(await merge(app, projectId, many), { status: 'dead', error_code: 'too_many_tasks' })
  t.equal((await tasksOf(app, projectId)).length, 0)
  t.equal((await app.sql('select 1 from import_chunks')).length, 0)
})

t.test('runs at once write once; the start of the project follows the earliest task', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  const lines = Array.from({ length: 1200 }, (_, i) => ({
    external_id: `t${i}`,
    name: `T ${i}`,
    planned_start: '2026-02-02',
  }))
  const accepted = await app.owner.upload(`/projects/${projectId}/import/ndjson/`, {
    name: 't.jsonl',
    bytes: ndjson(lines),
  })
  const helpers = { abortSignal: undefined, job: { attempts: 1, max_attempts: 5 } } as never
  const payload = { id: accepted.body.import_request_id }
  await Promise.all([1, 2].map(() => runImportBody(app.services, payload, helpers)))
  const [row] = await app.sql('select count(*)::int as count, count(distinct number)::int as numbers from tasks')
  t.same(row, { count: 1200, numbers: 1200 })
  t.match((await app.owner.get(`/projects/${projectId}/`)).body, { start_date: '2026-02-02' })
})

t.test('a stopping process gives the import back untouched', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  const accepted = await app.owner.upload(`/projects/${projectId}/import/ndjson/`, {
    name: 't.jsonl',
    bytes: ndjson(PLAN),
  })
  const payload = { id: accepted.body.import_request_id }
  const helpers = {
    abortSignal: AbortSignal.abort(new Error('stopping')),
    job: { attempts: 1, max_attempts: 5 },
  } as never
  await t.rejects(runImportBody(app.services, payload, helpers), /stopping/)
  t.equal((await tasksOf(app, projectId)).length, 0)
  await app.runJobs()
  t.equal((await tasksOf(app, projectId)).length, 4)
})

t.test('who may, what is taken', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  const path = `/projects/${projectId}/import/ndjson/`
  const bytes = ndjson(PLAN)
  const scheduler = await app.user('scheduler')
  await app.owner.post(`/projects/${projectId}/members/`, { user: scheduler.account.id, role: 200 })
  t.equal((await scheduler.upload(path, { name: 'a.ndjson', bytes })).status, 403)
  t.equal((await (await app.user('outsider')).upload(path, { name: 'a.ndjson', bytes })).status, 404)
  t.equal((await app.owner.post(path, {})).status, 415)
  t.match((await app.owner.upload(path, { name: 'a.json', bytes })).body, { file: [String] })
})

t.test('an upload sent again under its name is the import before', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  const path = `/projects/${projectId}/import/ndjson/`
  const send = (key: string) => app.owner.upload(path, { name: 'a.ndjson', bytes: ndjson(PLAN) }, { dedupe_key: key })
  const both = await Promise.all([send('k1'), send('k1')])
  t.equal(both[0]?.body.import_request_id, both[1]?.body.import_request_id, 'two at once')
  await app.runJobs()
  t.equal((await send('k1')).body.import_request_id, both[0]?.body.import_request_id, 'after its end')
  t.not((await send('k2')).body.import_request_id, both[0]?.body.import_request_id)
  await app.sql(`update import_requests set status = 'dead'`)
  t.not((await send('k1')).body.import_request_id, both[0]?.body.import_request_id, 'a failed one may be sent again')
  t.match((await send('bad key')).body, { dedupe_key: [String] })
  const plan = '<Project xmlns="http://schemas.microsoft.com/project"><Tasks/></Project>'
  const make = () =>
    app.owner.upload('/projects/import/planfile/', { name: 'a.xml', bytes: plan }, { dedupe_key: 'k3' })
  const [first, second] = [await make(), await make()]
  t.equal(first.body.project_id, second.body.project_id)
  const stranger = await app.user('stranger')
  const other = await stranger.upload(
    '/projects/import/planfile/',
    { name: 'a.xml', bytes: plan },
    { dedupe_key: 'k3' },
  )
  t.not(other.body.project_id, first.body.project_id, 'the name is the caller’s own')
})

t.test('labels, assignees, constraints and deadlines are merged: added or changed, never taken off', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  const held = { constraint_type: 'SNLT', constraint_date: '2026-03-20', deadline: '2026-03-13' }
  const rows = [
    {
      external_id: 'p',
      name: 'Works',
      labels: ['Quay'],
      assignees: ['Ann'],
      constraint_type: 'MSO',
      constraint_date: '2026-03-02',
    },
    {
      external_id: 'a',
      name: 'Survey',
      parent: 'p',
      labels: ['steel', 'Quay'],
      assignees: ['Ann', { name: 'Bo', units: 0.5 }],
      ...held,
    },
  ]
  const first = (await merge(app, projectId, ndjson(rows))).summary
  t.match(first, {
    labels_created: 2,
    label_assignments_created: 3,
    resources_created: 2,
    assignments_created: 2,
    row_errors: [
      { row: 1, code: 'bad_constraint' },
      { row: 1, code: 'assignee_on_phase' },
    ],
  })
  const [phase, survey] = await tasksOf(app, projectId)
  t.match(survey, { labels: [{}, {}], assignments: [{ resource_name: 'Ann' }, { resource_name: 'Bo', units: '0.50' }] })
  const constraint = async (task: Record<string, unknown> | undefined) =>
    (await app.owner.get(`/tasks/${task?.id}/constraint/`)).body
  t.match(await constraint(survey), held)
  t.match(await constraint(phase), { constraint_type: 'ASAP' })

  const stamps = () => app.sql('select external_id, server_version, sync_seq from tasks order by external_id')
  const before = await stamps()
  t.match((await merge(app, projectId, ndjson(rows))).summary, {
    tasks_updated: 0,
    tasks_unchanged: 2,
    labels_created: 0,
    label_assignments_created: 0,
    resources_created: 0,
    assignments_created: 0,
  })
  t.same(await stamps(), before)

  const change = [{ external_id: 'a', labels: ['wet'], constraint_type: null, deadline: null }]
  t.match((await merge(app, projectId, ndjson(change))).summary, { tasks_updated: 1, label_assignments_created: 1 })
  t.match(await constraint(survey), { constraint_type: 'ASAP', constraint_date: null, deadline: null })
  t.match((await tasksOf(app, projectId))[1], { labels: { length: 3 } })
})

t.test('a task that holds others does not become a milestone, whichever comes first', async (t) => {
  const app = await startApp(t)
  const projectId = await newProject(app)
  await merge(
    app,
    projectId,
    ndjson([
      { external_id: 'a', name: 'A' },
      { external_id: 'b', name: 'B' },
    ]),
  )
  const [a] = await tasksOf(app, projectId)
  await app.owner.post('/tasks/', { project: projectId, name: 'Sub', parent_id: a?.id, is_subtask: true })
  const { summary } = await merge(
    app,
    projectId,
    ndjson([
      { external_id: 'a', is_milestone: true },
      { external_id: 'b', duration: 0 },
      { external_id: 'c', name: 'C', parent: 'b' },
    ]),
  )
  t.same(
    summary.row_errors.map((entry: { code: string }) => entry.code),
    ['milestone_with_children', 'milestone_with_children'],
  )
  t.same(treeFaults(await readTree(app.owner, projectId)), [])
  t.match(await tasksOf(app, projectId), [{ name: 'A', duration: 1, is_milestone: false }, {}, { name: 'B' }, {}])
})
