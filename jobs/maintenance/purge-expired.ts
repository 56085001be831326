import { deleteExpired, type ExpiringTable } from '../../api/operations/expired.queries.ts'
import type { Services } from '../../api/platform/context.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

export async function purgeExpiredBody(services: Services): Promise<void> {
  const { idempotencyRetentionHours, boardEventRetentionHours, historyRetentionDays, webhookRetentionDays } =
    services.config
  await purge(services, 'refresh_tokens', 0)
  await purge(services, 'socket_tickets', 0)
  await purge(services, 'sso_login_states', 0)
  await purge(services, 'git_deliveries', 1)
  if (idempotencyRetentionHours !== null) await purge(services, 'idempotency_keys', idempotencyRetentionHours)
  await purge(services, 'outbox_events', boardEventRetentionHours)
  await purge(services, 'sync_batches', services.config.syncBatchRetentionHours)
  if (historyRetentionDays !== null) await purge(services, 'history_rows', historyRetentionDays * DAY_HOURS)
  if (webhookRetentionDays !== null) await purge(services, 'webhook_deliveries', webhookRetentionDays * DAY_HOURS)
}

function purge({ clock, orm }: Services, table: ExpiringTable, keptHours: number): Promise<void> {
  return deleteExpired({ em: orm.em.fork() }, table, new Date(clock.now().getTime() - keptHours * HOUR_MS))
}
