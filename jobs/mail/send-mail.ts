import { type ClaimedMail, claimMail } from '../../api/mail/mail.queries.ts'
import { contentOf, markSent, recordFailure } from '../../api/mail/mail-outbox.ts'
import { MOST_ATTEMPTS } from '../../api/mail/queue-mail.ts'
import type { Services } from '../../api/platform/context.ts'
import { updateInviteFailed } from '../../api/workspace/invites/invite.queries.ts'
import { deliverMessage } from './deliver-message.ts'

/**
 * Makes one attempt to send a message. A run that is cut off between sending and noting it sends again: twice is better
 * than never.
 */
export async function sendMailBody(services: Services, payload: { mailId: string }): Promise<void> {
  const mail = await services.systemContext((ctx) => claimMail(ctx, payload.mailId))
  if (!mail) return
  const reason = mail.attempts > MOST_ATTEMPTS ? 'the worker ended in every attempt' : await attempt(services, mail)
  if (reason === null) return
  services.log.warn({ mail: mail.id, purpose: mail.purpose, attempt: mail.attempts, reason }, 'mail not sent')
  await services.systemContext(async (ctx) => {
    const hasGivenUp = await recordFailure(ctx, mail, reason)
    if (hasGivenUp && mail.purpose === 'invite' && mail.subject_id) await updateInviteFailed(ctx, mail.subject_id)
  })
}

/** Null when it went out, else why not. */
async function attempt(services: Services, mail: ClaimedMail): Promise<string | null> {
  try {
    await deliverMessage(services, mail.id, contentOf({ services }, mail))
  } catch (error) {
    return reasonOf(error)
  }
  await services.systemContext((ctx) => markSent(ctx, mail.id))
  return null
}

/** Codes only: what a server says may repeat addresses. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || (error as Error).name
}
