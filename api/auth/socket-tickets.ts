import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { hashToken, newSecret } from '../platform/ids.ts'

const TICKET_SECONDS = 30

/** A 256-bit single-use ticket for one socket handshake. */
export async function mintTicket(ctx: Ctx): Promise<{ ticket: string; expires_in: number }> {
  const ticket = newSecret(32)
  await sql(
    ctx,
    `insert into socket_tickets (token_hash, account_id, expires_at) values ($1, $2, now() + make_interval(secs => $3))`,
    [hashToken(ticket), actingAccount(ctx).id, TICKET_SECONDS],
  )
  return { ticket, expires_in: TICKET_SECONDS }
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
