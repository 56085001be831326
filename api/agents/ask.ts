/** A read of the API under the credentials of whoever asks; `path` begins behind /api/v1. */
export type Ask = (path: string) => Promise<Answer>

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: replies of many operations; each tool reads the fields it knows.
  readonly body: any
}

/** The API said no: what it said is what the agent is told. */
export class AskRefused extends Error {
  override name = 'AskRefused'
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`the API answered ${answer.status}`)
    this.answer = answer
  }
}

/** The reply, or the refusal. */
export async function read(ask: Ask, path: string, query: Readonly<Record<string, unknown>> = {}) {
  const answer = await ask(withQuery(path, query))
  if (answer.status !== 200) throw new AskRefused(answer)
  return answer.body
}

const MAX_ROWS = 1_000
const PAGE_ROWS = 500

export interface Listed {
  // biome-ignore lint/suspicious/noExplicitAny: rows of many lists.
  readonly items: any[]
  readonly total_count: number
  readonly truncated?: true
}

/** A list from its first page on, as far as an agent can make use of it. */
export async function readList(ask: Ask, path: string, query: Readonly<Record<string, unknown>> = {}): Promise<Listed> {
  const first = await read(ask, path, { page_size: PAGE_ROWS, ...query })
  if (Array.isArray(first)) return cut(first, first.length)
  const items = [...first.results]
  for (let { next } = first; next && items.length < MAX_ROWS; ) {
    const page = await read(ask, pathOf(next))
    items.push(...page.results)
    next = page.next
  }
  return cut(items, first.count)
}

function cut(items: unknown[], total: number): Listed {
  const shown = items.slice(0, MAX_ROWS)
  return { items: shown, total_count: total, ...(shown.length < total ? { truncated: true } : {}) }
}

/** The path of an address that the API gave, whatever it calls itself outside. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return `${pathname.slice(pathname.indexOf('/api/v1') + '/api/v1'.length)}${search}`
}

function withQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value))
  return params.size === 0 ? path : `${path}?${params}`
}
