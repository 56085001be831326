import { AddressRefused, ExchangeFailed, guardedFetch } from '../platform/egress/guarded-fetch.ts'
import type { Config } from '../platform/settings/config.ts'

/** A page of a hundred issues with the few fields that are asked for stays far below. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 10_000

export type AskFault = 'provider_unreachable' | 'provider_timeout' | 'blocked_host'

/** There is nothing to say of the other side, because it was not reached. */
export class NotReached extends Error {
  override name = 'NotReached'
  readonly fault: AskFault

  constructor(fault: AskFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

export interface OutsideReply {
  readonly status: number
  /** Null where the reply is no JSON. */
  readonly body: unknown
}

/** Reads JSON from a provider through the guarded way out. Redirects are not followed: the credential is for one host. */
export async function askOutside(
  config: Config,
  url: string,
  options: { headers: Record<string, string>; signal?: AbortSignal; timeoutMs?: number },
): Promise<OutsideReply> {
  const headers = { accept: 'application/json', ...options.headers }
  const limits = { timeoutMs: options.timeoutMs ?? TIMEOUT_MS, maxBytes: MAX_REPLY_BYTES }
  const signal = options.signal === undefined ? {} : { signal: options.signal }
  try {
    const { status, body, isCut } = await guardedFetch(config, url, { headers, ...limits, ...signal })
    return { status, body: isCut ? null : jsonOf(body) }
  } catch (error) {
    throw new NotReached(faultOf(error), { cause: error })
  }
}

/** Whether a secret can be told in a header; no provider gives another kind. */
export function isHeaderText(secret: string): boolean {
  return /^[\x20-\x7e]+$/.test(secret)
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function faultOf(error: unknown): AskFault {
  if (error instanceof AddressRefused) return 'blocked_host'
  if (!(error instanceof ExchangeFailed)) throw error
  return /timeout/i.test(error.message) ? 'provider_timeout' : 'provider_unreachable'
}
