import { deliverMessage } from '../../api/mail/deliver-message.ts'
import { sendMail } from '../../api/mail/mail.jobs.ts'
import { type ClaimedMail, claimMail, returnMail } from '../../api/mail/mail.queries.ts'
import { contentOf, markSent, recordFailure } from '../../api/mail/mail-outbox.ts'
import { MOST_ATTEMPTS } from '../../api/mail/queue-mail.ts'
import { chargeMinute, findEmailSettings } from '../../api/mail/settings/email-settings.queries.ts'
import { failureText, type Outlet, outletOf } from '../../api/mail/settings/transport.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { enqueue } from '../../api/platform/queue/define-job.ts'
import { WrongKey } from '../../api/platform/secrets-box.ts'
import { updateInviteFailed } from '../../api/workspace/invites/invite.queries.ts'

const MINUTE_MS = 60_000
/** How long a message waits where the password of the mail server does not open; somebody has to mend that. */
const LOCKED_WAIT_MS = 10 * MINUTE_MS

interface Taken {
  readonly mail: ClaimedMail
  readonly outlet: Outlet
}

/**
 * Makes one attempt to send a message. A run that is cut off between sending and noting it sends again: twice is better
 * than never.
 */
export async function sendMailBody(services: Services, payload: { mailId: string }): Promise<void> {
  const taken = await services.systemContext((ctx) => take(ctx, payload.mailId))
  if (!taken) return
  const { mail } = taken
  const reason = mail.attempts > MOST_ATTEMPTS ? 'the worker ended in every attempt' : await attempt(services, taken)
  if (reason === null) return
  services.log.warn({ mail: mail.id, purpose: mail.purpose, attempt: mail.attempts, reason }, 'mail not sent')
  await services.systemContext(async (ctx) => {
    const hasGivenUp = await recordFailure(ctx, mail, reason)
    if (hasGivenUp && mail.purpose === 'invite' && mail.subject_id) await updateInviteFailed(ctx, mail.subject_id)
  })
}

/** Claims a message and its place in the minute. One that has to wait costs no attempt. */
async function take(ctx: Ctx, mailId: string): Promise<Taken | undefined> {
  const mail = await claimMail(ctx, mailId)
  if (!mail) return
  const now = ctx.services.clock.now().getTime()
  const wait = async (ms: number) => {
    await returnMail(ctx, mail.id)
    enqueue(ctx, sendMail, { mailId: mail.id }, { runAt: new Date(now + ms) })
  }
  try {
    const outlet = outletOf(ctx, await findEmailSettings(ctx))
    const minute = new Date(now - (now % MINUTE_MS))
    const isHeldBack = mail.purpose === 'notification'
    if (await chargeMinute(ctx, { minute, limit: outlet.throttlePerMin, isHeldBack })) return { mail, outlet }
    await wait(MINUTE_MS - (now % MINUTE_MS))
  } catch (error) {
    if (!(error instanceof WrongKey)) throw error
    ctx.services.log.error({ mail: mail.id }, 'mail waits: the password of the mail server does not open')
    await wait(LOCKED_WAIT_MS)
  }
}

/** Null when it went out, else why not. */
async function attempt(services: Services, { mail, outlet }: Taken): Promise<string | null> {
  try {
    await deliverMessage(services, outlet, mail.id, contentOf({ services }, mail))
  } catch (error) {
    return failureText(error)
  }
  await services.systemContext((ctx) => markSent(ctx, mail.id))
  return null
}
