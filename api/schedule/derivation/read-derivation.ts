import { formatCivilDay, parseCivilDay } from '../../../compute/calendar/civil-day.ts'
import { LINK_TYPE_NAMES } from '../../../compute/model/schedule-columns.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { canSeeEnd } from '../../dependencies/dependency.policy.ts'
import { findLinkEnds, type LinkEnd } from '../../dependencies/dependency.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { answerCompute } from '../compute-refusal.ts'
import { type LoadedSchedule, loadSchedule } from '../load-schedule.ts'
import { findLatestRun } from '../monte-carlo/monte-carlo.queries.ts'
import { daysBetween } from '../monte-carlo/risk-premium.ts'
import { findPassProjects, ROW_FLAG } from '../schedule.queries.ts'
import type { Contribution } from './contributions.ts'
import { type DerivationInput, PERCENTILES, type Quantity } from './derivation.schema.ts'
import { deriveQuantity } from './derive-quantity.ts'
import { derivedTask } from './derived-task.ts'

const PASS = {
  early_start: 'forward',
  early_finish: 'forward',
  scheduled_start: 'forward',
  late_start: 'backward',
  late_finish: 'backward',
  total_float: 'float',
  free_float: 'float',
} as const

/** A milestone's finishes are its starts, whatever was recorded. */
const START_OF: Record<Quantity, Quantity> = {
  early_start: 'early_start',
  early_finish: 'early_start',
  scheduled_start: 'scheduled_start',
  late_start: 'late_start',
  late_finish: 'late_start',
  total_float: 'total_float',
  free_float: 'free_float',
}

/** Why a date of a task, or a percentile of the last simulation, is what it is. */
export async function readDerivation(ctx: Ctx<ProjectScope>, input: DerivationInput): Promise<object> {
  const percentile = PERCENTILES.find((name) => name === input.quantity)
  if (percentile) return derivePercentile(ctx, percentile)
  refuseUnless(input.task_id !== undefined, () => fieldError('task_id', 'This field is required.'))
  refuseUnless(isUuid(input.task_id), notFound)
  return deriveTask(ctx, input.task_id.toLowerCase(), input.quantity as Quantity)
}

async function derivePercentile(ctx: Ctx<ProjectScope>, quantity: (typeof PERCENTILES)[number]): Promise<object> {
  const run = await findLatestRun(ctx, new Date(ctx.services.clock.now().getTime() - 24 * 3600 * 1000))
  refuseUnless(run, () => new Refusal(404, 'No simulation of this project is stored.'))
  const value = run[quantity]
  return {
    quantity,
    value,
    pass: 'monte_carlo',
    cpm_finish: run.cpmFinish,
    delta_vs_cpm_days: run.cpmFinish === null ? null : daysBetween(run.cpmFinish, value),
    drivers: run.detail.sensitivity,
    runs: run.runs,
    last_run_at: new Date(run.takenAt).toISOString(),
  }
}

/** Computed afresh, over the program where links cross projects, so that it explains what the next pass will store. */
async function deriveTask(ctx: Ctx<ProjectScope>, taskId: string, quantity: Quantity): Promise<object> {
  const { projectId } = ctx.scope
  const loaded = await loadSchedule(ctx, await findPassProjects(ctx, projectId))
  const { columns, rowIndex, taskOfRow } = loaded.input
  const row = rowIndex.findText(taskId)
  refuseUnless(row !== -1 && projectOfRow(loaded, row) === projectId && taskOfRow[row] !== -1, notFound)
  const task = taskOfRow[row] as number
  const result = await answerCompute(ctx, ctx.services.compute.schedule(columns, { signal: ctx.signal }))
  const project = loaded.projects[loaded.rows.projectIndex[row] as number]
  const derived = derivedTask(columns, result, task, {
    projectStartDay: parseCivilDay(project?.startDate ?? '') as number,
    plannedStartDay: loaded.rows.plannedStartDay[row] as number,
  })
  const isMilestone = ((loaded.rows.flags[row] as number) & ROW_FLAG.milestone) !== 0
  const { value, contributions, binding } = deriveQuantity(derived, isMilestone ? START_OF[quantity] : quantity)
  const names = await nameTasks(ctx, loaded, [taskId, ...contributions.map((each) => idOf(loaded, each.source))])
  const present = (each: Contribution) => presentContribution(loaded, each, names, each === binding)
  return {
    task_id: taskId,
    task_name: names.get(taskId)?.name ?? '',
    quantity,
    value: PASS[quantity] === 'float' ? value : formatCivilDay(value),
    pass: PASS[quantity],
    is_critical: result.isCritical[task] === 1,
    binding: present(binding),
    contributions: contributions.map(present),
  }
}

function projectOfRow({ projects, rows }: LoadedSchedule, row: number): string | undefined {
  return projects[rows.projectIndex[row] as number]?.id
}

function idOf({ input }: LoadedSchedule, task: number): string | null {
  return task === -1 ? null : input.rowIndex.textAt(input.rowOfTask[task] as number)
}

/** Tasks of projects the caller cannot see stay without a name. */
async function nameTasks(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  ids: (string | null)[],
): Promise<Map<string, LinkEnd>> {
  const known = ids.filter((id) => id !== null)
  const ends = await findLinkEnds(ctx, [...new Set(known)])
  return loaded.projects.length === 1 ? ends : new Map([...ends].filter(([, end]) => canSeeEnd(ctx, end)))
}

function presentContribution(
  loaded: LoadedSchedule,
  each: Contribution,
  names: Map<string, LinkEnd>,
  isBinding: boolean,
): object {
  const { columns } = loaded.input
  const sourceId = idOf(loaded, each.source)
  const isLink = each.link !== -1
  return {
    kind: each.kind,
    source_task_id: sourceId,
    source_task_name: sourceId === null ? null : (names.get(sourceId)?.name ?? null),
    dep_type: isLink ? LINK_TYPE_NAMES[columns.linkType[each.link] as number] : null,
    lag_days: isLink ? columns.lagDays[each.link] : null,
    imposed_date: formatCivilDay(each.imposedDay),
    calendar_days_added: each.imposedDay - each.rawDay,
    slack_days: each.slackDays,
    is_binding: isBinding,
  }
}
