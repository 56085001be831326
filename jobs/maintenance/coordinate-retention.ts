import { requestDuePurge } from '../../api/operations/retention/start-purge.ts'
import type { Services } from '../../api/platform/context.ts'

export async function coordinateRetentionBody(services: Services): Promise<void> {
  await services.systemContext((ctx) => requestDuePurge(ctx))
}
