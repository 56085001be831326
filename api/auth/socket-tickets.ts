import { decodeJwt } from 'jose'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { unauthenticated } from '../platform/errors.ts'
import { hashToken, newSecret } from '../platform/ids.ts'

const TICKET_SECONDS = 30

/**
 * A 256-bit single-use ticket for one socket handshake. A socket may outlive the minutes of an access token, so a token
 * whose session was ended opens none any more.
 */
export async function mintTicket(ctx: Ctx): Promise<{ ticket: string; expires_in: number }> {
  if (await isOfEndedSession(ctx)) throw unauthenticated()
  const ticket = newSecret(32)
  await sql(
    ctx,
    `insert into socket_tickets (token_hash, account_id, expires_at) values ($1, $2, now() + make_interval(secs => $3))`,
    [hashToken(ticket), actingAccount(ctx).id, TICKET_SECONDS],
  )
  return { ticket, expires_in: TICKET_SECONDS }
}

/** An access token comes with a refresh token of the same second: it is over when each of those was revoked. */
async function isOfEndedSession(ctx: Ctx): Promise<boolean> {
  const token = ctx.caller.header('authorization')?.split(' ')[1] ?? ''
  if (ctx.actor.kind !== 'account' || ctx.actor.via !== 'session') return false
  const row = await sqlOne<{ is_over: boolean | null }>(
    ctx,
    `select bool_and(revoked_at is not null) as is_over from refresh_tokens
     where account_id = $1 and issued_at >= to_timestamp($2::float8) and issued_at < to_timestamp($2::float8 + 1)`,
    [ctx.actor.account.id, decodeJwt(token).iat],
  )
  return row?.is_over === true
}

/** Uses a ticket up in one statement: of any number of handshakes with it one gets the account. */
export async function redeemTicket(ctx: Pick<Ctx, 'em'>, ticket: string): Promise<string | null> {
  const row = await sqlOne<{ account_id: string; is_live: boolean }>(
    ctx,
    'delete from socket_tickets where token_hash = $1 returning account_id, expires_at > now() as is_live',
    [hashToken(ticket)],
  )
  return row?.is_live ? row.account_id : null
}
