import { z } from 'zod'
import { notFound } from '../errors.ts'
import type { Config } from '../settings/config.ts'
import { wholeText } from './list-query.ts'

/** Sizes of one list; a caller's `page_size` is cut at the maximum, a bad one is ignored. */
export interface PageSizes {
  readonly defaultSize: number
  readonly maxSize: number
}

export const LARGE_LIST: PageSizes = { defaultSize: 50, maxSize: 500 }
export const PROJECT_LIST: PageSizes = { defaultSize: 200, maxSize: 500 }

export interface PageRequest {
  readonly page: number
  readonly pageSize: number
  readonly offset: number
}

/** Query fields of an offset page; spread into a list's query schema. */
export const pageQuery = {
  page: wholeText(1).optional().describe('1-based page number'),
  page_size: wholeText(1).optional().describe('rows per page'),
}

/** A page number that is not a positive integer is the 404 that a page past the end gives. */
export function pageRequest(
  query: { page?: string | undefined; page_size?: string | undefined },
  sizes: PageSizes,
): PageRequest {
  const page = query.page === undefined || query.page === '' ? 1 : Number(query.page)
  if (!Number.isSafeInteger(page) || page < 1 || page > 10_000_000) throw notFound()
  const asked = Number(query.page_size)
  const pageSize = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, sizes.maxSize) : sizes.defaultSize
  return { page, pageSize, offset: (page - 1) * pageSize }
}

export interface OffsetPage<T> {
  readonly count: number
  readonly results: T[]
  readonly request: PageRequest
}

/** The envelope `{count, next, previous, results}` with absolute addresses. */
export function presentPage<T>(
  page: OffsetPage<T>,
  config: Config,
  path: string,
  query: Readonly<Record<string, unknown>>,
): object {
  const { page: number, pageSize, offset } = page.request
  if (number > 1 && offset >= page.count) throw notFound()
  const address = (target: number) => {
    const params = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) {
      for (const item of Array.isArray(value) ? value : [value])
        if (item !== undefined && key !== 'page') params.append(key, String(item))
    }
    params.set('page', String(target))
    return `${config.publicUrl}/api/v1${path}?${params}`
  }
  return {
    count: page.count,
    next: offset + pageSize < page.count ? address(number + 1) : null,
    previous: number > 1 ? address(number - 1) : null,
    results: page.results,
  }
}

/** Schema of an offset page. */
export function pageOf(row: z.ZodType): z.ZodType {
  return z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  })
}

/** Query fields of a limit/offset list. */
export const windowQuery = {
  limit: wholeText(1).optional().describe('rows in the answer'),
  offset: wholeText(0).optional().describe('rows left out before it'),
}

export interface Window {
  readonly limit: number
  readonly offset: number
}

/** Bad values are ignored, large ones cut. */
export function windowRequest(
  query: { limit?: string | undefined; offset?: string | undefined },
  sizes: PageSizes = LARGE_LIST,
): Window {
  const limit = Number(query.limit)
  const offset = Number(query.offset)
  return {
    limit: Number.isSafeInteger(limit) && limit > 0 ? Math.min(limit, sizes.maxSize) : sizes.defaultSize,
    offset: Number.isSafeInteger(offset) && offset > 0 ? Math.min(offset, 1_000_000_000) : 0,
  }
}

/** The envelope `{count, next, previous, results}` of a limit/offset list. */
export function presentWindow<T>(
  list: { count: number; results: T[]; window: Window },
  config: Config,
  path: string,
): object {
  const { limit, offset } = list.window
  const address = (from: number) => `${config.publicUrl}/api/v1${path}?limit=${limit}&offset=${from}`
  return {
    count: list.count,
    next: offset + limit < list.count ? address(offset + limit) : null,
    previous: offset > 0 ? address(Math.max(0, offset - limit)) : null,
    results: list.results,
  }
}
