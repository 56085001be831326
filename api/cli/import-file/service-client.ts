import { setTimeout as sleep } from 'node:timers/promises'

/** An answer of the service; JSON where it is JSON. */
export interface ServiceAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints; each caller reads the fields it knows.
  readonly body: any
}

/** The service cannot be reached, or does not answer sensibly, however often it was tried. */
export class ServiceUnreachable extends Error {
  override name = 'ServiceUnreachable'
}

export interface ClientOptions {
  readonly url: string
  readonly token: string
  /** How long lost connections and busy answers are tried again. */
  readonly patienceMs: number
  readonly onRetry: (reason: string) => void
}

const REQUEST_MS = 120_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** Answers that say "not now": the request did not happen, or may be sent again. */
const TRANSIENT = new Set([408, 429, 502, 503, 504])

/** Why nothing came back, and what to do about it. */
const SILENCE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no service answers there; start it with `svc serve`, or name another with --url',
  ENOTFOUND: 'there is no machine of that name; look at --url',
  EAI_AGAIN: 'the name of the machine cannot be looked up now; look at --url and at the network',
  ECONNRESET: 'the connection broke off',
  EHOSTUNREACH: 'no way leads to that machine; look at the network',
  ENETUNREACH: 'no way leads to that machine; look at the network',
  CERT_HAS_EXPIRED: 'its certificate has expired; its operator renews it',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by nobody this machine knows; NODE_EXTRA_CA_CERTS names a file of more',
}

/** A caller of a running service. Every request it sends may be repeated without doing its work twice. */
export class ServiceClient {
  readonly #options: ClientOptions
  readonly #root: string

  constructor(options: ClientOptions) {
    this.#options = options
    this.#root = `${options.url.replace(/\/+$/, '')}/api/v1`
  }

  get(path: string): Promise<ServiceAnswer> {
    return this.#send(path, () => ({ method: 'GET' }))
  }

  upload(path: string, file: { name: string; bytes: Uint8Array }, fields: Record<string, string>) {
    return this.#send(path, () => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name)
      return { method: 'POST', body: form }
    })
  }

  async #send(path: string, request: () => RequestInit): Promise<ServiceAnswer> {
    const deadline = Date.now() + this.#options.patienceMs
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const attempt = await this.#attempt(path, request())
      if (typeof attempt !== 'string' && !TRANSIENT.has(attempt.status)) return attempt
      const reason = typeof attempt === 'string' ? attempt : `the service answers ${attempt.status}`
      const wait = typeof attempt === 'string' ? pause : Math.max(pause, attempt.retryAfterMs)
      if (Date.now() + wait > deadline) throw new ServiceUnreachable(`${this.#root}${path}: ${reason}`)
      this.#options.onRetry(reason)
      await sleep(wait)
    }
  }

  /** The answer, or why there is none. A redirect is none: the token must not follow it elsewhere. */
  async #attempt(path: string, init: RequestInit): Promise<(ServiceAnswer & { retryAfterMs: number }) | string> {
    try {
      const response = await fetch(`${this.#root}${path}`, {
        ...init,
        redirect: 'manual',
        headers: { Authorization: `Bearer ${this.#options.token}` },
        signal: AbortSignal.timeout(REQUEST_MS),
      })
      const text = await response.text()
      const retryAfter = Number(response.headers.get('retry-after') ?? 0)
      return { status: response.status, body: parse(text), retryAfterMs: (retryAfter || 0) * 1_000 }
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } }
      return SILENCE[cause?.code ?? ''] ?? cause?.code ?? message
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
