/** A known identity provider. Its slug is its identity: there is one of each. */
export interface Preset {
  readonly slug: string
  readonly displayName: string
  readonly kind: 'oidc' | 'oauth2'
  /** The issuer where there is only one; '' where there is none; null where it is entered. */
  readonly issuer: string | null
  readonly scopes: readonly string[]
}

const OIDC_SCOPES = ['openid', 'email', 'profile']
const oidc = (slug: string, displayName: string, issuer: string | null = null): Preset => ({
  slug,
  displayName,
  kind: 'oidc',
  issuer,
  scopes: OIDC_SCOPES,
})

const PRESETS: readonly Preset[] = [
  oidc('generic', 'Single sign-on'),
  oidc('google', 'Google', 'https://accounts.google.com'),
  oidc('entra', 'Microsoft Entra ID'),
  oidc('gitlab', 'GitLab'),
  oidc('keycloak', 'Keycloak'),
  oidc('authentik', 'authentik'),
  oidc('zitadel', 'ZITADEL'),
  oidc('okta', 'Okta'),
  oidc('auth0', 'Auth0'),
  { slug: 'github', displayName: 'GitHub', kind: 'oauth2', issuer: '', scopes: ['read:user', 'user:email'] },
]

export const PRESET_SLUGS = PRESETS.map((preset) => preset.slug)

export function presetOf(slug: string): Preset {
  const preset = PRESETS.find((known) => known.slug === slug)
  if (!preset) throw new Error(`no provider preset ${slug}`)
  return preset
}

/** What is asked for at sign-in. An organisation can only be checked with a scope of its own. */
export function scopesOf(provider: { slug: string; github_org: string }): string[] {
  return [...presetOf(provider.slug).scopes, ...(provider.github_org === '' ? [] : ['read:org'])]
}
