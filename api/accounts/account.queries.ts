import { sql } from 'kysely'
import { mayAct } from '../access/workspace-standing.queries.ts'
import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'

export type SignInAccount = Awaited<ReturnType<typeof findActiveAccounts>>[number]

/** Accounts with what signing in asks of them. */
function signInAccounts(db: Db) {
  return tables(db)
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'password_hash'])
    .select(['is_active', 'is_superuser', 'session_epoch'])
}

export function findActiveAccount(db: Db, accountId: string) {
  return signInAccounts(db).where('id', '=', accountId).where('is_active', '=', true).executeTakeFirst()
}

/** One is asked for by itself, because the server plans a list anew at each call. */
export function findActiveAccounts(db: Db, accountIds: readonly string[]) {
  const [first] = accountIds
  const areMeant = accountIds.length === 1 && first !== undefined ? first : anyOf(accountIds)
  return signInAccounts(db).where('id', '=', areMeant).where('is_active', '=', true).execute()
}

/**
 * The account a login name means: the username first, the e-mail only if that fails; an e-mail held by more than one
 * account means nobody.
 */
export async function findLoginAccount(db: Db, login: string): Promise<SignInAccount | undefined> {
  const byName = await signInAccounts(db).where(sql<boolean>`lower(username) = lower(${login})`).executeTakeFirst()
  if (byName || login === '') return byName
  const byEmail = await signInAccounts(db).where(sql<boolean>`lower(email) = lower(${login})`).limit(2).execute()
  return byEmail.length === 1 ? byEmail[0] : undefined
}

export async function accountExists(db: Db): Promise<boolean> {
  return (await tables(db).selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Keeps an account as it is until the commit; undefined when nobody may sign in to it. Who changes a password or
 * deactivates locks the row and then ends every session: either that comes first and is seen here, or the new session
 * is there to be ended.
 */
export function holdActiveAccount(db: Db, accountId: string) {
  return tables(db)
    .selectFrom('accounts')
    .select(['password_hash', 'session_epoch'])
    .where('id', '=', accountId)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Stores that somebody signed in now, and the hash of the password when it was proven by one of an older make. */
export async function updateLastLogin(
  db: Db,
  accountId: string,
  values: { readonly last_login: Date; readonly password_hash?: string | null },
): Promise<void> {
  await tables(db).updateTable('accounts').set(values).where('id', '=', accountId).execute()
}

/** Every access token that the account holds is over. */
export async function advanceSessionEpoch(db: Db, accountId: string): Promise<void> {
  await tables(db)
    .updateTable('accounts')
    .set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
}

export type AccountOfAddress = Awaited<ReturnType<typeof findAccountsOfAddress>>[number]

/** The first accounts of an address, at most two; those that are deactivated may not act. */
export function findAccountsOfAddress(db: Db, email: string) {
  return tables(db)
    .selectFrom('accounts as a')
    .leftJoin('workspace_members as w', 'w.account_id', 'a.id')
    .select(['a.id', 'a.username', 'a.is_superuser', mayAct.as('may_act')])
    .where(sql<boolean>`lower(a.email) = lower(${email})`)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(2)
    .execute()
}

/** The mail address of an account; empty where it has none. */
export async function findAccountAddress(db: Db, id: string): Promise<string> {
  const row = await tables(db).selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email ?? ''
}
