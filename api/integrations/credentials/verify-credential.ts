import type { Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { askOutside, isHeaderText, NotReached } from '../ask-outside.ts'
import { checkBaseUrl } from '../check-base-url.ts'
import type { CredentialInput, CredentialProvider } from './credential.schema.ts'

const ALLOWED = { hosts: ['github.com', 'api.github.com', 'gitlab.com'], allowsPlain: true }
const PUBLIC_GITHUB = ['github.com', 'api.github.com']

/** The address as it is stored; empty means the provider's own. */
export function storedBaseUrl(ctx: Ctx<unknown>, { base_url: text }: CredentialInput): string {
  return text === undefined || text === '' ? '' : checkBaseUrl(ctx.services.config, text, ALLOWED)
}

/** Asks the provider who the secret belongs to, and refuses one that nobody has. Another kind of provider is not asked. */
export async function verifyCredential(
  ctx: Ctx<unknown>,
  provider: CredentialProvider,
  input: CredentialInput,
): Promise<void> {
  const baseUrl = storedBaseUrl(ctx, input)
  if (provider === 'generic') return
  if (!isHeaderText(input.secret)) throw verificationFailed('invalid_token')
  const { url, headers } = questionOf(provider, baseUrl, input.secret)
  const reason = await askWho(ctx, url, headers)
  if (reason !== null) throw verificationFailed(reason)
}

interface Question {
  readonly url: string
  readonly headers: Record<string, string>
}

function questionOf(provider: 'gitlab' | 'github', baseUrl: string, secret: string): Question {
  if (provider === 'gitlab') {
    return { url: `${baseUrl || 'https://gitlab.com'}/api/v4/user`, headers: { 'PRIVATE-TOKEN': secret } }
  }
  const isPublic = baseUrl === '' || PUBLIC_GITHUB.includes(new URL(baseUrl).host)
  const api = isPublic ? 'https://api.github.com' : `${baseUrl}/api/v3`
  return { url: `${api}/user`, headers: { Authorization: `Bearer ${secret}` } }
}

async function askWho(ctx: Ctx<unknown>, url: string, headers: Record<string, string>): Promise<string | null> {
  try {
    const { status } = await askOutside(ctx.services.config, url, { headers, signal: ctx.signal })
    if (status === 200) return null
    return status === 401 || status === 403 ? 'invalid_token' : 'provider_unreachable'
  } catch (error) {
    if (error instanceof NotReached) return error.fault
    throw error
  }
}

function verificationFailed(reason: string): Refusal {
  const detail = 'The provider did not accept the credential, so that it was not stored.'
  return new Refusal(422, detail, { code: 'provider_verification_failed', extra: { reason } })
}
