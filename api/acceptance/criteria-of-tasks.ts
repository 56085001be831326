import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { CRITERIA, CRITERION_COLUMNS, type CriterionRow, presentCriterion } from './criterion-row.ts'

export interface CriteriaOfTask {
  readonly rows: CriterionRow[]
  metCount: number
}

/** The criteria of each of the tasks in their order. `idList` is the text of a uuid array. */
export async function loadCriteriaOfTasks(ctx: Pick<Ctx, 'em'>, idList: string): Promise<Map<string, CriteriaOfTask>> {
  const rows = await sql<CriterionRow>(
    ctx,
    `select ${CRITERION_COLUMNS} from ${CRITERIA} where c.task_id = any($1::uuid[]) and not c.is_deleted
     order by c.position, c.id`,
    [idList],
  )
  const byTask = new Map<string, CriteriaOfTask>()
  for (const row of rows) {
    const criteria = byTask.get(row.task) ?? { rows: [], metCount: 0 }
    criteria.rows.push(presentCriterion(row))
    if (row.met) criteria.metCount++
    byTask.set(row.task, criteria)
  }
  return byTask
}
