import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { openSecret } from '../platform/secrets-box.ts'
import { sendMail } from './mail.jobs.ts'
import { type MailContent, MOST_ATTEMPTS, sealPurpose } from './queue-mail.ts'

/** Pauses before the second and the third attempt. */
const WAIT_SECONDS = [30, 120]

export interface ClaimedMail {
  readonly id: string
  readonly purpose: string
  readonly subjectId: string | null
  readonly attempts: number
  readonly sealedContent: string
}

/** Counts an attempt before it is made, so that a message that kills its worker ends too. Null: nothing to send. */
export async function claimMail(ctx: Ctx<unknown>, mailId: string): Promise<ClaimedMail | null> {
  const claimed = await sqlOne<ClaimedMail>(
    ctx,
    `update mail_messages set attempts = attempts + 1 where id = $1 and status = 'queued'
     returning id, purpose, subject_id as "subjectId", attempts, sealed_content as "sealedContent"`,
    [mailId],
  )
  return claimed ?? null
}

export function contentOf(ctx: Pick<Ctx, 'services'>, mail: ClaimedMail): MailContent {
  return JSON.parse(openSecret(ctx.services, sealPurpose(mail.id), mail.sealedContent)) as MailContent
}

export async function markSent(ctx: Ctx<unknown>, mailId: string): Promise<void> {
  await finish(ctx, mailId, 'sent', null)
}

/** Asks for the next attempt, or gives up after the last. Answers whether it gave up just now. */
export async function recordFailure(ctx: Ctx<unknown>, mail: ClaimedMail, reason: string): Promise<boolean> {
  if (mail.attempts >= MOST_ATTEMPTS) return finish(ctx, mail.id, 'failed', reason)
  await sql(ctx, 'update mail_messages set last_error = $2 where id = $1', [mail.id, reason])
  const waitMs = (WAIT_SECONDS[mail.attempts - 1] ?? 0) * 1000
  enqueue(ctx, sendMail, { mailId: mail.id }, { runAt: new Date(ctx.services.clock.now().getTime() + waitMs) })
  return false
}

async function finish(ctx: Ctx<unknown>, mailId: string, status: string, reason: string | null): Promise<boolean> {
  const rows = await sql(
    ctx,
    `update mail_messages set status = $2, sealed_content = null, last_error = $3, finished_at = $4
     where id = $1 and status = 'queued' returning id`,
    [mailId, status, reason, ctx.services.clock.now()],
  )
  return rows.length > 0
}
