import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { lockProject } from '../projects/project-lock.ts'
import { COLUMN_TYPES, TASK_DEFAULTS, type TaskColumn, type TaskValues } from './task-values.ts'

/** A row ready to be stored. */
export interface NewTask {
  readonly id: string
  readonly number: number
  readonly values: TaskValues
}

/** 60 array parameters of this many entries stay well under a megabyte for ordinary names. */
const ROWS_PER_STATEMENT = 2000

const columns = Object.keys(COLUMN_TYPES) as TaskColumn[]
const insertText = makeInsertText()

/** Stores rows as they are, in statements of a few thousand. The project's lock must be held. */
export async function insertTaskRows(ctx: Ctx<unknown>, projectId: string, rows: readonly NewTask[]): Promise<void> {
  const syncSeq = await lockProject(ctx, projectId)
  const [only] = rows
  if (rows.length === 1 && only) return insertOne(ctx, projectId, syncSeq, only)
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT)
    const params = columns.map((column) => chunk.map((row) => parameterOf(column, row.values)))
    await sql(ctx, insertText, [
      projectId,
      syncSeq,
      chunk.map((row) => row.id),
      chunk.map((row) => row.number),
      ...params,
    ])
  }
}

/** A single row names only what differs from the column defaults: planning sixty arrays takes longer than the insert. */
async function insertOne(ctx: Ctx<unknown>, projectId: string, syncSeq: number, row: NewTask): Promise<void> {
  const named = columns.filter((column) => column === 'name' || row.values[column] !== TASK_DEFAULTS[column])
  const places = named.map((column, index) => {
    const place = `$${index + 5}::${COLUMN_TYPES[column]}`
    return column === 'wbs_order' ? `string_to_array(${place}, '.')::int[]` : place
  })
  await sql(
    ctx,
    `insert into tasks (id, project_id, number, sync_seq, ${named.map((column) => `"${column}"`).join(', ')})
     values ($1, $2, $3, $4, ${places.join(', ')})`,
    [row.id, projectId, row.number, syncSeq, ...named.map((column) => parameterOf(column, row.values))],
  )
}

/** A value as the driver takes it for the column's type in `COLUMN_TYPES`. */
export function parameterOf(column: TaskColumn, values: Pick<TaskValues, TaskColumn>): unknown {
  const value = values[column]
  return column === 'wbs_order' ? ((value as number[] | null)?.join('.') ?? null) : value
}

function makeInsertText(): string {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const selected = columns.map((column) =>
    column === 'wbs_order' ? "string_to_array(u.wbs_order, '.')::int[]" : `u."${column}"`,
  )
  const arrays = columns.map((column, index) => `$${index + 5}::${COLUMN_TYPES[column]}[]`)
  return `insert into tasks (id, project_id, number, sync_seq, ${names})
    select u.id, $1::uuid, u.number, $2::bigint, ${selected.join(', ')}
    from unnest($3::uuid[], $4::int[], ${arrays.join(', ')}) as u(id, number, ${names})`
}
