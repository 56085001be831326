import type { Services } from '../../api/platform/context.ts'
import { fillBurnSnapshots } from '../../api/sprints/burndown/burndown.queries.ts'

const DAY_MS = 86_400_000

/** Yesterday's row of every active sprint on which nothing happened that day. */
export async function snapshotBurndownsBody(services: Services): Promise<void> {
  await services.systemContext((ctx) => {
    const yesterday = new Date(ctx.services.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    return fillBurnSnapshots(ctx, yesterday)
  })
}
