import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx, Services } from '../../platform/context.ts'
import { isUuid } from '../../platform/ids.ts'
import type { ResettableAccount } from './password.queries.ts'

const FUTURE_SECONDS = 60

/** The account's place in a link: its id in url-safe base64. */
export function resetUid(accountId: string): string {
  return Buffer.from(accountId, 'utf8').toString('base64url')
}

export function accountOfUid(uid: string): string | null {
  const id = Buffer.from(uid, 'base64url').toString('utf8')
  return isUuid(id) && resetUid(id) === uid ? id : null
}

/**
 * A token that is stored nowhere: a keyed hash over the account as it is now and the time. It dies with the first change
 * of the password, with a login and with age, so it is used at most once.
 */
export function mintResetToken(ctx: Pick<Ctx, 'services'>, account: ResettableAccount): string {
  const issuedAt = seconds(ctx.services)
  return `${issuedAt.toString(36)}-${signature(ctx.services, account, issuedAt)}`
}

export function isResetToken(ctx: Pick<Ctx, 'services'>, account: ResettableAccount, token: string): boolean {
  const [stamp = '', given = ''] = token.split('-', 2)
  if (!/^[0-9a-z]{1,10}$/.test(stamp) || !/^[0-9a-f]{64}$/.test(given)) return false
  const issuedAt = Number.parseInt(stamp, 36)
  if (token !== `${issuedAt.toString(36)}-${given}`) return false
  const expected = signature(ctx.services, account, issuedAt)
  if (!timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(expected, 'hex'))) return false
  const age = seconds(ctx.services) - issuedAt
  return age >= -FUTURE_SECONDS && age < ctx.services.config.passwordResetTimeout
}

function seconds(services: Services): number {
  return Math.floor(services.clock.now().getTime() / 1000)
}

function signature(services: Services, account: ResettableAccount, issuedAt: number): string {
  const facts = [account.id, account.email, account.password_hash, account.last_login_micros ?? '', issuedAt]
  return createHmac('sha256', services.secrets.secretKey)
    .update(JSON.stringify(['password-reset', ...facts]))
    .digest('hex')
}
