import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { sealSecret } from '../platform/secrets-box.ts'
import { sendMail } from './mail.jobs.ts'
import { endMail, insertMail } from './mail.queries.ts'

export interface MailContent {
  readonly to: string
  readonly subject: string
  /** Plain text; lines end in a bare line feed. */
  readonly text: string
}

/** A message's content opens for this message only. */
export const sealPurpose = (mailId: string) => `mail:${mailId}`
export const MOST_ATTEMPTS = 3

/** Puts a message into the outbox; it goes out after the commit, never inside the request. */
export async function queueMail(
  ctx: Ctx<unknown>,
  input: MailContent & { purpose: 'invite' | 'password_reset' | 'notification'; subjectId?: string },
): Promise<string> {
  const id = newId()
  const { to, subject, text } = input
  await insertMail(ctx, {
    id,
    purpose: input.purpose,
    subject_id: input.subjectId,
    sealed_content: sealSecret(ctx.services, sealPurpose(id), JSON.stringify({ to, subject, text })),
    created_at: ctx.services.clock.now(),
  })
  enqueue(ctx, sendMail, { mailId: id })
  return id
}

/** Takes back what is still waiting about a row. A message that is being sent at this moment goes out. */
export async function withdrawMail(ctx: Ctx<unknown>, subjectId: string): Promise<void> {
  await endMail(ctx, { subject_id: subjectId }, { status: 'withdrawn' })
}
