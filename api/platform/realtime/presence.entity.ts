import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * One live socket. The process that holds it renews `expiresAt`; a row past it belongs to a process that died. In a
 * table, so that any number of processes agree on who is the first and who the last of a person's sockets.
 */
export const SocketPresenceSchema = defineEntity({
  name: 'SocketPresence',
  tableName: 'socket_presence',
  properties: {
    connectionId: p.uuid().primary(),
    channel: p.uuid(),
    accountId: p.uuid(),
    displayName: p.text(),
    expiresAt: p.datetime(),
  },
  indexes: [{ properties: ['channel', 'accountId'] }, { properties: ['expiresAt'] }],
})
