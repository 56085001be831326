import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { mintClient } from '../tokens/tokens.ts'

/** Every door that changes a task besides the one that people edit through. Each answers the field it changed. */
t.test('a stale edit meets what came in by any other door', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const project = (await ann.post('/projects/', { name: 'Site', start_date: '2026-01-05', status_date: '2026-03-02' }))
    .body
  const at = `/projects/${project.id}/`
  const pusher = await mintClient(app, ann, {}, `${at}api-tokens/`)
  const make = async (more: object = {}) =>
    (await ann.post('/tasks/', { project: project.id, name: 'Dig', planned_start: '2026-02-02', ...more })).body
  const bulk = (id: string, data: object) => ann.post(`${at}tasks/bulk/`, { operations: [{ op: 'update', id, data }] })
  const push = (body: object) => pusher.post(`${at}task-sync/`, { source: 'tracker', external_id: 'N-1', ...body })
  const doors: Record<string, () => Promise<{ id: string; version: number; edit: object }>> = {
    'a batch': async () => {
      const task = await make()
      await bulk(task.id, { name: 'Dig deep' })
      return { id: task.id, version: task.server_version, edit: { name: 'Mine' } }
    },
    'a classification and its undo': async () => {
      const task = await make({ delivery_mode: 'kanban' })
      const done = await ann.patch(`${at}tasks/classification/`, { subtree: task.id, delivery_mode: 'scrum' })
      const read = (await ann.get(`/tasks/${task.id}/`)).body
      await ann.post(`/cascade-classification-operations/${done.body.operation_id}/undo/`)
      return { id: task.id, version: read.server_version, edit: { delivery_mode: 'waterfall' } }
    },
    'a push of another system': async () => {
      const id = (await push({ name: 'From there' })).body.task_id
      const read = (await ann.get(`/tasks/${id}/`)).body
      await push({ name: 'Renamed there' })
      return { id, version: read.server_version, edit: { name: 'Mine' } }
    },
    'a repeated import': async () => {
      const lines = (name: string) => JSON.stringify({ external_id: 'x', name, planned_start: '2026-02-02' })
      const load = async (name: string) => {
        await ann.upload(`${at}import/ndjson/`, { name: 't.ndjson', bytes: lines(name) })
        await app.runJobs()
        return (await ann.get(`/tasks/?project=${project.id}&search=${encodeURIComponent(name)}`)).body.results[0]
      }
      const task = await load('Piling')
      await load('Drilling')
      return { id: task.id, version: task.server_version, edit: { name: 'Mine' } }
    },
  }
  for (const [door, open] of Object.entries(doors)) {
    const { id, version, edit } = await open()
    const stale = await ann.patch(`/tasks/${id}/`, edit, { 'X-Base-Version': String(version) })
    t.match(stale, { status: 409, body: { code: 'sync_conflict', conflict_fields: Object.keys(edit) } }, door)
    t.equal((await ann.patch(`/tasks/${id}/`, edit)).status, 200, `${door}: without a version the last writer wins`)
  }
})

t.test('a row of a batch may say its version; the others are written', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const project = (await ann.post('/projects/', { name: 'Site', start_date: '2026-01-05' })).body
  const make = async (name: string) => (await ann.post('/tasks/', { project: project.id, name })).body
  const [one, two, three] = [await make('a'), await make('b'), await make('c')]
  for (const task of [one, two]) await ann.patch(`/tasks/${task.id}/`, { name: 'theirs' })
  const update = (id: string, data: object) => ({ op: 'update', id, data: { ...data, base_version: 1 } })
  const answer = await ann.post(
    `/projects/${project.id}/tasks/bulk/`,
    {
      operations: [
        update(one.id, { name: 'mine' }),
        update(two.id, { notes: 'mine' }),
        update(three.id, { name: 'mine' }),
      ],
    },
    { 'X-Base-Version': '1' },
  )
  t.equal(answer.status, 207)
  t.match(answer.body.applied, [
    { index: 1, task: { name: 'theirs', notes: 'mine' } },
    { index: 2, task: { name: 'mine' } },
  ])
  t.match(answer.body.rejected, [{ index: 0, id: one.id, code: 'conflict', message: /name/ }])
  t.equal(answer.headers.get('x-merged-concurrent-fields'), null, 'a header cannot speak for many rows')
})
