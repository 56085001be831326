import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { ScheduleDocument, ScheduledTask } from '../../compute/model/documents/schedule-document.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'

/** The whole way from a plan document to its schedule document. */
export function schedulePlan(plan: Plan): ScheduleDocument {
  return scheduleDocument(plan, runCpm(buildGraph(columnsFromPlan(plan))))
}

export function rowOf(document: ScheduleDocument, id: string): ScheduledTask {
  const row = document.tasks.find((task) => task.id === id)
  if (row === undefined) throw new Error(`no row ${id}`)
  return row
}

/** The refusal a plan meets; fails when it is computed after all. */
export function refusalOf(plan: unknown): PlanRefusal {
  try {
    schedulePlan(plan as Plan)
  } catch (error) {
    if (error instanceof PlanRefusal) return error
    throw error
  }
  throw new Error('the plan was computed')
}
