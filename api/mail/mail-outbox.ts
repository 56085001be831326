import type { Ctx } from '../platform/context.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { openSecret } from '../platform/secrets-box.ts'
import { sendMail } from './mail.jobs.ts'
import { type ClaimedMail, endMail, updateMailError } from './mail.queries.ts'
import { type MailContent, MOST_ATTEMPTS, sealPurpose } from './queue-mail.ts'

/** Pauses before the second and the third attempt. */
const WAIT_SECONDS = [30, 120]

export function contentOf(ctx: Pick<Ctx, 'services'>, mail: ClaimedMail): MailContent {
  return JSON.parse(openSecret(ctx.services, sealPurpose(mail.id), mail.sealed_content as string)) as MailContent
}

export async function markSent(ctx: Ctx<unknown>, mailId: string): Promise<void> {
  await endMail(ctx, { id: mailId }, { status: 'sent', last_error: null })
}

/** Asks for the next attempt, or gives up after the last. Returns whether it gave up just now. */
export async function recordFailure(ctx: Ctx<unknown>, mail: ClaimedMail, reason: string): Promise<boolean> {
  if (mail.attempts >= MOST_ATTEMPTS) {
    return (await endMail(ctx, { id: mail.id }, { status: 'failed', last_error: reason })) > 0
  }
  await updateMailError(ctx, mail.id, reason)
  const waitMs = (WAIT_SECONDS[mail.attempts - 1] ?? 0) * 1000
  enqueue(ctx, sendMail, { mailId: mail.id }, { runAt: new Date(ctx.services.clock.now().getTime() + waitMs) })
  return false
}
