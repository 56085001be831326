import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references, unchecked } from '../db/references.ts'

/**
 * One live socket. The process that holds it renews `expiresAt`; a row past it belongs to a process that died. In a
 * table, so that any number of processes agree on who is the first and who the last of a person's sockets.
 */
export const SocketPresenceSchema = defineEntity({
  name: 'SocketPresence',
  tableName: 'socket_presence',
  properties: {
    connection_id: p.uuid().primary(),
    channel: p.uuid(),
    account_id: p.uuid(),
    display_name: p.text(),
    expires_at: p.datetime(),
  },
  indexes: [{ properties: ['channel', 'account_id'] }, { properties: ['expires_at'] }],
})
references(
  SocketPresenceSchema,
  { account_id: ownedBy('accounts'), connection_id: unchecked('the socket itself') },
  'commit',
)
