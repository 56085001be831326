import type { Ctx } from '../platform/context.ts'
import { lockAllByName } from '../platform/db/advisory-locks.ts'
import { sqlOne } from '../platform/db/sql.ts'

/** One writer at a time about a username or an address. */
export async function lockNames(ctx: Pick<Ctx, 'em'>, names: readonly string[]): Promise<void> {
  await lockAllByName(
    ctx,
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
  const row = await sqlOne<{ is_username_taken: boolean; is_email_taken: boolean }>(
    ctx,
    `select exists (select from accounts where lower(username) = lower($1) or lower(email) = lower($1))
         or exists (select from workspace_invites where lower(email) = lower($1) and status = 'pending'
           and expires_at > $4 and id is distinct from $3::uuid) as is_username_taken,
       exists (select from accounts where lower(username) = lower($2)) as is_email_taken`,
    [username, email, inviteId ?? null, ctx.services.clock.now()],
  )
  if (row?.is_username_taken) return 'username'
  return row?.is_email_taken ? 'email' : null
}

/** Whether an address is the username of an account that has another address. */
export async function isUsernameOfAnother(ctx: Pick<Ctx, 'em'>, email: string): Promise<boolean> {
  const row = await sqlOne(
    ctx,
    'select 1 as ok from accounts where lower(username) = lower($1) and lower(email) <> lower($1)',
    [email],
  )
  return row !== undefined
}
