import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { buildConnector } from 'undici'
import type { Config } from '../settings/config.ts'
import { isPublicAddress, normalAddress } from './judge-address.ts'

const TIMEOUT_MS = 5_000
const MAX_REPLY_BYTES = 256 * 1024

/** The target may never be connected to: final, and not told more exactly. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  constructor() {
    super('The address is not allowed.')
  }
}

/** The exchange failed on the way (name, connection, time); another try may succeed. */
export class ExchangeFailed extends Error {
  override name = 'ExchangeFailed'
}

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Readable
  /** For everything together: name, connection, headers and body. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

export interface OutboundReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As sent, not decompressed, at most `maxBytes`. */
  readonly body: Buffer
  readonly isCut: boolean
}

/** A reply whose body is still to come; it must be read or destroyed. */
export interface OutboundStream {
  readonly status: number
  readonly headers: OutboundReply['headers']
  readonly body: Readable
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>
type Settings = Pick<Config, 'egressAllowlistedHosts'>

const resolveBySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

/**
 * The one door for outbound HTTP. Sends only to public addresses, or to hosts that the operator named: a name is
 * resolved once, inside the connection, every address of the answer must pass, and the connected socket is compared with
 * what was judged. Redirects are answers like any other; proxies of the environment are not used.
 */
export async function guardedFetch(
  config: Settings,
  target: string | URL,
  request: OutboundRequest = {},
  resolve: Resolve = resolveBySystem,
): Promise<OutboundReply> {
  const { reply, agent } = await exchange(config, target, request, resolve)
  try {
    const { body, isCut } = await readAtMost(reply.body, request.maxBytes ?? MAX_REPLY_BYTES)
    return { status: reply.statusCode, headers: reply.headers, body, isCut }
  } catch (error) {
    throw failureOf(error)
  } finally {
    await agent.destroy()
  }
}

/** The same for a body too large to be held. The time limit counts until its end. */
export async function guardedStream(
  config: Settings,
  target: string | URL,
  request: Omit<OutboundRequest, 'maxBytes'> = {},
): Promise<OutboundStream> {
  const { reply, agent } = await exchange(config, target, request, resolveBySystem)
  reply.body.once('close', () => void agent.destroy())
  return { status: reply.statusCode, headers: reply.headers, body: reply.body }
}

/** Sends a request on a connection of its own and waits for the head of the reply. */
async function exchange(config: Settings, target: string | URL, request: OutboundRequest, resolve: Resolve) {
  const url = judgeUrl(config, target)
  // A connection serves one exchange: what was judged for it is not reused for another.
  const timeoutMs = request.timeoutMs ?? TIMEOUT_MS
  // Read with the first exchange: most processes start, and many end, without one.
  const { Agent, buildConnector, request: send } = await import('undici')
  const makeConnector = (lookup: LookupFunction) =>
    buildConnector({ timeout: timeoutMs, allowH2: false, lookup } as buildConnector.BuildOptions)
  const agent = new Agent({ connect: guardedConnector(config, resolve, makeConnector), pipelining: 0 })
  const time = AbortSignal.timeout(timeoutMs)
  const signal = request.signal ? AbortSignal.any([time, request.signal]) : time
  try {
    const reply = await send(url, {
      dispatcher: agent,
      method: request.method ?? 'GET',
      headers: headersOf(request),
      body: request.body ?? null,
      signal,
    })
    return { reply, agent }
  } catch (error) {
    await agent.destroy()
    throw failureOf(error)
  }
}

/** Names are compared in small letters: one that the caller gives stands instead of ours and not beside it. */
function headersOf({ headers = {} }: OutboundRequest): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { 'accept-encoding': 'identity', 'user-agent': 'svc', ...Object.fromEntries(given) }
}

function failureOf(error: unknown): Error {
  return refusalIn(error) ?? new ExchangeFailed(reasonOf(error), { cause: error })
}

/** Parses a target once and refuses what can be refused by looking at it. The answer is what is sent to. */
export function judgeUrl(config: Settings, target: string | URL): URL {
  if (!URL.canParse(String(target))) throw new AddressRefused()
  const url = new URL(target)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AddressRefused()
  if (url.username !== '' || url.password !== '' || url.hostname === '') throw new AddressRefused()
  const host = bare(url.hostname)
  if (isPrivate(host) && !isAllowlisted(config, host, portOf(url))) throw new AddressRefused()
  return url
}

