import t from 'tap'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { setUp, TODAY } from './support/task-writes.ts'

const FUTURE = '2026-03-20'
const PAST = '2026-03-02'

type Fields = Record<string, unknown>

/** What the task already says, what is said now, and the field that is wrong. */
const CONTRADICTIONS: [what: string, before: Fields, write: Fields, field: string][] = [
  [
    'a finish before the start',
    { status: 'IN_PROGRESS' },
    { actual_start: TODAY, actual_finish: PAST },
    'actual_finish',
  ],
  [
    'a start after the finish',
    { status: 'COMPLETE', actual_start: PAST, actual_finish: PAST },
    { actual_start: TODAY },
    'actual_start',
  ],
  ['a finish still to come', { status: 'IN_PROGRESS' }, { actual_finish: FUTURE }, 'actual_finish'],
  ['a complete task with a finish to come', {}, { status: 'COMPLETE', actual_finish: FUTURE }, 'actual_finish'],
  ['a complete task that is still to begin', {}, { status: 'COMPLETE', actual_start: FUTURE }, 'actual_start'],
  ['a finish of a task that has not begun', {}, { actual_finish: PAST }, 'actual_finish'],
  [
    'work under way that is all done',
    { status: 'COMPLETE' },
    { status: 'IN_PROGRESS', percent_complete: 100 },
    'percent_complete',
  ],
  ['a start centuries away', {}, { actual_start: '0001-01-01' }, 'actual_start'],
  ['a planned start centuries away', {}, { planned_start: '9998-01-01' }, 'planned_start'],
]

t.test('recorded work that contradicts itself is refused by field on every way in', async (t) => {
  const { app, project, make, patch } = await setUp(t)
  for (const [what, before, write, field] of CONTRADICTIONS) {
    const task = await make(before)
    const refused = await patch(task.id, write)
    t.equal(refused.status, 400, `PATCH ${what}`)
    t.same(Object.keys(refused.body), [field], what)
    const put = await app.owner.put(`/tasks/${task.id}/`, { project: project.id, name: 'Dig', ...before, ...write })
    t.same([put.status, Object.keys(put.body)], [400, [field]], `PUT ${what}`)
    const update = { operations: [{ op: 'update', id: task.id, data: write }] }
    const batch = await app.owner.post(`/projects/${project.id}/tasks/bulk/`, update)
    t.match(batch.body.rejected, [{ code: 'invalid', message: new RegExp(`^${field}: `) }], `batch ${what}`)
    const created = await app.owner.post('/tasks/', { project: project.id, name: 'Pour', ...before, ...write })
    t.same([created.status, Object.keys(created.body).length], [400, 1], `POST ${what}`)
  }
})

t.test('what the server stamps agrees with what stands recorded', async (t) => {
  const { make, patch } = await setUp(t)
  const ahead = await make({ actual_start: FUTURE })
  t.match(await patch(ahead.id, { status: 'COMPLETE' }), {
    status: 200,
    body: { actual_start: TODAY, actual_finish: TODAY, percent_complete: 100 },
  })
  const done = await make({ status: 'COMPLETE', actual_start: PAST, actual_finish: PAST })
  t.match((await patch(done.id, { status: 'IN_PROGRESS' })).body, { actual_finish: null, percent_complete: 99 })
  t.match((await patch(done.id, { status: 'COMPLETE' })).body, { actual_finish: TODAY, percent_complete: 100 })
  t.match((await patch(done.id, { status: 'NOT_STARTED' })).body, { actual_finish: null, percent_complete: 0 })
  const ended = await make({ status: 'REVIEW', actual_finish: PAST })
  const again = (await patch(ended.id, { status: 'IN_PROGRESS' })).body
  t.match(again, { actual_start: PAST, actual_finish: PAST }, 'a stamped start is no later than the finish')
})

t.test('no constraint and no deadline lies centuries away', async (t) => {
  const { app, make } = await setUp(t)
  const task = await make()
  const held = { constraint_type: 'SNET', constraint_date: '9998-01-01' }
  const refused = await app.owner.put(`/tasks/${task.id}/constraint/`, held)
  t.same([refused.status, Object.keys(refused.body)], [400, ['constraint_date']])
  const late = await app.owner.put(`/tasks/${task.id}/constraint/`, { deadline: '0001-01-01' })
  t.same([late.status, Object.keys(late.body)], [400, ['deadline']])
})

t.test('work may be recorded up to a data date that lies ahead', async (t) => {
  const { make, patch } = await setUp(t, { status_date: FUTURE })
  const task = await make({ status: 'IN_PROGRESS', actual_start: PAST })
  t.match(await patch(task.id, { actual_finish: FUTURE }), { status: 200, body: { actual_finish: FUTURE } })
  t.equal((await patch(task.id, { actual_finish: '2026-03-21' })).status, 400)
})

const LINES = [
  { external_id: 'a', name: 'Backwards', status: 'COMPLETE', actual_start: '2026-02-10', actual_finish: '2026-02-03' },
  { external_id: 'b', name: 'Ahead', status: 'COMPLETE', actual_finish: '2199-01-01' },
  { external_id: 'c', name: 'Unbegun', actual_finish: '2026-02-03' },
]

t.test('machine-made rows with contradicting records are brought into line and named', async (t) => {
  const app = await startApp(t)
  const project = await makeProject(app.owner)
  const send = async (lines: object[]) => {
    const bytes = lines.map((line) => JSON.stringify(line)).join('\n')
    const accepted = await app.owner.upload(`/projects/${project.id}/import/ndjson/`, { name: 'a.ndjson', bytes })
    t.equal(accepted.status, 202, accepted.text)
    await app.runJobs()
    return (await app.owner.get(`/projects/${project.id}/imports/${accepted.body.import_request_id}/`)).body.summary
  }
  const read = () =>
    app.sql(
      'select external_id as id, status, actual_start as start, actual_finish as finish from tasks order by number',
    )
  const summary = await send(LINES)
  t.same(
    summary.row_errors.map(({ row, code }: { row: number; code: string }) => [row, code]),
    [
      [1, 'finish_before_start'],
      [2, 'contradictory_actuals'],
    ],
  )
  t.match(await read(), [
    { id: 'a', start: '2026-02-10', finish: null },
    { id: 'b', finish: new Date().toISOString().slice(0, 10) },
    { id: 'c', status: 'COMPLETE', finish: '2026-02-03' },
  ])
  const again = await send([
    { external_id: 'a', actual_finish: '2026-02-03' },
    { external_id: 'c', status: 'IN_PROGRESS' },
  ])
  t.match(again.row_errors, [{ row: 1, column: 'actual_start', code: 'contradictory_actuals' }])
  const after = await read()
  t.match(after, [{ start: '2026-02-03', finish: '2026-02-03' }, {}, { status: 'IN_PROGRESS', finish: null }])
})
