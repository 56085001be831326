import {
  advanceSessionEpoch,
  findLoginAccount,
  holdActiveAccount,
  updateLastLogin,
} from '../accounts/account.queries.ts'
import { hashPassword, verifyPassword } from '../accounts/password-hash.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal } from '../platform/errors.ts'
import { hashToken, newId } from '../platform/ids.ts'
import { clearRefreshCookie, refreshCookie, refuseForeignOrigin, setRefreshCookie } from './refresh-cookie.ts'
import { insertRefreshToken, redeemRefreshToken, revokeFamily, revokeSessions } from './session.queries.ts'
import {
  mintAccessToken,
  mintRefreshToken,
  type RefreshClaims,
  readRefreshToken,
  refreshLife,
} from './session-tokens.ts'

/** A used id seen again within this time is a lost answer or two tabs; later it is a stolen cookie. */
const REUSE_GRACE_SECONDS = 10

export interface SessionReply {
  readonly access: string
  readonly setCookie: string
}

/** Every refusal of a login has the same body, so that it names nobody. */
function loginRefused(): Refusal {
  return new Refusal(401, 'No active account found with the given credentials.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })
}

function sessionEnded(): Refusal {
  return new Refusal(401, 'The refresh token is missing, expired or no longer valid.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })
}

/** Signs in by username or unique e-mail. */
export async function login(
  ctx: Ctx,
  input: { username: string; password: string; remember_me?: unknown },
): Promise<SessionReply> {
  const account = await findLoginAccount(ctx, input.username)
  const usable = account?.is_active ? account.password_hash : null
  const { matches, needsRehash } = await verifyPassword(ctx, input.password, usable)
  if (!matches || !account) {
    // Enough to see that one name or one address is tried again and again, and no name.
    const name = hashToken(input.username.toLowerCase()).slice(0, 16)
    ctx.services.log.info({ name, ip: ctx.caller.ip, requestId: ctx.caller.requestId }, 'sign-in refused')
    throw loginRefused()
  }
  const rehashed = needsRehash ? await hashPassword(ctx, input.password) : usable
  const session = { accountId: account.id, remember: input.remember_me === true, familyId: newId() }
  return ctx.services.systemContext(async (own) => {
    const current = await holdActiveAccount(own, account.id)
    // The password may have changed while it was being verified: what was proven must still be true.
    if (current?.password_hash !== usable) throw loginRefused()
    const now = own.services.clock.now()
    await updateLastLogin(own, account.id, { last_login: now, password_hash: rehashed })
    return issueSession(own, { ...session, epoch: current.session_epoch })
  })
}

/**
 * A session of somebody whom another door has proven, such as single sign-on, in the caller's transaction. It ends with
 * the browser.
 */
export async function openSession(ctx: Ctx, accountId: string): Promise<SessionReply> {
  const account = await holdActiveAccount(ctx, accountId)
  if (!account) throw sessionEnded()
  await updateLastLogin(ctx, accountId, { last_login: ctx.services.clock.now() })
  return issueSession(ctx, { accountId, remember: false, familyId: newId(), epoch: account.session_epoch })
}

/** Exchanges the cookie for an access token and the next cookie. Of parallel refreshes one wins. */
export async function refresh(ctx: Ctx): Promise<SessionReply> {
  const { config, clock } = ctx.services
  refuseForeignOrigin(ctx)
  const cookie = refreshCookie(ctx.caller, config)
  const claims = cookie === undefined ? null : await readRefreshToken(cookie, ctx.services, clock.now())
  if (!claims) throw sessionEnded()
  const session = await ctx.services.systemContext((own) => rotate(own, claims))
  if (session !== 'used') return session
  await endReusedFamily(ctx, claims.id)
  throw sessionEnded()
}

async function rotate(ctx: Ctx, claims: RefreshClaims): Promise<SessionReply | 'used'> {
  const account = await holdActiveAccount(ctx, claims.accountId)
  if (!account) throw sessionEnded()
  const used = await redeemRefreshToken(ctx, claims.id)
  if (!used) return 'used'
  const { accountId, remember } = claims
  return issueSession(ctx, { accountId, remember, familyId: used.family_id, epoch: account.session_epoch })
}

/** A used id that comes back late means the cookie was copied: the whole family ends. */
async function endReusedFamily(ctx: Ctx, tokenId: string): Promise<void> {
  const usedBefore = new Date(ctx.services.clock.now().getTime() - REUSE_GRACE_SECONDS * 1000)
  await revokeFamily(ctx, tokenId, { usedBefore })
}

/**
 * Ends the cookie's session, best effort, and clears the cookie. Nothing refuses it, wherever it comes from: a session
 * that outlives its sign-out is worse than one that ends too early.
 */
export async function logout(ctx: Ctx): Promise<string> {
  const { config, log } = ctx.services
  try {
    await endSession(ctx)
  } catch (error) {
    log.warn({ cause: (error as Error).message, requestId: ctx.caller.requestId }, 'session not ended at sign-out')
  }
  return clearRefreshCookie(config)
}

/** Only a cookie of our own making costs anything; past the rate of its account nothing more is ended. */
async function endSession(ctx: Ctx): Promise<void> {
  const { config, clock, rateLimits } = ctx.services
  const cookie = refreshCookie(ctx.caller, config)
  const claims = cookie === undefined ? null : await readRefreshToken(cookie, ctx.services, clock.now())
  if (!claims) return
  const limit = { name: 'logout', rate: config.throttleLogoutRate }
  if ((await rateLimits.consume(limit, claims.accountId)) !== null) return
  await revokeFamily(ctx, claims.id)
}

async function issueSession(
  ctx: Ctx,
  session: { accountId: string; remember: boolean | null; familyId: string; epoch: number },
): Promise<SessionReply> {
  const { config, clock } = ctx.services
  const now = clock.now()
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const life = refreshLife(session.remember, config)
  const id = newId()
  const expiresAt = new Date(now.getTime() + life.seconds * 1000)
  await insertRefreshToken(ctx, {
    id,
    family_id: session.familyId,
    account_id: session.accountId,
    issued_at: now,
    expires_at: expiresAt,
  })
  const token = await mintRefreshToken(
    { id, accountId: session.accountId, remember: session.remember },
    expiresAt,
    ctx.services,
    nowSeconds,
  )
  return {
    access: await mintAccessToken(session, ctx.services, nowSeconds),
    setCookie: setRefreshCookie(token, life, config),
  }
}

/**
 * Ends every session of an account: password change, reset, deactivation. Tickets and links to identity providers that
 * were not used yet end too. Access tokens live out their minutes and open no socket any more, unless they are to end
 * with the rest.
 */
export async function endAllSessions(
  ctx: Ctx,
  accountId: string,
  options: { withAccessTokens: boolean },
): Promise<void> {
  if (options.withAccessTokens) await advanceSessionEpoch(ctx, accountId)
  await revokeSessions(ctx, accountId)
}
