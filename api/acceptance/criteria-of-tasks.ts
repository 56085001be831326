import type { Db } from '../database.ts'
import { presentCriterion } from './acceptance.present.ts'
import type { Criterion } from './acceptance.schema.ts'
import { criteriaOfTasks } from './criterion.queries.ts'

export interface CriteriaOfTask {
  readonly rows: Criterion[]
  metCount: number
}

/** The criteria of each of the tasks in their order. `idList` is the text of a uuid array. */
export async function loadCriteriaOfTasks(db: Db, idList: string): Promise<Map<string, CriteriaOfTask>> {
  const byTask = new Map<string, CriteriaOfTask>()
  for (const row of await criteriaOfTasks(db, idList)) {
    const known = byTask.get(row.task_id) ?? { rows: [], metCount: 0 }
    known.rows.push(presentCriterion(row))
    if (row.met) known.metCount++
    byTask.set(row.task_id, known)
  }
  return byTask
}
