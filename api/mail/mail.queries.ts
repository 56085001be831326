import { type Insertable, sql } from 'kysely'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'

/** A message that is about to be sent. */
export type ClaimedMail = Pick<RowOf<'mail_messages'>, 'id' | 'purpose' | 'subject_id' | 'attempts' | 'sealed_content'>

export async function insertMail(db: Db, values: Insertable<Tables['mail_messages']>): Promise<void> {
  await tables(db).insertInto('mail_messages').values(values).execute()
}

/**
 * Claims a message that waits: the attempt is counted before it is made, so that a message that kills its worker ends too.
 * Returns nothing when there is nothing to send.
 */
export function claimMail(db: Db, id: string): Promise<ClaimedMail | undefined> {
  return tables(db)
    .updateTable('mail_messages')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning(['id', 'purpose', 'subject_id', 'attempts', 'sealed_content'])
    .executeTakeFirst()
}

/** Takes a claim back: the message waits as before. */
export async function returnMail(db: Db, id: string): Promise<void> {
  await tables(db)
    .updateTable('mail_messages')
    .set({ attempts: sql`attempts - 1` })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** Keeps why an attempt failed of a message that will be tried again. */
export async function updateMailError(db: Db, id: string, reason: string): Promise<void> {
  await tables(db).updateTable('mail_messages').set({ last_error: reason }).where('id', '=', id).execute()
}

/**
 * Ends messages that still wait, one or all about a row: what they say is removed with it. Returns how many there were.
 */
export async function endMail(
  ctx: Ctx<unknown>,
  which: { readonly id: string } | { readonly subject_id: string },
  end: { readonly status: 'sent' | 'failed' | 'withdrawn'; readonly last_error?: string | null },
): Promise<number> {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['subject_id', which.subject_id] as const)
  const ended = await tables(ctx)
    .updateTable('mail_messages')
    .set({ ...end, sealed_content: null, finished_at: ctx.services.clock.now() })
    .where(column, '=', value)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** Deletes rows of messages that ended before; they hold no content any more. */
export async function deleteEndedMail(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('mail_messages').where('finished_at', '<', before.toISOString()).execute()
}
