import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { TASK_DEFAULTS } from '../../../api/tasks/task-values.ts'
import { insertTasks } from '../../../api/tasks/writing/insert-tasks.ts'
import { startApp } from '../../support/start-app.ts'
import { readTree, treeFaults } from '../../support/tree.ts'
import { buildProject } from './support/build-project.ts'

t.test('rows keep their ids, take consecutive numbers and become phases when they have children', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const [phase, leaf, gate, old] = [newId(), newId(), newId(), newId()]
  await app.services.systemContext((ctx) =>
    insertTasks(ctx, project.id, [
      { id: old, name: 'Old', parent_id: null, wbs_order: [9] },
      { id: phase, name: 'Phase', parent_id: null, wbs_order: [1], duration: 0, is_milestone: true },
      {
        id: leaf,
        name: 'Leaf',
        parent_id: phase,
        wbs_order: [1, 1],
        duration: 4,
        source_kind: 'csv_import',
        external_id: 'x',
      },
      { id: gate, name: 'Gate', parent_id: phase, wbs_order: [1, 2], duration: 0 },
    ]),
  )
  const rows = await app.sql<Record<string, unknown>>(
    `select number, name, array_to_string(wbs_order, '.') as path, structure_role, auto_container, is_milestone,
       delivery_mode, duration, own_status, source_kind, external_id from tasks order by number`,
  )
  t.match(rows, [
    { number: 1, name: 'Old', path: '9', structure_role: 'work', duration: 1, delivery_mode: 'waterfall' },
    {
      number: 2,
      path: '1',
      structure_role: 'container',
      auto_container: true,
      is_milestone: false,
      own_status: 'NOT_STARTED',
    },
    { number: 3, path: '1.1', duration: 4, own_status: null, source_kind: 'csv_import', external_id: 'x' },
    { number: 4, path: '1.2', is_milestone: true, delivery_mode: 'milestone', duration: 0 },
  ])
  const late = newId()
  await app.services.systemContext((ctx) =>
    insertTasks(ctx, project.id, [{ id: late, name: 'Late', parent_id: old, wbs_order: [9, 1] }]),
  )
  const [parked] = await app.sql('select structure_role, own_estimate, server_version from tasks where id = $1', [old])
  t.match(
    parked,
    { structure_role: 'container', own_estimate: 1, server_version: 2 },
    'an older row that gains a child is parked',
  )
})

t.test('a row with children is neither milestone nor subtask, whatever a plan says of it', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const [gate, sub, below, lone] = [newId(), newId(), newId(), newId()]
  await app.services.systemContext((ctx) =>
    insertTasks(ctx, project.id, [
      { id: gate, name: 'Gate', parent_id: null, wbs_order: [1], is_milestone: true },
      { id: sub, name: 'Sub', parent_id: gate, wbs_order: [1, 1], is_subtask: true },
      { id: below, name: 'Below', parent_id: sub, wbs_order: [1, 1, 1], is_subtask: true },
      { id: lone, name: 'Lone', parent_id: null, wbs_order: [2], is_subtask: true },
    ]),
  )
  t.same(treeFaults(await readTree(app.owner, project.id)), [])
})

t.test('the defaults of the code are those of the columns', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  await app.sql('insert into tasks (id, project_id, number, name) values ($1, $2, 1, $3)', [
    newId(),
    project.id,
    'bare',
  ])
  const [row] = await app.sql<Record<string, unknown>>('select * from tasks')
  for (const [column, value] of Object.entries(TASK_DEFAULTS)) t.same(row?.[column], value, column)
})
