import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

interface Diff {
  field: string
  old: unknown
  new: unknown
}

t.test('the past of a task', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const mia = await project.member(100, 'mia')
  const of = async (taskId: string, query = '', who = viewer) =>
    (await who.get(`/projects/${project.id}/tasks/${taskId}/history/${query}`)).body
  const add = async (name: string, more: object = {}) =>
    (await mia.post('/tasks/', { project: project.id, name, duration: 3, assignee: mia.account.id, ...more })).body
      .id as string
  const fields = (row: { diff: Diff[] }) => Object.fromEntries(row.diff.map((one) => [one.field, [one.old, one.new]]))

  await t.test('tells who changed what from what to what, in words, newest first', async (t) => {
    const id = await add('Survey')
    await mia.patch(`/tasks/${id}/`, { name: 'Site survey', duration: 5, assignee: null })
    const { count, results, count_truncated } = await of(id)
    t.equal(count, 2)
    t.equal(count_truncated, false)
    t.match(results[0], { history_type: '~', history_user: 'mia', history_user_display: 'mia' })
    t.equal(results[0].history_change_reason, null)
    t.strictSame(fields(results[0]), {
      name: ['Survey', 'Site survey'],
      duration: ['3', '5'],
      assignee: ['mia', null],
    })
    t.equal(results[1].history_type, '+')
    t.match(fields(results[1]), { name: [null, 'Survey'], duration: [null, '3'], assignee: [null, 'mia'] })
    t.notOk('notes' in fields(results[1]), 'what nobody said is not told')
    t.ok(Math.abs(Date.parse(results[0].history_date) - Date.now()) < 60_000)
  })

  await t.test('has no row of a save that changed nothing', async (t) => {
    const id = await add('Still')
    await mia.patch(`/tasks/${id}/`, { name: 'Still' })
    t.equal((await of(id)).count, 1)
  })

  await t.test('comes through batches, undo, deletion and restoring', async (t) => {
    const id = newId()
    const bulk = (operations: object[]) => app.owner.post(`/projects/${project.id}/tasks/bulk/`, { operations })
    await bulk([{ op: 'create', id, data: { name: 'Batch', duration: 2 } }])
    await bulk([{ op: 'update', id, data: { duration: 4 } }])
    const { body } = await app.owner.patch(`/projects/${project.id}/tasks/classification/`, {
      subtree: id,
      cascade: false,
      governance_class: 'gated',
    })
    await app.owner.post(`/cascade-classification-operations/${body.operation_id}/undo/`)
    t.strictSame(
      (await of(id)).results.map((row: { history_change_reason: string }) => row.history_change_reason),
      ['undo', 'classification', 'batch', 'batch'],
    )
    t.strictSame(fields((await of(id)).results[0]).governance_class, ['gated', 'flow'])
    t.equal((await app.owner.delete(`/tasks/${id}/`)).status, 204)
    t.equal((await viewer.get(`/projects/${project.id}/tasks/${id}/history/`)).status, 404)
    const [row] = await app.sql('select change_type from history_rows where object_id = $1 order by id desc', [id])
    t.equal(row?.change_type, '-')
  })

  await t.test(
    'tells why the plan of a committed project was amended, and that of the amended row alone',
    async (t) => {
      const id = await add('Quay')
      const amend_reason = 'rock below the quay'
      await mia.patch(`/tasks/${id}/`, { duration: 9, amend_reason })
      await mia.patch(`/tasks/${id}/`, { duration: 8, amend_reason: '  ' })
      const other = await add('Crane')
      const operations = [
        { op: 'update', id, data: { duration: 7, amend_reason } },
        { op: 'update', id: await add('Refused'), data: { duration: -1, amend_reason } },
        { op: 'update', id: other, data: { duration: 6 } },
      ]
      await mia.post(`/projects/${project.id}/tasks/bulk/`, { operations })
      const reasons = async (task: string) =>
        (await of(task)).results.map((row: { history_change_reason: string }) => row.history_change_reason)
      t.strictSame(await reasons(id), [`amend: ${amend_reason}`, null, `amend: ${amend_reason}`, null])
      t.strictSame(await reasons(other), ['batch', null])
      await app.sql(`update projects set lifecycle = 'draft' where id = $1`, [project.id])
      await mia.patch(`/tasks/${id}/`, { duration: 5, amend_reason })
      t.equal((await reasons(id))[0], null, 'a draft is not amended')
      await app.sql(`update projects set lifecycle = 'active' where id = $1`, [project.id])
    },
  )

  await t.test('comes through imports and their undo, in the name of who asked', async (t) => {
    const file = { name: 'plan.csv', bytes: 'Name,Duration,Predecessors\nDig,5,\nPour,2,1\n' }
    const accepted = await app.owner.upload(`/projects/${project.id}/import/csv/`, file)
    await app.runJobs()
    const query = `select actor_id, reason, change_type, count(*) from history_rows where project_id = $1
      and object_type = 'task' and reason in ('csv_import', 'undo') group by 1, 2, 3 order by 2`
    t.same(await app.sql(query, [project.id]), [
      { actor_id: app.owner.account.id, reason: 'csv_import', change_type: '+', count: '2' },
      { actor_id: app.owner.account.id, reason: 'undo', change_type: '~', count: '1' },
    ])
    await app.owner.post(`/projects/${project.id}/imports/${accepted.body.import_request_id}/undo/`)
    t.match((await app.sql(query, [project.id]))[1], { reason: 'undo', change_type: '-', count: '2' })
  })

  await t.test('is paged', async (t) => {
    const id = await add('Paged')
    for (const duration of [4, 5, 6, 7]) await mia.patch(`/tasks/${id}/`, { duration })
    const first = await of(id, '?page_size=2')
    t.equal(first.count, 5)
    t.equal(first.results.length, 2)
    t.match(first.next, /page=2/)
    const last = await of(id, '?page_size=2&page=3')
    t.equal(last.results[0].history_type, '+')
    t.strictSame(fields(last.results[0]).duration, [null, '3'], 'what it was made with, not what it became')
    t.equal((await viewer.get(`/projects/${project.id}/tasks/${id}/history/?page=9`)).status, 404)
    t.equal((await of(id, '?page_size=1000')).results.length, 5)
  })

  await t.test('keeps what a reader may not see', async (t) => {
    const id = await add('Blocked')
    await mia.patch(`/tasks/${id}/`, { blocked_reason: 'a secret', blocker_type: 'vendor' })
    await mia.patch(`/tasks/${id}/`, { story_points: 5 })
    const text = JSON.stringify(await of(id, '', mia))
    t.notMatch(text, /a secret/)
    t.match(text, /blocker_type/)
    t.match(text, /story_points/, 'the team reads its points')
    t.match(JSON.stringify(await of(id)), /story_points/, 'so do viewers')
    t.notMatch(JSON.stringify(await of(id, '', app.owner)), /story_points/, 'managers do not')
  })

  await t.test('is for members, and of the task of this project', async (t) => {
    const other = await buildProject(app)
    const id = await add('Mine')
    t.equal((await app.owner.get(`/projects/${other.id}/tasks/${id}/history/`)).status, 404)
    const outsider = await app.user('outsider')
    t.equal((await outsider.get(`/projects/${project.id}/tasks/${id}/history/`)).status, 404)
  })
})
