import { Refusal } from '../platform/errors.ts'

export type SsoCode =
  | 'oidc_error'
  | 'sso_not_configured'
  | 'invalid_state'
  | 'token_exchange_failed'
  | 'invalid_id_token'
  | 'email_unverified'
  | 'sso_no_member'
  | 'sso_account_disabled'
  | 'provider_unreachable'

/** A sign-in that ends on the client's page with `?error=<code>`. The reason is for the log alone. */
export class SsoFailure extends Error {
  override name = 'SsoFailure'
  readonly code: SsoCode

  constructor(code: SsoCode, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.code = code
  }
}

/** The same failure where a client asks and not a browser. */
export function refusalOfFailure({ code }: SsoFailure): Refusal {
  if (code === 'provider_unreachable') return new Refusal(503, 'The identity provider cannot be reached.', { code })
  return new Refusal(400, 'The identity provider is not set up or switched off.', { code })
}

export function removalLocksOut(count: number): Refusal {
  return new Refusal(409, `${count} people could no longer sign in. Repeat with ?confirm_lockout=true to remove it.`, {
    code: 'sso_removal_locks_out_members',
    extra: { locked_out_account_count: count },
  })
}

export function providerExists(): Refusal {
  return new Refusal(409, 'This provider is set up already.')
}
