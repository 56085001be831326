import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import type { ScheduleResult } from '../../../compute/cpm/schedule-result.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import type { ScheduleGraph } from '../../../compute/model/schedule-graph.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { parsePlan, planParser, readInput } from './read-input.ts'
import { runOnce } from './run-once.ts'

/** A plan file with its schedule. */
export interface ComputedFile {
  readonly plan: Plan
  readonly columns: ScheduleColumns
  readonly graph: ScheduleGraph
  readonly result: ScheduleResult
}

/** Reads a plan of any known format. */
export async function readPlanFile(file: string): Promise<Plan> {
  return parsePlan(await readInput(file), file)
}

/** Reads a plan and schedules it; a refusal names its tasks. */
export async function computeFile(file: string): Promise<ComputedFile> {
  const bytes = await readInput(file)
  const parse = await planParser(bytes, file)
  return runOnce(bytes.length, () => {
    const plan = parse()
    const columns = columnsFromPlan(plan)
    const graph = buildGraph(columns)
    return { plan, columns, graph, result: runCpm(graph) }
  })
}
