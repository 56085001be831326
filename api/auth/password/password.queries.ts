import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

export type ResettableAccount = NonNullable<Awaited<ReturnType<typeof findAccountById>>>

/** Accounts with a password of their own. */
function resettableAccounts(db: Db) {
  return (
    tables(db)
      .selectFrom('accounts')
      .select(['id', 'username', 'email', 'first_name', 'last_name', 'password_hash'])
      // Microseconds since 1970 as text: exact and free of time zones.
      .select(sql<string | null>`(extract(epoch from last_login) * 1000000)::bigint::text`.as('last_login_micros'))
      .where('is_active', '=', true)
      .where('password_hash', 'is not', null)
      .$narrowType<{ password_hash: string }>()
  )
}

/** Whom a reset mail goes to: of several accounts with the address the oldest. */
export function findAccountByEmail(db: Db, email: string) {
  return resettableAccounts(db)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export function findAccountById(db: Db, accountId: string, options: { isLocked?: boolean } = {}) {
  return resettableAccounts(db)
    .where('id', '=', accountId)
    .$if(options.isLocked === true, (found) => found.forNoKeyUpdate())
    .executeTakeFirst()
}

export async function updatePassword(db: Db, accountId: string, passwordHash: string): Promise<void> {
  await tables(db).updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
}
