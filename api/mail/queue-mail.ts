import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { newId } from '../platform/ids.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { sealSecret } from '../platform/secrets-box.ts'
import { sendMail } from './mail.jobs.ts'

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
  input: MailContent & { purpose: 'invite' | 'password_reset'; subjectId?: string },
): Promise<string> {
  const id = newId()
  const { to, subject, text } = input
  await sql(
    ctx,
    'insert into mail_messages (id, purpose, subject_id, sealed_content, created_at) values ($1, $2, $3, $4, $5)',
    [
      id,
      input.purpose,
      input.subjectId ?? null,
      sealSecret(ctx.services, sealPurpose(id), JSON.stringify({ to, subject, text })),
      ctx.services.clock.now(),
    ],
  )
  enqueue(ctx, sendMail, { mailId: id })
  return id
}

/** Takes back what is still waiting about a row. A message that is being sent at this moment goes out. */
export async function withdrawMail(ctx: Ctx<unknown>, subjectId: string): Promise<void> {
  await sql(
    ctx,
    `update mail_messages set status = 'withdrawn', sealed_content = null, finished_at = $2
     where subject_id = $1 and status = 'queued'`,
    [subjectId, ctx.services.clock.now()],
  )
}