/** An address that is not public, or a name that means this machine wherever it is asked (RFC 6761), resolved or not. */
function isPrivate(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return /(^|\.)localhost\.?$/i.test(host)
}

const LOOKUP_MS = 3_000

/**
 * Refuses what no connection would be made to, when an address is entered: the connection judges again. A name that is
 * not known, or not told in time, may be known by then.
 */
export async function checkTarget(
  config: Settings,
  target: string | URL,
  resolve: Resolve = resolveBySystem,
): Promise<void> {
  const url = judgeUrl(config, target)
  const host = bare(url.hostname)
  if (isIP(host) !== 0 || isAllowlisted(config, host, portOf(url))) return
  const nothing: LookupAddress[] = []
  const patience = sleep(LOOKUP_MS, nothing, { ref: false })
  const addresses = await Promise.race([resolve(host).catch(() => nothing), patience])
  if (addresses.some(({ address }) => !isPublicAddress(address))) throw new AddressRefused()
}

/**
 * The address to connect to where the protocol is none of the web, such as a mail server: the name is resolved once, every
 * address of the answer must pass, and one that was judged is given back, never the name.
 */
export async function judgeHost(
  config: Settings,
  host: string,
  port: number,
  resolve: Resolve = resolveBySystem,
): Promise<string> {
  const isFree = isAllowlisted(config, host, String(port))
  if (!isFree && isPrivate(host)) throw new AddressRefused()
  if (isIP(host) !== 0) return host
  const addresses = await resolve(host).catch((error) => {
    throw new ExchangeFailed(reasonOf(error), { cause: error })
  })
  if (!isFree && addresses.some(({ address }) => !isPublicAddress(address))) throw new AddressRefused()
  const [first] = addresses
  if (!first) throw new ExchangeFailed('ENOTFOUND')
  return first.address
}

/** Hosts that the operator lets through, as `host` or `host:port`. */
function isAllowlisted(config: Settings, host: string, port: string): boolean {
  const name = host.includes(':') ? `[${host}]` : host.toLowerCase()
  return config.egressAllowlistedHosts.some((entry) => {
    const known = entry.toLowerCase()
    return known === name || known === host || known === `${name}:${port}`
  })
}

/** The lookup hook is not called for literal addresses, so those are judged here; names are judged by their answers. */
function guardedConnector(
  config: Settings,
  resolve: Resolve,
  makeConnector: (lookup: LookupFunction) => buildConnector.connector,
): buildConnector.connector {
  return (options, callback) => {
    const host = bare(options.hostname)
    const port = options.port || (options.protocol === 'https:' ? '443' : '80')
    const isFree = isAllowlisted(config, host, port)
    const judged = new Set<string>()
    if (isIP(host) !== 0) {
      if (!isFree && !isPublicAddress(host)) return callback(new AddressRefused(), null)
      judged.add(normalAddress(host))
    }
    const connect = makeConnector(judgingLookup(resolve, isFree, judged))
    connect({ ...options, hostname: host }, (...[error, socket]) => {
      if (error) return callback(error, null)
      if (judged.has(normalAddress(socket!.remoteAddress ?? ''))) return callback(null, socket!)
      socket!.destroy()
      callback(new AddressRefused(), null)
    })
  }
}

/** Resolves a name and refuses the whole answer when one address of it is not public. */
function judgingLookup(resolve: Resolve, isFree: boolean, judged: Set<string>): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const refused = !isFree && addresses.some(({ address }) => !isPublicAddress(address))
        const first = addresses[0]
        if (refused) return callback(new AddressRefused(), [])
        if (!first) return callback(Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' }), [])
        for (const { address } of addresses) judged.add(normalAddress(address))
        if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }
}

async function readAtMost(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true }
  }
  return { body: Buffer.concat(chunks), isCut: false }
}

/** An address refused deep inside a failure. */
function refusalIn(error: unknown): AddressRefused | null {
  if (error instanceof AddressRefused) return error
  if (error instanceof AggregateError) return error.errors.map(refusalIn).find((found) => found !== null) ?? null
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : null
}

/** A short word for logs and records: the error's code, never its addresses. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string }
  if (name === 'TimeoutError') return 'timeout'
  return typeof code === 'string' ? code : 'connection failed'
}

function bare(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}
