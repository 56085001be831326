import { createHash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Config } from '../platform/config.ts'
import type { Caller, Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { hashToken, newSecret } from '../platform/ids.ts'

const STATE_SECONDS = 300

/** What a sign-in under way must find again when the person comes back. */
export interface LoginState {
  readonly providerSlug: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
  /** Whose account the identity is to be linked to; null: a sign-in. */
  readonly accountId: string | null
}

export interface StartedLogin extends LoginState {
  readonly state: string
  /** S256 of the verifier: only whoever holds the verifier can use the code. */
  readonly challenge: string
}

/** Begins a sign-in; those that ran out long ago are swept with it. */
export async function startState(
  ctx: Ctx<unknown>,
  asked: Pick<LoginState, 'providerSlug' | 'redirectUri' | 'accountId'>,
): Promise<StartedLogin> {
  const started = { ...asked, nonce: newSecret(32), verifier: newSecret(32) }
  const state = newSecret(32)
  const now = ctx.services.clock.now()
  await sql(ctx, 'delete from sso_login_states where expires_at < $1', [now])
  await sql(
    ctx,
    `insert into sso_login_states (state_hash, provider_slug, nonce, verifier, redirect_uri, account_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      hashToken(state),
      started.providerSlug,
      started.nonce,
      started.verifier,
      started.redirectUri,
      started.accountId,
      new Date(now.getTime() + STATE_SECONDS * 1000),
    ],
  )
  const challenge = createHash('sha256').update(started.verifier).digest('base64url')
  return { ...started, state, challenge }
}

/** Uses a state up in one statement: of any number of callbacks with it one goes on. */
export async function redeemState(ctx: Ctx<unknown>, state: string): Promise<LoginState | null> {
  const row = await sqlOne<LoginState & { is_live: boolean }>(
    ctx,
    `delete from sso_login_states where state_hash = $1
     returning provider_slug as "providerSlug", nonce, verifier, redirect_uri as "redirectUri",
       account_id as "accountId", expires_at > $2 as is_live`,
    [hashToken(state), ctx.services.clock.now()],
  )
  return row?.is_live ? row : null
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
