import { sql } from 'kysely'
import type { Db } from './db.ts'
import { statementsOver } from './statements.ts'

/**
 * Makes the connection plan anew how foreign keys are checked, before work on thousands of rows. A plan made while a table
 * was small reads all of it for every row, and is kept for as long as the connection lives.
 */
export async function forgetPlans(db: Db): Promise<void> {
  await sql`discard plans`.execute(statementsOver(db))
}
