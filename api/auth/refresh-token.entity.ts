import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * Every refresh id ever issued until it expires. Rotation marks the old id used and issues the next in the same family;
 * a used id that comes back ends the family.
 */
export const RefreshTokenSchema = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    id: p.uuid().primary(),
    familyId: p.uuid(),
    accountId: p.uuid(),
    issuedAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [{ properties: ['familyId'] }, { properties: ['accountId'] }, { properties: ['expiresAt'] }],
})

/** A single-use socket ticket, stored hashed. */
export const SocketTicketSchema = defineEntity({
  name: 'SocketTicket',
  tableName: 'socket_tickets',
  properties: {
    tokenHash: p.text().primary(),
    accountId: p.uuid(),
    expiresAt: p.datetime(),
  },
  indexes: [{ properties: ['expiresAt'] }],
})
