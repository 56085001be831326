import t from 'tap'
import { setUp as start } from './support/task-writes.ts'

// 2026-01-05 is a Monday; without a calendar Monday to Friday work. Nothing here waits for a pass unless it says so.

type Fields = Record<string, unknown>

async function setUp(t: Parameters<typeof start>[0]) {
  const { app, project, make, patch } = await start(t, { status_date: '2026-01-05' })
  const outer = await make({ name: 'Outer' })
  const inner = await make({ name: 'Inner', parent_id: outer.id })
  const child = (fields: Fields = {}) => make({ parent_id: inner.id, ...fields })
  const read = async (id: string) => (await app.owner.get(`/tasks/${id}/`)).body
  const statuses = async () => [(await read(inner.id)).status, (await read(outer.id)).status]
  const structure = (id: string, what: string, body?: Fields) =>
    app.owner.post(`/projects/${project.id}/tasks/${id}/${what}/`, body)
  return { app, project, make, patch, outer, inner, child, read, statuses, structure }
}

t.test('a phase follows its children at every level in the answer to the very next read', async (t) => {
  const { app, project, patch, outer, inner, child, read, statuses, structure } = await setUp(t)
  const [a, b] = [await child(), await child()]
  t.same(await statuses(), ['NOT_STARTED', 'NOT_STARTED'])
  await patch(a.id, { status: 'IN_PROGRESS' })
  t.same(await statuses(), ['IN_PROGRESS', 'IN_PROGRESS'], 'a patch')
  await patch(a.id, { status: 'COMPLETE' })
  await patch(b.id, { status: 'COMPLETE' })
  t.same(await statuses(), ['COMPLETE', 'COMPLETE'])
  t.match(await read(outer.id), { percent_complete: 100, actual_start: '2026-03-10', actual_finish: '2026-03-10' })
  const c = await child()
  t.same(await statuses(), ['IN_PROGRESS', 'IN_PROGRESS'], 'a creation')
  await app.owner.delete(`/tasks/${c.id}/`)
  t.same(await statuses(), ['COMPLETE', 'COMPLETE'], 'a deletion')
  await app.owner.post(`/tasks/${c.id}/restore/`)
  t.same(await statuses(), ['IN_PROGRESS', 'IN_PROGRESS'], 'a restore')
  const moved = await structure(c.id, 'reparent', { new_parent_id: null })
  t.same(await statuses(), ['COMPLETE', 'COMPLETE'], 'a move')
  await app.owner.post(`/structural-operations/${moved.body.operation_id}/undo/`)
  t.same(await statuses(), ['IN_PROGRESS', 'IN_PROGRESS'], 'an undo')
  const operations = [
    { op: 'update', id: c.id, data: { status: 'COMPLETE' } },
    { op: 'update', id: inner.id, data: { notes: 'seen' } },
  ]
  const batch = await app.owner.post(`/projects/${project.id}/tasks/bulk/`, { operations })
  t.equal(batch.body.applied[1].task.status, 'COMPLETE', 'the answer of a batch shows what its rows became')
  t.same(await statuses(), ['COMPLETE', 'COMPLETE'], 'a batch')
})

t.test('an import changes the phases it writes into', async (t) => {
  const { app, project } = await setUp(t)
  const send = async (lines: Fields[]) => {
    const bytes = lines.map((line) => JSON.stringify(line)).join('\n')
    await app.owner.upload(`/projects/${project.id}/import/ndjson/`, { name: 'a.ndjson', bytes })
    await app.runJobs()
  }
  const statusOf = async (key: string) => (await app.sql('select status from tasks where external_id = $1', [key]))[0]
  await send([
    { external_id: 'p', name: 'Phase' },
    { external_id: 'q', name: 'Part', parent: 'p' },
    { external_id: 'r', name: 'Work', parent: 'q', status: 'IN_PROGRESS', actual_start: '2026-01-05' },
  ])
  t.same([await statusOf('p'), await statusOf('q')], [{ status: 'IN_PROGRESS' }, { status: 'IN_PROGRESS' }])
  await send([{ external_id: 'r', status: 'COMPLETE' }])
  t.same([await statusOf('p'), await statusOf('q')], [{ status: 'COMPLETE' }, { status: 'COMPLETE' }])
})

t.test('a phase lasts from its first start to its last finish and adds up estimates', async (t) => {
  const { app, patch, inner, child, read } = await setUp(t)
  const triple = { optimistic_duration: 2, most_likely_duration: 3, pessimistic_duration: 7 }
  const [a, b] = [await child({ duration: 3, ...triple }), await child({ duration: 5 })]
  t.match(await read(inner.id), { duration: 5, own_estimate: 1, optimistic_duration: 7, pessimistic_duration: 12 })
  await app.owner.post('/dependencies/', { predecessor: a.id, successor: b.id })
  await app.runJobs()
  t.match(await read(inner.id), { early_start: '2026-01-05', early_finish: '2026-01-14', duration: 8 })
  await patch(b.id, { duration: 20 })
  t.equal((await read(inner.id)).duration, 20, 'no less than its longest task while a pass is due')
  await app.owner.delete(`/tasks/${b.id}/`)
  t.match(await read(inner.id), { early_finish: '2026-01-07', duration: 3, most_likely_duration: 3 }, 'dates at once')
})

t.test('a write that repeats what a phase shows changes nothing, and one of its duration is not applied', async (t) => {
  const { app, project, patch, inner, child, read } = await setUp(t)
  await child({ duration: 4, optimistic_duration: 1, most_likely_duration: 4, pessimistic_duration: 9 })
  await child({ duration: 1, status: 'COMPLETE' })
  await app.runJobs()
  const shown = await read(inner.id)
  const put = await app.owner.put(`/tasks/${inner.id}/`, { ...shown, project: project.id })
  t.equal(put.status, 200, put.text)
  t.equal(put.body.server_version, shown.server_version, 'nothing was stored')
  const dropped = await patch(inner.id, { duration: 30, actual_start: '2026-01-06' })
  t.match(dropped.body.warnings, [{ rule: 'dropped_fields', detail: 'Not applied: duration, actual_start' }])
  t.equal(dropped.body.duration, shown.duration)
})

t.test('a backlog row that gains children is a phase like any other', async (t) => {
  const { app, make, patch, read } = await setUp(t)
  const idea = await make({ name: 'Idea', status: 'BACKLOG' })
  const work = await make({ parent_id: idea.id, duration: 3 })
  await app.runJobs()
  t.match(await read(idea.id), { status: 'NOT_STARTED', own_status: 'BACKLOG', early_finish: '2026-01-07' })
  await patch(work.id, { status: 'BACKLOG' })
  t.match(await read(idea.id), { status: 'BACKLOG', early_start: null, is_critical: null }, 'no task of one day')
  await app.runJobs()
  t.match(await read(idea.id), { status: 'BACKLOG', early_start: null })
  await patch(work.id, { status: 'NOT_STARTED' })
  await app.runJobs()
  t.match(await read(idea.id), { status: 'NOT_STARTED', early_start: '2026-01-05' })
  await app.owner.delete(`/tasks/${work.id}/`)
  t.match(await read(idea.id), { status: 'BACKLOG', is_phase: false }, 'its own status comes back')
})
