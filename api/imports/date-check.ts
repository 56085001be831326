import { checkDates, type DateCheck } from '../../importers/check/check-dates.ts'
import { type FileDates, fileDates } from '../../importers/check/file-dates.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

/** What the summary says of the comparison: still to come, impossible with its reason, or done. */
export type DateCheckState =
  | { status: 'pending' }
  | { status: 'unavailable'; detail: string }
  | ({ status: 'done' } & DateCheck)

/** A plan file's own dates under the ids of the written tasks; null for files that bring no schedule. */
export function datesToCheck(plan: ImportedPlan, idOf: ReadonlyMap<string, string>): FileDates[] | null {
  const format = plan.source?.format ?? ''
  if (format !== 'mspdi' && !format.startsWith('mpp')) return null
  const known = (id: string) => idOf.get(id) as string
  return fileDates(plan).map((dates) => ({
    ...dates,
    task: known(dates.task),
    follows: dates.follows.flatMap((id) => idOf.get(id) ?? []),
  }))
}

/** Compares with the stored schedule. Tasks that a person has deleted since have no date any more. */
export async function compareStoredDates(ctx: Ctx<unknown>, file: readonly FileDates[]): Promise<DateCheck> {
  const rows = await sql<{ task_id: string; scheduled_start: string; early_finish: string }>(
    ctx,
    'select task_id, scheduled_start, early_finish from task_schedules where task_id = any($1::uuid[])',
    [file.map(({ task }) => task)],
  )
  return checkDates(
    file,
    new Map(rows.map((row) => [row.task_id, { start: row.scheduled_start, finish: row.early_finish }])),
  )
}
