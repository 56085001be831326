import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { statementsOver } from '../db/statements.ts'

/** Sends notifications to whoever listens in PostgreSQL, with the commit of the open transaction or not at all. */
export async function notify(db: Db, messages: readonly (readonly [channel: string, text: string])[]): Promise<void> {
  await sql`select pg_notify(channel, text)
    from unnest(${messages.map(([channel]) => channel)}::text[], ${messages.map(([, text]) => text)}::text[])
      as said(channel, text)`.execute(statementsOver(db))
}
