import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references, unchecked } from '../platform/db/references.ts'

/**
 * Every refresh id ever issued until it expires. Rotation marks the old id used and issues the next in the same family;
 * a used id that comes back ends the family.
 */
export const RefreshTokenSchema = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    id: p.uuid().primary(),
    family_id: p.uuid(),
    account_id: p.uuid(),
    issued_at: p.datetime(),
    expires_at: p.datetime(),
    used_at: p.datetime().nullable(),
    revoked_at: p.datetime().nullable(),
  },
  indexes: [{ properties: ['family_id'] }, { properties: ['account_id'] }, { properties: ['expires_at'] }],
})
references(
  RefreshTokenSchema,
  {
    account_id: ownedBy('accounts'),
    family_id: unchecked('the first token of the chain, which expires before the last'),
  },
  'commit',
)

/** A single-use socket ticket, stored hashed. */
export const SocketTicketSchema = defineEntity({
  name: 'SocketTicket',
  tableName: 'socket_tickets',
  properties: {
    token_hash: p.text().primary(),
    account_id: p.uuid(),
    expires_at: p.datetime(),
  },
  indexes: [{ properties: ['expires_at'] }],
})
references(SocketTicketSchema, { account_id: ownedBy('accounts') }, 'commit')
