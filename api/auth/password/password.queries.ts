import type { Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'

/** An account with a password of its own. */
export interface ResettableAccount {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly passwordHash: string
  /** Microseconds since 1970 as text: exact and free of time zones. */
  readonly lastLoginMicros: string | null
}

const SELECT = `select id, username, email, first_name, last_name,
    password_hash as "passwordHash", (extract(epoch from last_login) * 1000000)::bigint::text as "lastLoginMicros"
  from accounts where is_active and password_hash is not null`

/** Whom a reset mail goes to: of several accounts with the address the oldest. */
export function findAccountByEmail(ctx: Pick<Ctx, 'em'>, email: string): Promise<ResettableAccount | undefined> {
  return sqlOne(ctx, `${SELECT} and lower(email) = lower($1) order by created_at, id limit 1`, [email])
}

export function findAccountById(
  ctx: Pick<Ctx, 'em'>,
  accountId: string,
  options: { isLocked?: boolean } = {},
): Promise<ResettableAccount | undefined> {
  return sqlOne(ctx, `${SELECT} and id = $1${options.isLocked ? ' for update' : ''}`, [accountId])
}
