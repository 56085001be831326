import { scheduledDates } from '../../compute/model/documents/scheduled-dates.ts'
import { checkDates, type DateCheck } from '../../importers/check/check-dates.ts'
import { type FileDates, fileDates } from '../../importers/check/file-dates.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import type { ScheduleDates } from '../../importers/write/schedule-dates.ts'
import type { Ctx } from '../platform/context.ts'
import { uuidText } from '../platform/db/uuid-index.ts'
import { loadSchedule } from '../schedule/load-schedule.ts'
import { findPassProjects, type PassProject } from '../schedule/pass-project.queries.ts'
import { datesOfTasks } from './writing/plan.queries.ts'

/** What the summary says of the comparison: still to come, impossible with its reason, or done. */
export type DateCheckState =
  | { status: 'pending' }
  | { status: 'unavailable'; detail: string }
  | ({ status: 'done'; without_data_date?: true } & DateCheck)

const BRINGS_DATES: ReadonlySet<string> = new Set([
  'mpp8',
  'mpp9',
  'mpp12',
  'mpp14',
  'mspdi',
  'xer',
  'pmxml',
  'mpx',
  'gan',
  'planner',
  'pod',
])

/** A plan file's own dates under the ids of the written tasks; null for files that bring no schedule. */
export function datesToCheck(plan: ImportedPlan, idOf: ReadonlyMap<string, string>): FileDates[] | null {
  const format = plan.source?.format
  if (format === undefined || !BRINGS_DATES.has(format)) return null
  const known = (id: string) => idOf.get(id) as string
  return fileDates(plan).map((dates) => ({
    ...dates,
    task: known(dates.task),
    follows: dates.follows.flatMap((id) => idOf.get(id) ?? []),
  }))
}

/**
 * Compares with the stored schedule, of which tasks that a person has deleted since are no part any more. Where the project has
 * no data date, stored dates hold unstarted work at today, which says nothing of the file: then with dates that no day holds.
 */
export async function compareDates(
  ctx: Ctx<unknown>,
  projectId: string,
  file: readonly FileDates[],
): Promise<DateCheck & { without_data_date?: true }> {
  const projects = await findPassProjects(ctx, projectId)
  const isHeldAtToday = projects.length === 1 && projects[0]?.status_date === null
  if (!isHeldAtToday) return checkDates(file, await storedDates(ctx, file))
  return { ...checkDates(file, await datesWithoutDataDate(ctx, projects)), without_data_date: true }
}

async function storedDates(ctx: Ctx<unknown>, file: readonly FileDates[]): Promise<ScheduleDates> {
  const rows = await datesOfTasks(
    ctx,
    file.map(({ task }) => task),
  )
  return new Map(rows.map((row) => [row.task_id, { start: row.scheduled_start, finish: row.early_finish }]))
}

async function datesWithoutDataDate(ctx: Ctx<unknown>, projects: readonly PassProject[]): Promise<ScheduleDates> {
  const { rows, input } = await loadSchedule(ctx, projects, { asProgram: true })
  if (input.rowOfTask.length === 0) return new Map()
  const result = await ctx.services.compute.schedule(input.columns)
  return scheduledDates(result, (task) => uuidText(rows.taskWords, input.rowOfTask[task] as number))
}
