import { actingAccount, type Ctx } from '../platform/context.ts'
import type { Db } from '../platform/db/db.ts'
import { unauthenticated } from '../platform/errors.ts'
import { hashToken, newSecret } from '../platform/ids.ts'
import { areAllRevoked, deleteTicket, insertTicket } from './session.queries.ts'

const TICKET_SECONDS = 30

/**
 * A 256-bit single-use ticket for one socket handshake. A socket may outlive the minutes of an access token, so a token
 * whose session was ended opens none any more.
 */
export async function mintTicket(ctx: Ctx): Promise<{ ticket: string; expires_in: number }> {
  if (await isOfEndedSession(ctx)) throw unauthenticated()
  const ticket = newSecret(32)
  const token_hash = hashToken(ticket)
  await insertTicket(ctx, { token_hash, account_id: actingAccount(ctx).id, lifeSeconds: TICKET_SECONDS })
  return { ticket, expires_in: TICKET_SECONDS }
}

/** An access token comes with a refresh token of the same second: it is over when each of those was revoked. */
async function isOfEndedSession(ctx: Ctx): Promise<boolean> {
  const token = ctx.caller.header('authorization')?.split(' ')[1] ?? ''
  if (ctx.actor.kind !== 'account' || ctx.actor.via !== 'session') return false
  const { decodeJwt } = await import('jose')
  const { iat } = decodeJwt(token)
  return iat !== undefined && (await areAllRevoked(ctx, ctx.actor.account.id, iat))
}

/** Uses a ticket up: of any number of handshakes with it one gets the account. */
export async function redeemTicket(db: Db, ticket: string): Promise<string | null> {
  const row = await deleteTicket(db, hashToken(ticket))
  return row?.is_live ? row.account_id : null
}
