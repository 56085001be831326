import { parseCookie, stringifySetCookie } from 'cookie'
import type { Caller, Ctx } from '../platform/context.ts'
import { hashToken, newSecret } from '../platform/ids.ts'
import type { Config } from '../platform/settings/config.ts'
import { deleteExpiredStates, insertState, type LoginState, redeemStateOf } from './login-state.queries.ts'

const STATE_SECONDS = 300

export interface StartedLogin extends LoginState {
  readonly state: string
}

/** Begins a sign-in; those that ran out long ago are swept with it. */
export async function startState(
  ctx: Ctx<unknown>,
  asked: Pick<LoginState, 'provider_slug' | 'redirect_uri' | 'account_id'>,
): Promise<StartedLogin> {
  const started = { ...asked, nonce: newSecret(32), verifier: newSecret(32) }
  const state = newSecret(32)
  const expiresAt = new Date(ctx.services.clock.now().getTime() + STATE_SECONDS * 1000)
  await deleteExpiredStates(ctx)
  await insertState(ctx, { ...started, state_hash: hashToken(state), expires_at: expiresAt })
  return { ...started, state }
}

/** Uses a state up; null: unknown, used or too old. */
export function redeemState(ctx: Ctx<unknown>, state: string): Promise<LoginState | null> {
  return redeemStateOf(ctx, hashToken(state))
}

/**
 * The cookie that ties a sign-in to the browser that began it, so that nobody can be led into somebody else's. Each
 * sign-in has its own, because a person may begin in two tabs.
 */
export function bindingCookie(state: string, config: Config): string {
  return stringifySetCookie({
    name: cookieName(state),
    value: state,
    httpOnly: true,
    secure: config.authRefreshCookieSecure,
    // Lax: the provider sends the browser back from its own site.
    sameSite: 'lax',
    path: '/api/v1/auth/oidc/',
    maxAge: STATE_SECONDS,
  })
}

export function isBoundHere(state: string, caller: Caller): boolean {
  const header = caller.header('cookie')
  return header !== undefined && parseCookie(header)[cookieName(state)] === state
}

function cookieName(state: string): string {
  return `svc_sso_${hashToken(state).slice(0, 16)}`
}
