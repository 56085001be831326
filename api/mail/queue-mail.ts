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
  /** Where a mail reader turns off what the message is of (RFC 2369); by one click over https (RFC 8058). */
  readonly unsubscribe?: string
}

/** A message's content opens for this message only. */
export const sealPurpose = (mailId: string) => `mail:${mailId}`
export const MOST_ATTEMPTS = 3

export type MailPurpose = 'invite' | 'password_reset' | 'notification' | 'export'

/** Puts a message into the outbox; it goes out after the commit, never inside the request. */
export async function queueMail(
  ctx: Ctx<unknown>,
  input: MailContent & { purpose: MailPurpose; subjectId?: string; runAt?: Date },
): Promise<string> {
  const id = newId()
  const { to, subject, text, unsubscribe } = input
  await insertMail(ctx, {
    id,
    purpose: input.purpose,
    subject_id: input.subjectId,
    sealed_content: sealSecret(ctx.services, sealPurpose(id), JSON.stringify({ to, subject, text, unsubscribe })),
    created_at: ctx.services.clock.now(),
  })
  enqueue(ctx, sendMail, { mailId: id }, input.runAt ? { runAt: input.runAt } : {})
  return id
}

/** Takes back what is still waiting about a row. A message that is being sent at this moment goes out. */
export async function withdrawMail(ctx: Ctx<unknown>, subjectId: string): Promise<void> {
  await endMail(ctx, { subject_id: subjectId }, { status: 'withdrawn' })
}
