import { sql } from 'kysely'
import type { Db } from './db.ts'
import { statementsOver } from './statements.ts'

/** What is written one at a time though no row stands for it, each with its number in PostgreSQL's advisory locks. */
const LOCKS = {
  linksOfProgram: 7_317_011,
} as const

/** Waits for the lock of that name and key; it is held until the open transaction ends. */
export async function lockByName(db: Db, name: keyof typeof LOCKS, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${LOCKS[name]}))`.execute(statementsOver(db))
}
