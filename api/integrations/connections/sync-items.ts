import type { Services } from '../../platform/context.ts'
import { readItems, type TrackedItem, TrackerRefused } from './ask-tracker.ts'
import {
  type ConnectionRow,
  findConnectionById,
  lockUnchanged,
  storeItems,
  updateConnection,
} from './connection.queries.ts'
import { questionOf } from './connection.schema.ts'
import { accessOf } from './write-connection.ts'

const STATUS_OF = { invalid_token: 'auth_failed', invalid_filter: 'invalid_filter' } as const

/**
 * Reads the work of one connection and stores it. A refused secret or filter ends the reading until the connection is
 * entered anew; whatever else goes wrong leaves what is known, and is tried again by the clock.
 */
export async function syncItems(services: Services, connectionId: string): Promise<void> {
  const row = await findConnectionById({ em: services.orm.em.fork() }, connectionId)
  const access = row && accessOf({ services }, row)
  if (!row || !access) return
  try {
    const items = await readItems({ config: services.config, access, signal: undefined }, questionOf(row))
    await settle(services, row, items)
  } catch (error) {
    if (!(error instanceof TrackerRefused)) throw error
    const status = STATUS_OF[error.fault as keyof typeof STATUS_OF]
    services.log.info({ connectionId, fault: error.fault }, 'external sync')
    if (status !== undefined) await settle(services, row, status)
  }
}

/** What came of asking, unless the connection was entered anew meanwhile. */
function settle(
  services: Services,
  row: ConnectionRow,
  outcome: TrackedItem[] | 'auth_failed' | 'invalid_filter',
): Promise<void> {
  return services.systemContext(async (ctx) => {
    if (!(await lockUnchanged(ctx, row))) return
    if (typeof outcome === 'string') return updateConnection(ctx, row.id, { status: outcome })
    const now = services.clock.now()
    await storeItems(ctx, row.id, outcome, now)
    await updateConnection(ctx, row.id, { status: 'connected', last_synced_at: now })
  })
}
