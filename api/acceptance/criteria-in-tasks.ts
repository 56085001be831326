import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import type { Criterion } from '../tasks/task-parts.schema.ts'
import { presentCriterion } from './acceptance.present.ts'
import { criteriaOfTasks } from './criterion.queries.ts'

interface CriteriaOfTask {
  readonly acceptanceCriteria: Criterion[]
  criteriaMetCount: number
  criteriaCount: number
}

/** The criteria that a task is shown with, in their order. */
export const criteriaInTasks: TaskPart<keyof CriteriaOfTask> = {
  table: 'acceptance_criteria',
  async load(ctx, idList) {
    const byTask = new Map<string, CriteriaOfTask>()
    for (const row of await criteriaOfTasks(ctx, idList)) {
      const known = byTask.get(row.task_id) ?? { acceptanceCriteria: [], criteriaMetCount: 0, criteriaCount: 0 }
      known.acceptanceCriteria.push(presentCriterion(row))
      known.criteriaCount++
      if (row.met) known.criteriaMetCount++
      byTask.set(row.task_id, known)
    }
    return byTask
  },
}
