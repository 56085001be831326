import { instantText } from '../../platform/db/sql.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { SsoProvider } from '../sso.entity.ts'
import { presetOf, scopesOf } from './presets.ts'
import type { LinkedCounts } from './provider.queries.ts'

/** Where providers send people back to: our own address, never one of the request. */
export function redirectUri(config: Config): string {
  return `${config.publicUrl}/api/v1/auth/oidc/callback/`
}

/** Everything but the secret, of which only its being there is told. */
export function presentProvider(provider: SsoProvider, counts: LinkedCounts, config: Config): object {
  return {
    slug: provider.slug,
    provider: provider.slug,
    kind: presetOf(provider.slug).kind,
    display_name: provider.display_name,
    enabled: provider.enabled,
    client_id: provider.client_id,
    server_url: provider.server_url,
    github_org: provider.github_org,
    scopes: scopesOf(provider),
    allowed_email_domains: provider.allowed_email_domains,
    auto_create_members: provider.auto_create_members,
    default_role: provider.default_role,
    allow_password_signin: true,
    allow_password_signin_enforced: false,
    secret_set: provider.sealed_secret != null,
    redirect_uri: redirectUri(config),
    linked_account_count: counts.linked,
    locked_out_account_count: counts.locked_out,
    created_at: instantText(provider.created_at),
    updated_at: instantText(provider.updated_at),
  }
}
