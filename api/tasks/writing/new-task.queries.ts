import { type RawBuilder, sql } from 'kysely'
import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { arrayLiteral } from '../../platform/db/column-bytes.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { TASK_COLUMNS, TASK_DEFAULTS, type TaskColumn, type TaskValues, taskColumns } from '../task-values.ts'

/** A row ready to be stored. */
export interface NewTask {
  readonly id: string
  readonly number: number
  readonly values: TaskValues
}

/** Array parameters of this many entries stay well under a megabyte for ordinary names. */
const ROWS_PER_STATEMENT = 2000

/** Stores rows as they are, in statements of a few thousand. The project's lock must be held. */
export async function insertTaskRows(ctx: Ctx<unknown>, projectId: string, rows: readonly NewTask[]): Promise<void> {
  const syncSeq = await lockProject(ctx, projectId)
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await insertOf(projectId, syncSeq, rows.slice(start, start + ROWS_PER_STATEMENT)).execute(tables(ctx))
  }
}

/**
 * Of sixty columns most are as nobody said anything about them, or the same in every row: only the others become arrays,
 * which cost more to write and to read than the insert itself.
 */
function insertOf(projectId: string, syncSeq: number, rows: readonly NewTask[]): RawBuilder<unknown> {
  const names = ['id', 'project_id', 'number', 'sync_seq']
  const selected: RawBuilder<unknown>[] = [sql`u.id`, sql`${projectId}::uuid`, sql`u.number`, sql`${syncSeq}::bigint`]
  const arrays: RawBuilder<unknown>[] = [
    sql`${arrayLiteral(rows.map((row) => row.id))}::uuid[]`,
    sql`${arrayLiteral(rows.map((row) => row.number))}::int[]`,
  ]
  const unnested = ['id', 'number']
  for (const column of taskColumns) {
    const values = rows.map((row) => parameterOf(column, row.values))
    const [first] = values
    const isShared = values.every((value) => value === first)
    if (isShared && column !== 'name' && first === TASK_DEFAULTS[column]) continue
    const type = sql.raw(TASK_COLUMNS[column].type)
    if (!isShared) {
      arrays.push(sql`${arrayOf(column, values)}::${type}[]`)
      unnested.push(column)
    }
    const source = isShared ? sql`${first}::${type}` : sql.raw(`u."${column}"`)
    names.push(column)
    selected.push(column === 'wbs_order' ? sql`string_to_array(${source}, '.')::int[]` : source)
  }
  return sql`insert into tasks (${nameList(names)}) select ${sql.join(selected)}
    from unnest(${sql.join(arrays)}) as u(${nameList(unnested)})`
}

function nameList(names: readonly string[]): RawBuilder<unknown> {
  return sql.raw(names.map((name) => `"${name}"`).join(', '))
}

/** Only text needs the quotes of the driver; paths are digits and dots. */
function arrayOf(column: TaskColumn, values: readonly unknown[]): unknown {
  if (TASK_COLUMNS[column].type === 'text' && column !== 'wbs_order') return values
  return arrayLiteral(values.map((value) => (value == null ? 'NULL' : String(value))))
}

/** A value as the driver takes it for the type of its column. */
function parameterOf(column: TaskColumn, values: Pick<TaskValues, TaskColumn>): unknown {
  const value = values[column]
  return column === 'wbs_order' ? ((value as number[] | null)?.join('.') ?? null) : value
}
