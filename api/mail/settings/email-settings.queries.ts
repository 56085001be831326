import { sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'

export type EmailSettingsRow = RowOf<'email_settings'>

export function findEmailSettings(db: Db): Promise<EmailSettingsRow | undefined> {
  return tables(db).selectFrom('email_settings').selectAll().where('id', '=', 1).executeTakeFirst()
}

export async function saveEmailSettings(db: Db, columns: Omit<EmailSettingsRow, 'id'>): Promise<void> {
  await tables(db)
    .insertInto('email_settings')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

/**
 * Counts a message to the minute it is sent in. Returns false where the minute is full; what is never held back counts all
 * the same, and beyond the limit.
 */
export async function chargeMinute(
  db: Db,
  { minute, limit, isHeldBack }: { readonly minute: Date; readonly limit: number; readonly isHeldBack: boolean },
): Promise<boolean> {
  const mayExceed = !isHeldBack || limit === 0
  const charged = await sql`
    insert into mail_minutes as m (minute, sent) values (${minute}::timestamptz, 1)
    on conflict (minute) do update set sent = m.sent + 1 where ${mayExceed}::boolean or m.sent < ${limit}::int
    returning sent`.execute(tables(db))
  return charged.rows.length > 0
}

export async function deleteOldMinutes(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('mail_minutes').where('minute', '<', before.toISOString()).execute()
}
