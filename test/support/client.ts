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
  ): Promise<Answer<Json>> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const bytes = typeof file.bytes === 'string' ? new TextEncoder().encode(file.bytes) : file.bytes
    form.set(
      'file',
      new Blob([bytes as Uint8Array<ArrayBuffer>], { type: file.type ?? 'application/octet-stream' }),
      file.name,
    )
    return this.send(path, { method: 'POST', body: form, headers: this.authorization() })
  }

  /** A `body` of text or bytes is sent as it is; anything else as JSON. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Json>> {
    const hasBody = body !== undefined
    return this.send(path, {
      method,
      headers: { ...this.authorization(), ...(hasBody ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(hasBody ? { body: isRaw(body) ? body : JSON.stringify(body) } : {}),
    })
  }

  private authorization(): Record<string, string> {
    return this.token === null ? {} : { Authorization: `Bearer ${this.token}` }
  }

  private async send(path: string, init: RequestInit): Promise<Answer<Json>> {
    const address = path.startsWith('http') ? path : `${this.url}/api/v1${path}`
    const response = await fetch(address, { redirect: 'manual', ...init })
    const text = await response.text()
    if (response.status >= 400) recordRefusal(response.status, text)
    return { status: response.status, body: parse(text), headers: response.headers, text }
  }
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
