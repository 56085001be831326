import t from 'tap'
import { allTaskParts } from '../../../api/tasks/reading/task-relatives.ts'
import { startApp } from '../../support/start-app.ts'

// Reads of tasks look only into tables that the project is known to use; a table without its trigger would never be shown.

t.test('every table whose records are shown with a task notes its first row in the project', async (t) => {
  const app = await startApp(t)
  const noted = await app.sql<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'note_table_in_use'`,
  )
  const names = new Set(noted.map(({ name }) => name))
  t.ok(names.size > 5)
  t.same(
    allTaskParts().filter(({ table }) => !names.has(table)),
    [],
  )
})

t.test('a project notes a table once, with its first row, and others do not', async (t) => {
  const { owner, sql } = await startApp(t)
  const project = async (name: string) => (await owner.post('/projects/', { name, start_date: '2026-03-02' })).body.id
  const [used, other] = [await project('Used'), await project('Other')]
  const task = async (id: string) => (await owner.post('/tasks/', { project: id, name: 'Task' })).body.id
  const [first, second] = [await task(used), await task(used)]
  await task(other)
  const label = (await owner.post(`/projects/${used}/labels/`, { name: 'Late' })).body.id
  for (const id of [first, second])
    t.equal((await owner.post(`/projects/${used}/tasks/${id}/labels/`, { label_id: label })).status, 200)
  const rows = await sql('select project_id, tables_in_use from project_counters order by project_id = $1', [other])
  t.same(rows, [
    { project_id: used, tables_in_use: ['task_labels'] },
    { project_id: other, tables_in_use: [] },
  ])
  t.match((await owner.get(`/tasks/${second}/`)).body, { labels: [{ id: label }] })
})
