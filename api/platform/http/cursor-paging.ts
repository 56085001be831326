import { z } from 'zod'
import { notFound } from '../errors.ts'
import type { Config } from '../settings/config.ts'
import { isCleanText } from './body/json-body.ts'
import { wholeText } from './list-query.ts'
import type { PageSizes } from './paging.ts'

/** Query fields of a cursor page; spread into a list's query schema. */
export const cursorQuery = {
  cursor: z.string().optional().describe('from `next` or `previous` of another page'),
  page_size: wholeText(1).optional().describe('rows per page'),
}

/** A page of a list that is ordered by one unique key. */
export interface CursorRequest {
  /** The key to go on from; null begins. */
  readonly from: string | null
  readonly isBackward: boolean
  readonly pageSize: number
}

/** A cursor that nobody was given is the 404 of a page that is not there. */
export function cursorRequest(
  query: { cursor?: string | undefined; page_size?: string | undefined },
  sizes: PageSizes,
  isKey: (key: string) => boolean = isCleanText,
): CursorRequest {
  const asked = Number(query.page_size)
  const pageSize = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, sizes.maxSize) : sizes.defaultSize
  if (query.cursor === undefined || query.cursor === '') return { from: null, isBackward: false, pageSize }
  const text = Buffer.from(query.cursor, 'base64url').toString('utf8')
  const key = text.slice(1)
  if (!/^[<>]/.test(text) || cursorOf(text[0] as '<' | '>', key) !== query.cursor || !isKey(key)) throw notFound()
  return { from: key, isBackward: text.startsWith('<'), pageSize }
}

/** The cursor that goes on from a key, onward or back. */
export function cursorOf(direction: '<' | '>', key: string): string {
  return Buffer.from(`${direction}${key}`, 'utf8').toString('base64url')
}

export interface CursorPage<R> {
  readonly results: R[]
  readonly next: string | null
  readonly previous: string | null
}

/** The envelope `{next, previous, results}` with absolute addresses; there is no count. */
export function presentCursorPage(
  page: CursorPage<unknown>,
  config: Config,
  path: string,
  query: Readonly<Record<string, unknown>>,
): object {
  const address = (cursor: string | null) => {
    if (cursor === null) return null
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (typeof value === 'string' && name !== 'cursor') params.set(name, value)
    params.set('cursor', cursor)
    return `${config.publicUrl}/api/v1${path}?${params}`
  }
  return { next: address(page.next), previous: address(page.previous), results: page.results }
}

/** Schema of a cursor page. */
export function cursorPageOf(row: z.ZodType): z.ZodType {
  return z.object({ next: z.string().nullable(), previous: z.string().nullable(), results: z.array(row) })
}
