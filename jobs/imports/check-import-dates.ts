import { compareStoredDates, type DateCheckState } from '../../api/imports/date-check.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { sql, sqlOne } from '../../api/platform/db/sql.ts'
import type { FileDates } from '../../importers/check/file-dates.ts'
import { recomputeProjectBody } from '../schedule/recompute-project.ts'

interface CheckRow {
  project_id: string
  file_dates: FileDates[]
}

/**
 * Computes the project's dates as they are after the import, whether or not the queued pass has run, and compares. A
 * second run finds nothing left to compare.
 */
export async function checkImportDatesBody(services: Services, payload: { requestId: string }): Promise<void> {
  const { requestId } = payload
  const row = await services.systemContext((ctx) =>
    sqlOne<CheckRow>(
      ctx,
      `select r.project_id, r.file_dates from import_requests r join projects p on p.id = r.project_id
       where r.id = $1 and r.file_dates is not null and not p.is_deleted`,
      [requestId],
    ),
  )
  if (row === undefined) return
  const before = await services.systemContext((ctx) => recalculatedAt(ctx, row.project_id))
  await recomputeProjectBody(services, { projectId: row.project_id })
  await services.systemContext(async (ctx) => {
    const isComputed = (await recalculatedAt(ctx, row.project_id)) !== before
    const state: DateCheckState = isComputed
      ? { status: 'done', ...(await compareStoredDates(ctx, row.file_dates)) }
      : {
          status: 'unavailable',
          detail: 'The project cannot be scheduled; its dates are those from before the import.',
        }
    await sql(
      ctx,
      `update import_requests set file_dates = null, summary = summary || jsonb_build_object('date_check', $2::jsonb)
       where id = $1 and file_dates is not null`,
      [requestId, JSON.stringify(state)],
    )
  })
}

/** Moves with every stored pass; a plan that the engine refuses leaves it where it was. */
async function recalculatedAt(ctx: Ctx, projectId: string): Promise<string | null> {
  const row = await sqlOne<{ recalculated_at: string | null }>(
    ctx,
    'select recalculated_at::text from projects where id = $1',
    [projectId],
  )
  return row?.recalculated_at ?? null
}
