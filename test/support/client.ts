import { type Dispatcher, request as httpRequest } from 'undici'
import { recordRefusal } from './recorded-refusals.ts'

export interface Answer<B = Record<string, unknown>> {
  readonly status: number
  readonly body: B
  readonly headers: Headers
  readonly text: string
}

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape and assert on what they read.
type Json = any

/** A caller of the API over real HTTP. Paths are relative to /api/v1. */
export class Client {
  readonly url: string
  readonly token: string | null

  constructor(url: string, token: string | null) {
    this.url = url
    this.token = token
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer<Json>> {
    return this.request('GET', path, undefined, headers)
  }
  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<Json>> {
    return this.request('POST', path, body, headers)
  }
  put(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<Json>> {
    return this.request('PUT', path, body, headers)
  }
  patch(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<Json>> {
    return this.request('PATCH', path, body, headers)
  }
  delete(path: string, headers: Record<string, string> = {}): Promise<Answer<Json>> {
    return this.request('DELETE', path, undefined, headers)
  }

  /** A multipart upload with one file and optional fields. */
  async upload(
    path: string,
    file: { name: string; bytes: Uint8Array | string; type?: string },
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<Json>> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const bytes = typeof file.bytes === 'string' ? new TextEncoder().encode(file.bytes) : file.bytes
    form.set(
      'file',
      new Blob([bytes as Uint8Array<ArrayBuffer>], { type: file.type ?? 'application/octet-stream' }),
      file.name,
    )
    const response = await fetch(this.addressOf(path), {
      method: 'POST',
      body: form,
      headers: { ...this.authorization(), ...headers },
      redirect: 'manual',
    })
    return answerOf(response.status, await response.text(), () => response.headers)
  }

  /** A `body` of text or bytes is sent as it is; anything else as JSON. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Json>> {
    const hasBody = body !== undefined
    // Not `fetch`: under the hooks of a test runner its streams and promises take several times the processor time.
    const response = await httpRequest(this.addressOf(path), {
      method: method as Dispatcher.HttpMethod,
      headers: { ...this.authorization(), ...(hasBody ? { 'Content-Type': 'application/json' } : {}), ...headers },
      body: hasBody ? (isRaw(body) ? body : JSON.stringify(body)) : null,
    })
    return answerOf(response.statusCode, await response.body.text(), () => headersOf(response.headers))
  }

  private authorization(): Record<string, string> {
    return this.token === null ? {} : { Authorization: `Bearer ${this.token}` }
  }

  private addressOf(path: string): string {
    return path.startsWith('http') ? path : `${this.url}/api/v1${path}`
  }
}

/** Few tests look at the headers, so that they are made for those who do. */
function answerOf(status: number, text: string, makeHeaders: () => Headers): Answer<Json> {
  if (status >= 400) recordRefusal(status, text)
  let headers: Headers | undefined
  return {
    status,
    body: parse(text),
    get headers() {
      headers ??= makeHeaders()
      return headers
    },
    text,
  }
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(received))
    for (const value of [values ?? []].flat()) headers.append(name, value)
  return headers
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
}
