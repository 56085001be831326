import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

/** A label as it is shown on a task. */
export interface LabelChip {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly position: number
}

/** The labels of each of the tasks in the order of the catalogue. `idList` is the text of a uuid array. */
export async function loadLabelsOfTasks(ctx: Pick<Ctx, 'em'>, idList: string): Promise<Map<string, LabelChip[]>> {
  const rows = await sql<LabelChip & { task_id: string }>(
    ctx,
    `select c.task_id, l.id, l.name, l.color, l.position from task_labels c join labels l on l.id = c.label_id
     where c.task_id = any($1::uuid[]) order by l.position, l.folded_name, l.id`,
    [idList],
  )
  const byTask = new Map<string, LabelChip[]>()
  for (const { task_id, ...chip } of rows) {
    const known = byTask.get(task_id)
    if (known) known.push(chip)
    else byTask.set(task_id, [chip])
  }
  return byTask
}
