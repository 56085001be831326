import { type Insertable, sql } from 'kysely'
import { type Db, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'

export async function insertRefreshToken(db: Db, values: Insertable<Tables['refresh_tokens']>): Promise<void> {
  await tables(db).insertInto('refresh_tokens').values(values).execute()
}

/** Uses a refresh token up: of any number of parallel uses one gets its family. Undefined: used, revoked or too old. */
export function redeemRefreshToken(ctx: Ctx<unknown>, tokenId: string) {
  const now = ctx.services.clock.now()
  return tables(ctx)
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('id', '=', tokenId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('family_id')
    .executeTakeFirst()
}

/** Whether the session that a token began still runs: a sign-out and a new password end it, a refresh does not. */
export async function isSessionOpen(db: Db, tokenId: string, now: Date): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('refresh_tokens')
    .select('id')
    .where('id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the family of a token; with a time, only when the token was used before it. */
export async function revokeFamily(
  ctx: Ctx<unknown>,
  tokenId: string,
  options: { readonly usedBefore?: Date } = {},
): Promise<void> {
  const { usedBefore } = options
  await tables(ctx)
    .updateTable('refresh_tokens')
    .set({ revoked_at: ctx.services.clock.now() })
    .where('revoked_at', 'is', null)
    .where('family_id', 'in', (eb) =>
      eb
        .selectFrom('refresh_tokens as t')
        .select('t.family_id')
        .where('t.id', '=', tokenId)
        .$if(usedBefore !== undefined, (used) => used.where('t.used_at', '<', (usedBefore as Date).toISOString())),
    )
    .execute()
}

/** Ends every session of an account, with the tickets and the links to identity providers that were not used yet. */
export async function revokeSessions(ctx: Ctx<unknown>, accountId: string): Promise<void> {
  await tables(ctx)
    .updateTable('refresh_tokens')
    .set({ revoked_at: ctx.services.clock.now() })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
  await tables(ctx).deleteFrom('socket_tickets').where('account_id', '=', accountId).execute()
  await tables(ctx).deleteFrom('sso_login_states').where('account_id', '=', accountId).execute()
}

/** Whether every refresh token that the account got in a second was revoked; false when it got none. */
export async function areAllRevoked(db: Db, accountId: string, issuedSeconds: number): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('refresh_tokens')
    .select(sql<boolean | null>`bool_and(revoked_at is not null)`.as('are_revoked'))
    .where('account_id', '=', accountId)
    .where('issued_at', '>=', sql<string>`to_timestamp(${issuedSeconds}::float8)`)
    .where('issued_at', '<', sql<string>`to_timestamp(${issuedSeconds}::float8 + 1)`)
    .executeTakeFirst()
  return row?.are_revoked === true
}

export async function insertTicket(
  db: Db,
  ticket: { readonly token_hash: string; readonly account_id: string; readonly lifeSeconds: number },
): Promise<void> {
  const { lifeSeconds, ...values } = ticket
  await tables(db)
    .insertInto('socket_tickets')
    .values({ ...values, expires_at: sql<string>`now() + make_interval(secs => ${lifeSeconds})` })
    .execute()
}

/** Takes a ticket away and tells whose it was; of any number of handshakes with it one gets it. */
export function deleteTicket(db: Db, tokenHash: string) {
  return tables(db)
    .deleteFrom('socket_tickets')
    .where('token_hash', '=', tokenHash)
    .returning('account_id')
    .returning(sql<boolean>`expires_at > now()`.as('is_live'))
    .executeTakeFirst()
}
