import { deleteEndedMail } from '../../api/mail/mail.queries.ts'
import { deleteOldMinutes } from '../../api/mail/settings/email-settings.queries.ts'
import type { Services } from '../../api/platform/context.ts'

const KEPT_DAYS = 30

/** Removes rows of messages that ended a month ago. */
export async function cleanMailBody(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - KEPT_DAYS * 86_400_000)
  await services.systemContext(async (ctx) => {
    await deleteEndedMail(ctx, before)
    await deleteOldMinutes(ctx, new Date(services.clock.now().getTime() - 86_400_000))
  })
}
