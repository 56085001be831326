import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../database.ts'

/** What the history of a project tells of a write beside what changed. */
export interface Writer {
  /** Who caused it; null: nobody in particular. */
  readonly actorId: string | null
  /** Through which door it came, where that is no plain request; null for one. */
  readonly reason: string | null
}

/** Told to the transaction with the project's lock, which every write of tracked rows takes first. */
export interface ToldWriter extends Writer {
  readonly at: Date
}

/** Settings of the transaction that the triggers of `platform/db/kept-history.ts` read. */
export function writerSettings({ actorId, at, reason }: ToldWriter): RawBuilder<unknown> {
  return sql`set_config('svc.actor', ${actorId ?? ''}, true), set_config('svc.at', ${at.toISOString()}, true),
    set_config('svc.reason', ${reason ?? ''}, true)`
}

export async function saveWriter(db: Db, writer: ToldWriter): Promise<void> {
  await sql`select ${writerSettings(writer)}`.execute(tables(db))
}
