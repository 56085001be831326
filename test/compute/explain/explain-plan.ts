import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { explanationDocument } from '../../../compute/explain/explanation-document.ts'
import type { Quantity } from '../../../compute/explain/quantity.ts'
import { type ScheduleFacts, scheduleFacts } from '../../../compute/explain/schedule-facts.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'

export function factsOf(plan: Plan): ScheduleFacts {
  const columns = columnsFromPlan(plan)
  return scheduleFacts(columns, runCpm(buildGraph(columns)))
}

export function indexOf(plan: Plan, id: string): number {
  return plan.tasks.findIndex((task) => task.id === id)
}

export function explain(plan: Plan, id: string, quantity: Quantity) {
  const idOf = (task: number) => plan.tasks[task]?.id ?? '?'
  return explanationDocument(factsOf(plan), indexOf(plan, id), quantity, { idOf, nameOf: idOf })
}

/** Candidates in short: `kind source@MM-DD slack`, the binding one with a star. */
export function candidates(plan: Plan, id: string, quantity: Quantity): string[] {
  return explain(plan, id, quantity).contributions.map((each) => {
    const source = each.source_task_id === null ? '' : ` ${each.source_task_id}`
    const through = each.leaf_task_id === each.source_task_id ? '' : `(${each.leaf_task_id})`
    return `${each.is_binding ? '*' : ''}${each.kind}${source}${through} ${each.imposed_date.slice(5)} ${each.slack_days}`
  })
}

export function dayText(day: number): string {
  return formatCivilDay(day).slice(5)
}
