import type { InsideBody } from '../../platform/http/ask-inside.ts'

interface Answer<T> {
  readonly status: number
  readonly body: T
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** Thrown where the API refuses what a page shows: the page says the same. */
export class PageRefused extends Error {
  override name = 'PageRefused'
  readonly status: number
  readonly detail: string

  constructor(status: number, body: unknown) {
    const detail = (body as { detail?: unknown } | null)?.detail
    super(`the API answered ${status}`)
    this.status = status
    this.detail = typeof detail === 'string' ? detail : wordsOf(body)
  }
}

/** What a refusal says of its fields, in one line. */
function wordsOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'This is not available now.'
  return Object.entries(body)
    .map(([field, said]) => `${field}: ${Array.isArray(said) ? said.join(' ') : String(said)}`)
    .join('; ')
}

/**
 * The API as pages ask it, in the name of the person who is signed in: a page shows nobody more than the API tells them,
 * and counts by the same rates.
 */
export interface AskApi {
  /** The reply; a refusal is thrown. */
  read<T>(path: string): Promise<T>
  /** The reply or the refusal. */
  try<T>(path: string): Promise<Answer<T>>
  /** The first rows of a list, and how many there are in all. */
  list<T>(path: string): Promise<{ readonly rows: readonly T[]; readonly total: number }>
  send<T>(path: string, body: object): Promise<Answer<T>>
  change<T>(path: string, body: object): Promise<Answer<T>>
  upload<T>(path: string, form: FormData): Promise<Answer<T>>
}

type Ask = (path: string, body?: InsideBody) => Promise<Answer<unknown>>

export function askApi(ask: Ask): AskApi {
  const answerTo = async <T>(path: string, body?: InsideBody) => (await ask(path, body)) as Answer<T>
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await answerTo<T>(path)
    if (status !== 200) throw new PageRefused(status, body)
    return body
  }
  return {
    read,
    try: (path) => answerTo(path),
    async list<T>(path: string) {
      const page = await read<{ count: number; results: T[] } | T[]>(`${path}?page_size=500`)
      return Array.isArray(page) ? { rows: page, total: page.length } : { rows: page.results, total: page.count }
    },
    send: (path, body) => answerTo(path, jsonBody(body)),
    change: (path, body) => answerTo(path, { ...jsonBody(body), method: 'PATCH' }),
    async upload(path, form) {
      const encoded = new Response(form)
      const contentType = encoded.headers.get('content-type') ?? 'multipart/form-data'
      return answerTo(path, { bytes: Buffer.from(await encoded.arrayBuffer()), contentType })
    },
  }
}

function jsonBody(body: object): InsideBody {
  return { bytes: Buffer.from(JSON.stringify(body)), contentType: 'application/json' }
}
