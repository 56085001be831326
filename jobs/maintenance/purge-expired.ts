import type { Services } from '../../api/platform/context.ts'
import { sql } from '../../api/platform/db/sql.ts'

/** Rows of one statement: a backlog of millions must not become one transaction. */
const BATCH_ROWS = 5_000

/** Rows that are over: everything that reads them judges by the time already. `$1` is that time. */
const EXPIRED = {
  refresh_tokens: 'expires_at <= $1',
  socket_tickets: 'expires_at <= $1',
  sso_login_states: 'expires_at <= $1',
  idempotency_keys: 'created_at <= $1',
  outbox_events: 'occurred_at <= $1',
} as const

export async function purgeExpiredBody(services: Services): Promise<void> {
  const { idempotencyRetentionHours, boardEventRetentionHours } = services.config
  await purge(services, 'refresh_tokens', 0)
  await purge(services, 'socket_tickets', 0)
  await purge(services, 'sso_login_states', 0)
  if (idempotencyRetentionHours !== null) await purge(services, 'idempotency_keys', idempotencyRetentionHours)
  await purge(services, 'outbox_events', boardEventRetentionHours)
}

async function purge(services: Services, table: keyof typeof EXPIRED, keptHours: number): Promise<void> {
  const before = new Date(services.clock.now().getTime() - keptHours * 3_600_000)
  for (;;) {
    const removed = await sql(
      { em: services.orm.em.fork() },
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${EXPIRED[table]} limit ${BATCH_ROWS}))
       returning 1`,
      [before],
    )
    if (removed.length < BATCH_ROWS) return
  }
}
