import { deleteExpired, type ExpiringTable } from '../../api/operations/expired.queries.ts'
import type { Services } from '../../api/platform/context.ts'

const HOUR_MS = 3_600_000

/** What ends by itself. What is kept by a policy of the operator goes by its schedule (`purge-retention.ts`). */
export async function purgeExpiredBody(services: Services): Promise<void> {
  const { idempotencyRetentionHours, boardEventRetentionHours } = services.config
  await purge(services, 'refresh_tokens', 0)
  await purge(services, 'socket_tickets', 0)
  await purge(services, 'sso_login_states', 0)
  await purge(services, 'git_deliveries', 1)
  if (idempotencyRetentionHours !== null) await purge(services, 'idempotency_keys', idempotencyRetentionHours)
  await purge(services, 'outbox_events', boardEventRetentionHours)
}

async function purge({ clock, orm }: Services, table: ExpiringTable, keptHours: number): Promise<void> {
  await deleteExpired({ em: orm.em.fork() }, table, new Date(clock.now().getTime() - keptHours * HOUR_MS))
}
