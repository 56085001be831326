import type { TestApp } from '../../../support/start-app.ts'

/** Payloads of the webhook events of one name, oldest first. */
export async function webhooksOf(app: TestApp, name: string): Promise<Record<string, unknown>[]> {
  const rows = await app.sql<{ payload: string }>(
    'select webhook_payload as payload from outbox_events where webhook_name = $1 order by id',
    [name],
  )
  return rows.map((row) => JSON.parse(row.payload))
}

/** Payloads of the socket events of one name, oldest first. */
export async function framesOf(app: TestApp, name: string): Promise<Record<string, unknown>[]> {
  const rows = await app.sql<{ payload: string }>(
    'select socket_payload as payload from outbox_events where socket_name = $1 order by id',
    [name],
  )
  return rows.map((row) => JSON.parse(row.payload))
}

/** Names of everything announced so far, socket names first where both exist. */
export async function announced(app: TestApp): Promise<string[]> {
  const rows = await app.sql<{ name: string }>(
    'select coalesce(socket_name, webhook_name) as name from outbox_events order by id',
  )
  return rows.map((row) => row.name)
}
