import type { Ctx } from '../../platform/context.ts'
import { openSecret, sealSecret } from '../../platform/secrets-box.ts'
import { EVENT_TYPES, type EventType } from '../kinds.ts'

export const UNSUBSCRIBE = '/notifications/unsubscribe/'
const PURPOSE = 'unsubscribe'

/** The address that turns off mail of a kind for an account, without signing in and as long as the service has its key. */
export function unsubscribeAddress({ services }: Pick<Ctx, 'services'>, accountId: string, kind: EventType): string {
  return `${services.config.publicUrl}/api/v1${UNSUBSCRIBE}${sealSecret(services, PURPOSE, `${accountId} ${kind}`)}/`
}

/** Whom and what an address is about; null for one that this service did not write. */
export function readUnsubscribeToken({ services }: Pick<Ctx, 'services'>, token: string) {
  try {
    const [accountId, name] = openSecret(services, PURPOSE, token).split(' ')
    const kind = EVENT_TYPES.find((known) => known === name)
    return accountId && kind ? { accountId, kind } : null
  } catch {
    return null
  }
}
