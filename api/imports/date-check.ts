import { checkDates, type DateCheck } from '../../importers/check/check-dates.ts'
import { type FileDates, fileDates } from '../../importers/check/file-dates.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import type { Ctx } from '../platform/context.ts'
import { datesOfTasks } from './plan.queries.ts'

/** What the summary says of the comparison: still to come, impossible with its reason, or done. */
export type DateCheckState =
  | { status: 'pending' }
  | { status: 'unavailable'; detail: string }
  | ({ status: 'done' } & DateCheck)

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

/** Compares with the stored schedule. Tasks that a person has deleted since have no date any more. */
export async function compareStoredDates(ctx: Ctx<unknown>, file: readonly FileDates[]): Promise<DateCheck> {
  const rows = await datesOfTasks(
    ctx,
    file.map(({ task }) => task),
  )
  return checkDates(
    file,
    new Map(rows.map((row) => [row.task_id, { start: row.scheduled_start, finish: row.early_finish }])),
  )
}
