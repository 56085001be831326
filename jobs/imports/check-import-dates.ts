import { compareDates, type DateCheckState } from '../../api/imports/date-check.ts'
import { findFileDates, updateDateCheck } from '../../api/imports/import.queries.ts'
import { findRecalculatedAt } from '../../api/imports/writing/plan.queries.ts'
import type { Services } from '../../api/platform/context.ts'
import { recomputeProjectBody } from '../schedule/recompute-project.ts'

const NOT_SCHEDULED: DateCheckState = {
  status: 'unavailable',
  detail: 'The project cannot be scheduled; its dates are those from before the import.',
}

/**
 * Computes the project's dates as they are after the import, whether or not the queued pass has run, and compares. A
 * second run finds nothing left to compare.
 */
export async function checkImportDatesBody(services: Services, { requestId }: { requestId: string }): Promise<void> {
  const waiting = await services.systemContext((ctx) => findFileDates(ctx, requestId))
  if (waiting === undefined) return
  const { project_id: projectId, file_dates: fileDates } = waiting
  const before = await services.systemContext((ctx) => findRecalculatedAt(ctx, projectId))
  await recomputeProjectBody(services, { projectId })
  await services.systemContext(async (ctx) => {
    const isComputed = (await findRecalculatedAt(ctx, projectId)) !== before
    const check: DateCheckState = isComputed
      ? { status: 'done', ...(await compareDates(ctx, projectId, fileDates)) }
      : NOT_SCHEDULED
    await updateDateCheck(ctx, requestId, check)
  })
}
