import { type Db, tables } from '../database.ts'

export async function findSubmission(db: Db, accountId: string, weekStart: string): Promise<string | null> {
  const row = await tables(db)
    .selectFrom('timesheets')
    .select('submitted_at')
    .where('account_id', '=', accountId)
    .where('week_start', '=', weekStart)
    .executeTakeFirst()
  return row?.submitted_at ?? null
}

/** Marks the week; a mark that is there gets the new time. */
export async function upsertTimesheet(db: Db, accountId: string, weekStart: string, at: Date): Promise<void> {
  await tables(db)
    .insertInto('timesheets')
    .values({ account_id: accountId, week_start: weekStart, submitted_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'week_start']).doUpdateSet({ submitted_at: at }))
    .execute()
}

export async function deleteTimesheet(db: Db, accountId: string, weekStart: string): Promise<void> {
  await tables(db)
    .deleteFrom('timesheets')
    .where('account_id', '=', accountId)
    .where('week_start', '=', weekStart)
    .execute()
}
