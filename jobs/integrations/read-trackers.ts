import { syncConnection } from '../../api/integrations/connections/connection.jobs.ts'
import { findPolled, purgeStaleItems } from '../../api/integrations/connections/connection.queries.ts'
import { syncItems } from '../../api/integrations/connections/sync-items.ts'
import type { Services } from '../../api/platform/context.ts'
import { enqueue } from '../../api/platform/queue/define-job.ts'

const STALE_KEPT_MS = 7 * 86_400_000

export function syncConnectionBody(services: Services, { connectionId }: { connectionId: string }): Promise<void> {
  return syncItems(services, connectionId)
}

export function pollConnectionsBody(services: Services): Promise<void> {
  return services.systemContext(async (ctx) => {
    for (const { id } of await findPolled(ctx)) enqueue(ctx, syncConnection, { connectionId: id })
  })
}

export function cleanExternalItemsBody(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - STALE_KEPT_MS)
  return purgeStaleItems({ em: services.orm.em.fork() }, before)
}
