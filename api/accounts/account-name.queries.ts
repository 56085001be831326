import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { lockAllByName } from '../platform/db/advisory-locks.ts'

/** One writer at a time about a username or an address. */
export async function lockNames(db: Db, names: readonly string[]): Promise<void> {
  await lockAllByName(
    db,
    'accountName',
    names.map((each) => each.toLowerCase()),
  )
}

export interface WantedName {
  readonly username: string
  readonly email: string
  /** The invite that is being accepted: its address is the new account's own. */
  readonly inviteId?: string
}

/**
 * What stands in the way of a new account, without regard to case: a username that another account has or that is
 * somebody else's address, now or by a pending invite; or an address that is another account's username. People sign in
 * by either, so each must mean one person. Null: nothing. Under `lockNames` it stays so until the commit.
 */
export async function findNameConflict(
  ctx: Pick<Ctx, 'em' | 'services'>,
  { username, email, inviteId }: WantedName,
): Promise<'username' | 'email' | null> {
  const now = ctx.services.clock.now()
  const found = await sql<{ is_username_taken: boolean; is_email_taken: boolean }>`
    select exists (select from accounts where lower(username) = lower(${username}) or lower(email) = lower(${username}))
        or exists (select from workspace_invites where lower(email) = lower(${username}) and status = 'pending'
          and expires_at > ${now} and id is distinct from ${inviteId ?? null}::uuid) as is_username_taken,
      exists (select from accounts where lower(username) = lower(${email})) as is_email_taken`.execute(tables(ctx))
  const row = found.rows[0]
  if (row?.is_username_taken) return 'username'
  return row?.is_email_taken ? 'email' : null
}

/** Whether an address is the username of an account that has another address. */
export async function isUsernameOfAnother(db: Db, email: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${email})`)
    .where(sql<boolean>`lower(email) <> lower(${email})`)
    .executeTakeFirst()
  return found !== undefined
}
