import { defineEvent } from '../platform/events/define-event.ts'

/** Project tokens only: a program has no channel, and personal tokens concern nobody else. */
export const apiTokenMinted = defineEvent<{ token_prefix: string; name: string }>({ socket: 'api_token_minted' })
export const apiTokenRevoked = defineEvent<{ token_prefix: string; name: string }>({ socket: 'api_token_revoked' })
