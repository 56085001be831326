import { civilDay } from '../../api/platform/clock.ts'
import type { Services } from '../../api/platform/context.ts'
import { requestRecompute } from '../../api/recompute/request-recompute.ts'
import { findProjectsOfToday } from '../../api/schedule/data-date.queries.ts'

/** A project without a status date takes today for it, so its dates go stale at midnight. */
export async function refreshDataDatesBody(services: Services): Promise<void> {
  await services.systemContext(async (ctx) => {
    for (const { id, timezone, recalculated_at } of await findProjectsOfToday(ctx)) {
      const zone = timezone || 'UTC'
      if (civilDay(new Date(recalculated_at), zone) < services.clock.today(zone)) requestRecompute(ctx, id)
    }
  })
}
