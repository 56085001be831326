import { deleteOldRounds } from '../../api/notifications/rounds/round.queries.ts'
import { deleteOldNotifications } from '../../api/notifications/sending/due.queries.ts'
import { mailDue } from '../../api/notifications/sending/mail-due.ts'
import type { Services } from '../../api/platform/context.ts'

const KEPT_DAYS = 90

/** One transaction decides and stores the messages, so that none is lost and none is stored twice. */
export async function mailNotificationsBody(services: Services): Promise<void> {
  await services.systemContext((ctx) => mailDue(ctx))
}

export async function cleanNotificationsBody(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - KEPT_DAYS * 86_400_000)
  await services.systemContext(async (ctx) => {
    await deleteOldNotifications(ctx, before)
    await deleteOldRounds(ctx, before)
  })
}
