import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

export interface NewTaskLabel {
  readonly taskId: string
  readonly labelId: string
}

const ROWS_PER_STATEMENT = 10_000

/** Labels new tasks as a set, for importers, without a version or an event of their own; answers how many were put on. */
export async function insertTaskLabels(ctx: Pick<Ctx, 'em'>, rows: readonly NewTaskLabel[]): Promise<number> {
  let count = 0
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT)
    const inserted = await sql(
      ctx,
      `insert into task_labels (task_id, label_id) select * from unnest($1::uuid[], $2::uuid[])
       on conflict do nothing returning 1`,
      [chunk.map((row) => row.taskId), chunk.map((row) => row.labelId)],
    )
    count += inserted.length
  }
  return count
}
