import t from 'tap'
import { tables } from '../../../api/database.ts'
import { newId } from '../../../api/platform/ids.ts'
import { isSchedulable, schedulable } from '../../../api/tasks/schedulable.queries.ts'
import type { TaskRow } from '../../../api/tasks/task-row.ts'
import { TASK_COLUMNS, TASK_TYPES } from '../../../api/tasks/task-values.ts'
import { TASK_STATUSES } from '../../../compute/plan/task-status.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'

/** What the service writes of a task by other doors: its identity, its place in time, and its constraint. */
const BESIDE_THE_TABLE = [
  'constraint_date',
  'constraint_type',
  'created_at',
  'deadline',
  'deleted_at',
  'field_versions',
  'id',
  'is_deleted',
  'milestone_at',
  'number',
  'project_id',
  'server_version',
  'sprint_pending',
  'sync_seq',
]

const DATABASE_NAMES: Readonly<Record<string, string>> = { boolean: 'bool', int: 'int4', varchar: 'text' }

t.test('the table of columns has every column of the database under its type', async (t) => {
  const app = await startApp(t)
  const stored = await app.sql<{ column_name: string; udt_name: string }>(
    "select column_name, udt_name from information_schema.columns where table_name = 'tasks' and table_schema = current_schema()",
  )
  const typeOf = new Map(stored.map((row) => [row.column_name, row.udt_name]))
  const columns = Object.entries(TASK_COLUMNS)
  t.same([...typeOf.keys()].sort(), [...columns.map(([name]) => name), ...BESIDE_THE_TABLE].sort())
  for (const [name, { type }] of columns) {
    const udt = typeOf.get(name) ?? ''
    const expected = name === 'wbs_order' ? '_int4' : (DATABASE_NAMES[type] ?? type)
    t.equal(DATABASE_NAMES[udt] ?? udt, expected, name)
  }
})

t.test('statements and rows agree on what is scheduled', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const flags = [false, true]
  const kinds = TASK_STATUSES.flatMap((status) =>
    TASK_TYPES.flatMap((type) =>
      flags.flatMap((is_recurring) => flags.map((is_deleted) => ({ status, type, is_recurring, is_deleted }))),
    ),
  )
  await app.sql(
    `insert into tasks (id, project_id, number, name, status, type, is_recurring, is_deleted)
     select id, $1, number, 'a', status, type, is_recurring, is_deleted from jsonb_to_recordset($2::jsonb)
       as k(id uuid, number int, status text, type text, is_recurring boolean, is_deleted boolean)`,
    [project.id, JSON.stringify(kinds.map((kind, index) => ({ ...kind, id: newId(), number: index + 1 })))],
  )
  const db = tables({ em: app.services.orm.em.fork() })
  const rows = await db
    .selectFrom('tasks as t')
    .selectAll()
    .select(schedulable.as('is_schedulable'))
    .$castTo<TaskRow & { is_schedulable: boolean }>()
    .execute()
  t.equal(rows.length, kinds.length)
  t.equal(rows.filter((row) => row.is_schedulable).length, 5 * 5)
  for (const row of rows) {
    const { status, type, is_recurring, is_deleted } = row
    t.equal(isSchedulable(row), row.is_schedulable, JSON.stringify({ status, type, is_recurring, is_deleted }))
  }
})
