import { explainTask } from '../../../compute/explain/explain-task.ts'
import { isFloat, type Quantity } from '../../../compute/explain/quantity.ts'
import { scheduleFacts } from '../../../compute/explain/schedule-facts.ts'
import { traceValue } from '../../../compute/explain/trace-value.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { answerCompute } from '../compute-refusal.ts'
import { loadSchedule } from '../load-schedule.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { findLatestRun } from '../monte-carlo/monte-carlo.queries.ts'
import { daysBetween } from '../monte-carlo/risk-premium.ts'
import { findPassProjects } from '../pass-project.queries.ts'
import { ROW_FLAG } from '../schedule-rows.ts'
import { type DerivationInput, PERCENTILES } from './derivation.schema.ts'
import { presentChain, presentExplanation } from './present-explanation.ts'

/** A milestone's finishes are its starts, whatever was recorded. */
const START_OF: Partial<Record<Quantity, Quantity>> = { early_finish: 'early_start', late_finish: 'late_start' }

/** Why a date of a task, or a percentile of the last simulation, is what it is. */
export async function readDerivation(ctx: Ctx<ProjectScope>, input: DerivationInput): Promise<object> {
  const percentile = PERCENTILES.find((name) => name === input.quantity)
  if (percentile) return derivePercentile(ctx, percentile)
  refuseUnless(input.task_id !== undefined, () => fieldError('task_id', 'This field is required.'))
  refuseUnless(isUuid(input.task_id), notFound)
  return deriveTask(ctx, input.task_id.toLowerCase(), input.quantity as Quantity, input.trace === 'true')
}

async function derivePercentile(ctx: Ctx<ProjectScope>, quantity: (typeof PERCENTILES)[number]): Promise<object> {
  const run = await findLatestRun(ctx, new Date(ctx.services.clock.now().getTime() - 24 * 3600 * 1000))
  refuseUnless(run, () => new Refusal(404, 'No simulation of this project is stored.'))
  const value = run[quantity]
  return {
    quantity,
    value,
    pass: 'monte_carlo',
    cpm_finish: run.cpm_finish,
    delta_vs_cpm_days: run.cpm_finish === null ? null : daysBetween(run.cpm_finish, value),
    drivers: run.detail.sensitivity,
    runs: run.runs,
    last_run_at: new Date(run.taken_at).toISOString(),
  }
}

/**
 * The pass that stored the dates, run again over the same projects and the same data date: what it stored has its
 * milestones pinned, and an explanation needs what stood before.
 */
async function deriveTask(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  quantity: Quantity,
  isTraced: boolean,
): Promise<object> {
  const { projectId } = ctx.scope
  const loaded = await loadSchedule(ctx, await findPassProjects(ctx, projectId), {
    withEstimates: true,
    asStored: true,
  })
  const { columns, rowIndex, taskOfRow, floors } = loaded.input
  const row = rowIndex.findText(taskId)
  refuseUnless(row !== -1 && projectOfRow(loaded, row) === projectId && taskOfRow[row] !== -1, notFound)
  const task = taskOfRow[row] as number
  const result = await answerCompute(ctx, ctx.services.compute.schedule(columns, { signal: ctx.signal }))
  const isMilestone = ((loaded.rows.flags[row] as number) & ROW_FLAG.milestone) !== 0
  const explained = isMilestone ? (START_OF[quantity] ?? quantity) : quantity
  const facts = scheduleFacts(columns, result, floors)
  const told = { ...explainTask(facts, task, explained), quantity, isCritical: result.isCritical[task] === 1 }
  const presented = await presentExplanation(ctx, loaded, told)
  if (!isTraced) return presented
  const chain = isFloat(quantity) ? [] : traceValue(facts, task, explained)
  return { ...presented, chain: await presentChain(ctx, loaded, chain) }
}

function projectOfRow({ projects, rows }: LoadedSchedule, row: number): string | undefined {
  return projects[rows.projectIndex[row] as number]?.id
}
