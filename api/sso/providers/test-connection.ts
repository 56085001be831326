import type { Services } from '../../platform/context.ts'
import { GITHUB } from '../protocol/github-identity.ts'
import { BadMetadata, fetchMetadata } from '../protocol/issuer-metadata.ts'
import type { SsoProvider } from '../sso.entity.ts'
import { presetOf } from './presets.ts'

/** Whether a sign-in could begin: asks for the discovery document now, whatever is kept. Never throws for a provider's fault. */
export async function testConnection(services: Services, provider: SsoProvider): Promise<object> {
  if (presetOf(provider.slug).kind === 'oauth2') {
    return { ok: true, endpoints: { authorization_endpoint: GITHUB.authorize, token_endpoint: GITHUB.token } }
  }
  if (provider.server_url === '') return { ok: false, error: 'no_issuer', detail: 'No server_url is set.' }
  try {
    const metadata = await fetchMetadata(services, provider.server_url)
    return {
      ok: true,
      issuer: metadata.issuer,
      endpoints: {
        authorization_endpoint: metadata.authorization_endpoint,
        token_endpoint: metadata.token_endpoint,
        jwks_uri: metadata.jwks_uri,
        ...(metadata.userinfo_endpoint === undefined ? {} : { userinfo_endpoint: metadata.userinfo_endpoint }),
      },
    }
  } catch (error) {
    if (error instanceof BadMetadata) return { ok: false, error: error.fault, detail: error.message }
    throw error
  }
}
