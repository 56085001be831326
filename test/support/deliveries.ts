import { setTimeout as sleep } from 'node:timers/promises'
import { type SenderOptions, startSender } from '../../jobs/webhooks/sender.ts'
import type { TestApp } from './start-app.ts'

/** What lets the application reach receivers of tests. */
export const LETS_LOCAL_IN = { SVC_EGRESS_ALLOWLISTED_HOSTS: '127.0.0.1' }

/** Sends until no delivery is due any more. */
export async function sendDeliveries(app: TestApp, options: SenderOptions = {}): Promise<void> {
  const sender = await startSender(app.services, app.services.config, options)
  try {
    for (let look = 0; look < 600; look++) {
      const due = await app.sql(`select 1 from webhook_deliveries where status = 'pending' and due_at <= now() limit 1`)
      if (due.length === 0) return
      await sleep(20)
    }
    throw new Error('deliveries stay due')
  } finally {
    await sender.close()
  }
}

/** Lets time pass for deliveries, whose due times go by the clock of the database. */
export async function letSecondsPass(app: TestApp, seconds: number): Promise<void> {
  await app.sql(
    `update webhook_deliveries set due_at = due_at - $1 * interval '1 second',
      created_at = created_at - $1 * interval '1 second', completed_at = completed_at - $1 * interval '1 second'`,
    [seconds],
  )
}
