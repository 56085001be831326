// Asks the system that a link leads to: providers of code by their API and with the caller's own credential, everybody else
// for the page and without one. A credential goes to the host that it was given for, and to no other.

import { actingAccount, type Ctx } from '../../platform/context.ts'
import { AddressRefused, ExchangeFailed, guardedFetch } from '../../platform/egress/guarded-fetch.ts'
import { Refusal } from '../../platform/errors.ts'
import { openSecret } from '../../platform/secrets-box.ts'
import { askOutside, NotReached } from '../ask-outside.ts'
import { credentialPurpose } from '../credentials/credential.present.ts'
import { type CredentialRow, findCredentials } from '../credentials/credential.queries.ts'
import { apiPathOf, type GitProvider, gitStatusOf, gitThingOf } from './git-request.ts'
import { fileKindOf, readPage } from './page-preview.ts'

const TIMEOUT_MS = 5_000
const MAX_PAGE_BYTES = 256 * 1024
const TITLE_LETTERS = 512
const PUBLIC: Readonly<Record<GitProvider, readonly string[]>> = {
  github: ['github.com', 'www.github.com'],
  gitlab: ['gitlab.com', 'www.gitlab.com'],
}
const FILE_PROVIDERS: ReadonlySet<string> = new Set(['google_drive', 'dropbox', 'box', 'onedrive'])

interface Thing<Provider extends string> {
  readonly url: string
  readonly provider: Provider
}

const NOTHING = { title: '', status: 'unknown', description: '', thumbnail_url: '', preview_type: '' }

/** Who is not reached, refuses or cannot be read says nothing: the status is unknown and what was known goes. */
export async function askLinked<Provider extends string>(ctx: Ctx<unknown>, { url: text, provider }: Thing<Provider>) {
  const url = new URL(text)
  const own = provider === 'generic' || isGit(provider) ? await findOwn(ctx, url, provider) : null
  const git = own?.provider ?? (isGit(provider) ? provider : null)
  if (git === null) return { ...NOTHING, ...(await askPage(ctx, url, provider)), provider, credential: null }
  if (own === null) throw credentialRequired(git)
  return {
    ...NOTHING,
    ...(await askGit(ctx, url, own)),
    provider: git as unknown as Provider,
    credential: own.provider,
  }
}

const isGit = (provider: string): provider is GitProvider => provider === 'github' || provider === 'gitlab'

interface OwnCredential {
  readonly provider: GitProvider
  readonly secret: string
  /** Empty: the provider's public address. */
  readonly baseUrl: string
}

/** The caller's credential for the very host of the link; one that was sealed with another key is none. */
async function findOwn(ctx: Ctx<unknown>, url: URL, provider: string): Promise<OwnCredential | null> {
  const rows = (await findCredentials(ctx)).filter((row) => isGit(row.provider) && isFor(row, url))
  // Of two installations on one host the one whose address reaches further.
  rows.sort((a, b) => b.base_url.length - a.base_url.length)
  const row = rows.find((one) => one.provider === provider) ?? (provider === 'generic' ? rows[0] : undefined)
  if (row === undefined) return null
  try {
    const secret = openSecret(ctx.services, credentialPurpose(actingAccount(ctx).id, row.provider), row.sealed_secret)
    return { provider: row.provider as GitProvider, secret, baseUrl: row.base_url }
  } catch {
    return null
  }
}

function isFor({ provider, base_url }: CredentialRow, url: URL): boolean {
  const isPublic = base_url === '' || PUBLIC[provider as GitProvider].includes(hostOf(base_url))
  if (isPublic || hostOf(base_url) === `api.${PUBLIC[provider as GitProvider][0]}`)
    return url.protocol === 'https:' && PUBLIC[provider as GitProvider].includes(url.host)
  const { origin, pathname } = new URL(base_url)
  return url.origin === origin && `${url.pathname}/`.startsWith(`${pathname.replace(/\/+$/, '')}/`)
}

const hostOf = (address: string) => new URL(address).host

async function askGit(ctx: Ctx<unknown>, url: URL, { provider, secret, baseUrl }: OwnCredential): Promise<object> {
  const below = baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')
  const isPublic = PUBLIC[provider].includes(url.host)
  const thing = gitThingOf(provider, isPublic ? url.pathname : url.pathname.slice(below.length))
  if (thing === null) return {}
  const api = apiOf(provider, isPublic ? null : baseUrl)
  const headers: Record<string, string> =
    provider === 'github' ? { Authorization: `Bearer ${secret}` } : { 'PRIVATE-TOKEN': secret }
  try {
    const path = apiPathOf(provider, thing)
    const options = { headers, signal: ctx.signal, timeoutMs: TIMEOUT_MS }
    const { status, body } = await askOutside(ctx.services.config, `${api}${path}`, options)
    if (status !== 200 || typeof body !== 'object' || body === null) return {}
    const { title } = body as { title?: unknown }
    const told = typeof title === 'string' ? [...title.replaceAll('\0', '')].slice(0, TITLE_LETTERS).join('') : ''
    return { title: told.toWellFormed(), status: gitStatusOf(body as Record<string, unknown>) }
  } catch (error) {
    if (error instanceof NotReached) return {}
    throw error
  }
}

function apiOf(provider: GitProvider, ownAddress: string | null): string {
  if (provider === 'github') return ownAddress === null ? 'https://api.github.com' : `${ownAddress}/api/v3`
  return `${ownAddress ?? 'https://gitlab.com'}/api/v4`
}

async function askPage(ctx: Ctx<unknown>, url: URL, provider: string): Promise<object> {
  try {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_PAGE_BYTES, signal: ctx.signal }
    const headers = { accept: 'text/html, */*;q=0.1' }
    const { status, headers: told, body } = await guardedFetch(ctx.services.config, url.href, { headers, ...limits })
    if (status !== 200) return {}
    const mediaType = (/^[\w.+-]+\/[\w.+-]+/.exec(String(told['content-type'] ?? '')) ?? [''])[0].toLowerCase()
    const page = mediaType === 'text/html' ? readPage(body.toString('utf8').replaceAll('\0', '')) : {}
    return { ...page, preview_type: FILE_PROVIDERS.has(provider) ? fileKindOf(url, mediaType) : '' }
  } catch (error) {
    if (error instanceof AddressRefused || error instanceof ExchangeFailed) return {}
    throw error
  }
}

function credentialRequired(provider: GitProvider): Refusal {
  return new Refusal(422, 'The provider asks for a credential of yours, and there is none for this address.', {
    code: 'credential_required',
    extra: { provider, requires_credential: true },
  })
}
