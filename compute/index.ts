// The library `svc/compute`: plans in, documents out, on the calling thread; or a pool of threads for whoever serves
// many. Everything else below this folder may change from one version to the next.

import { runCpm } from './cpm/run-cpm.ts'
import type { ScheduleResult } from './cpm/schedule-result.ts'
import { comparePlans } from './diff/compare-plans.ts'
import { type DifferenceDocument, differenceDocument } from './diff/difference-document.ts'
import { type ExplanationDocument, explanationDocument } from './explain/explanation-document.ts'
import type { Quantity } from './explain/quantity.ts'
import { scheduleFacts } from './explain/schedule-facts.ts'
import { type LintDocument, lintDocument } from './lint/lint-document.ts'
import { recordsOfPlan } from './lint/lint-facts.ts'
import { lintPlan } from './lint/lint-plan.ts'
import { buildGraph } from './model/build-graph.ts'
import { columnsFromPlan } from './model/columns-from-plan.ts'
import { type CausesDocument, causesFromDocument } from './model/documents/causes-document.ts'
import { type ScheduleDocument, scheduleDocument } from './model/documents/schedule-document.ts'
import { type FullSimulationDocument, simulationDocument } from './model/documents/simulation-document.ts'
import { nameRefusals } from './model/name-refusals.ts'
import { PlanRefusal } from './model/refusal.ts'
import type { ScheduleColumns } from './model/schedule-columns.ts'
import type { ScheduleGraph } from './model/schedule-graph.ts'
import { scheduledPart } from './model/scheduled-part.ts'
import type { Plan } from './plan/plan-document.ts'
import type { SimulationOptions } from './simulation/input/simulation-options.ts'
import { simulate } from './simulation/simulate.ts'

export type { DifferenceDocument } from './diff/difference-document.ts'
export type { ExplanationDocument } from './explain/explanation-document.ts'
export type { Quantity } from './explain/quantity.ts'
export type { LintDocument } from './lint/lint-document.ts'
export { columnsFromPlan } from './model/columns-from-plan.ts'
export type { CausesDocument } from './model/documents/causes-document.ts'
export type { ScheduleDocument } from './model/documents/schedule-document.ts'
export type { FullSimulationDocument as SimulationDocument } from './model/documents/simulation-document.ts'
export { PlanRefusal, type RefusalCode } from './model/refusal.ts'
export type { ScheduleColumns } from './model/schedule-columns.ts'
export type {
  Plan,
  PlanAssignment,
  PlanCalendar,
  PlanDependency,
  PlanResource,
  PlanTask,
} from './plan/plan-document.ts'
export type { SimulationOptions } from './simulation/input/simulation-options.ts'
export type { ComputePool, ComputePoolOptions } from './workers/compute-pool.ts'
export { createComputePool } from './workers/pool.ts'

/** A simulation of one plan: risks and drivers of the plan itself, and of a document beside it. */
export type PlanSimulationOptions = Omit<SimulationOptions, 'causes' | 'projects'> & { causes?: CausesDocument }

/** The critical path of a plan: dates, floats and what is critical. Throws a PlanRefusal that names its tasks. */
export function schedulePlan(plan: Plan): ScheduleDocument {
  const { columns, result } = compute(plan)
  return scheduleDocument(scheduledPart(plan), result, columns)
}

/** Monte Carlo over the three estimates of the tasks; the same seed gives the same bits. */
export function simulatePlan(plan: Plan, { causes, ...options }: PlanSimulationOptions): FullSimulationDocument {
  const part = scheduledPart(plan)
  const columns = columnsFromPlan(part)
  return nameRefusals(columns, () => {
    const lists = [part as CausesDocument, ...(causes === undefined ? [] : [causes])].map((list) =>
      causesFromDocument(list, part),
    )
    const all = { risks: lists.flatMap(({ risks }) => risks), drivers: lists.flatMap(({ drivers }) => drivers) }
    return simulationDocument(part, simulate(buildGraph(columns), { ...options, causes: all }))
  })
}

/** Why a date or a float of a task is what it is, and the chain behind it. */
export function explainTask(plan: Plan, taskId: string, quantity: Quantity = 'early_start'): ExplanationDocument {
  const { columns, result } = compute(plan)
  const { tasks } = scheduledPart(plan)
  const at = tasks.findIndex(({ id }) => id === taskId)
  if (at === -1) throw new PlanRefusal('invalid_graph_input', `The plan has no task "${taskId}".`)
  return explanationDocument(scheduleFacts(columns, result), at, quantity, {
    idOf: (task) => tasks[task]?.id ?? '',
    nameOf: (task) => tasks[task]?.name ?? tasks[task]?.id ?? '',
  })
}

/** The fourteen-point check and the rules of our own. */
export function checkPlan(plan: Plan): LintDocument {
  const part = scheduledPart(plan)
  const { columns, graph, result } = compute(plan)
  return lintDocument(columns, lintPlan(graph, result, recordsOfPlan(part)), part.name ?? null)
}

/** What was changed between two plans, and what each change moved; `maxSteps` changes at most are told one by one. */
export function differenceOf(from: Plan, to: Plan, maxSteps = 200): DifferenceDocument {
  const [before, after] = [scheduledPart(from), scheduledPart(to)]
  return differenceDocument(comparePlans(columnsFromPlan(before), columnsFromPlan(after), { maxSteps }), before, after)
}

function compute(plan: Plan): { columns: ScheduleColumns; graph: ScheduleGraph; result: ScheduleResult } {
  const columns = columnsFromPlan(scheduledPart(plan))
  return nameRefusals(columns, () => {
    const graph = buildGraph(columns)
    return { columns, graph, result: runCpm(graph) }
  })
}
