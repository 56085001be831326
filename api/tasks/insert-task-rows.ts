import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { lockProject } from '../projects/project-lock.ts'
import { arrayLiteral } from '../schedule/column-bytes.ts'
import { COLUMN_TYPES, TASK_DEFAULTS, type TaskColumn, type TaskValues } from './task-values.ts'

/** A row ready to be stored. */
export interface NewTask {
  readonly id: string
  readonly number: number
  readonly values: TaskValues
}

/** Array parameters of this many entries stay well under a megabyte for ordinary names. */
const ROWS_PER_STATEMENT = 2000

const columns = Object.keys(COLUMN_TYPES) as TaskColumn[]

/** Stores rows as they are, in statements of a few thousand. The project's lock must be held. */
export async function insertTaskRows(ctx: Ctx<unknown>, projectId: string, rows: readonly NewTask[]): Promise<void> {
  const syncSeq = await lockProject(ctx, projectId)
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const { text, params } = insertOf(projectId, syncSeq, rows.slice(start, start + ROWS_PER_STATEMENT))
    await sql(ctx, text, params)
  }
}

/**
 * Of sixty columns most are as nobody said anything about them, or the same in every row: only the others become arrays,
 * which cost more to write and to read than the insert itself.
 */
function insertOf(projectId: string, syncSeq: number, rows: readonly NewTask[]): { text: string; params: unknown[] } {
  const ids = rows.map((row) => row.id)
  const params: unknown[] = [projectId, syncSeq, arrayLiteral(ids), arrayLiteral(rows.map((row) => row.number))]
  const named: string[] = []
  const selected: string[] = []
  const unnested = { arrays: ['$3::uuid[]', '$4::int[]'], names: ['id', 'number'] }
  for (const column of columns) {
    const values = rows.map((row) => parameterOf(column, row.values))
    const [first] = values
    const isShared = values.every((value) => value === first)
    if (isShared && column !== 'name' && first === TASK_DEFAULTS[column]) continue
    const place = `$${params.push(isShared ? first : arrayOf(column, values))}::${COLUMN_TYPES[column]}`
    if (!isShared) {
      unnested.arrays.push(`${place}[]`)
      unnested.names.push(`"${column}"`)
    }
    const source = isShared ? place : `u."${column}"`
    named.push(`"${column}"`)
    selected.push(column === 'wbs_order' ? `string_to_array(${source}, '.')::int[]` : source)
  }
  const text = `insert into tasks (id, project_id, number, sync_seq, ${named.join(', ')})
    select u.id, $1::uuid, u.number, $2::bigint, ${selected.join(', ')}
    from unnest(${unnested.arrays.join(', ')}) as u(${unnested.names.join(', ')})`
  return { text, params }
}

/** Only text needs the quotes of the driver; paths are digits and dots. */
function arrayOf(column: TaskColumn, values: readonly unknown[]): unknown {
  if (COLUMN_TYPES[column] === 'text' && column !== 'wbs_order') return values
  return arrayLiteral(values.map((value) => (value == null ? 'NULL' : String(value))))
}

/** A value as the driver takes it for the column's type in `COLUMN_TYPES`. */
export function parameterOf(column: TaskColumn, values: Pick<TaskValues, TaskColumn>): unknown {
  const value = values[column]
  return column === 'wbs_order' ? ((value as number[] | null)?.join('.') ?? null) : value
}
