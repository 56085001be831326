import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type CursorPage, type CursorRequest, cursorOf } from '../http/cursor-paging.ts'
import type { OffsetPage, PageRequest } from '../http/paging.ts'
import { likeEscape } from './sql.ts'

const MAX_SEARCH_WORDS = 10

/**
 * The terms of `?ordering=`: a comma list of known names with `-` for descending, unknown ones ignored. Null when no
 * known name was sent. A column is named `table.column`.
 */
export function orderTerms(
  ordering: string | undefined,
  columns: Readonly<Record<string, string>>,
): RawBuilder<unknown>[] | null {
  const terms = (ordering ?? '').split(',').flatMap((term) => {
    const name = term.trim().replace(/^-/, '')
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (column === undefined) return []
    return [term.trim().startsWith('-') ? sql`${sql.ref(column)} desc` : sql`${sql.ref(column)}`]
  })
  return terms.length > 0 ? terms : null
}

/** Condition of `?search=`: every word occurs in one of the columns, whatever the case. True without words. */
export function containsWords(search: string | undefined, columns: readonly string[]): Expression<SqlBool> {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '')
  const conditions = words.slice(0, MAX_SEARCH_WORDS).map((word) => {
    const pattern = `%${likeEscape(word)}%`
    const inColumns = columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`)
    return sql`(${sql.join(inColumns, sql` or `)})`
  })
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** One page of what a statement selects in its order, and how many rows there are in all. */
export async function pageRows<Tables, From extends keyof Tables, Row>(
  statement: SelectQueryBuilder<Tables, From, Row>,
  request: PageRequest,
): Promise<OffsetPage<Row>> {
  const counting = statement.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('count'))
  const counted = (await counting.executeTakeFirstOrThrow()) as { count: number }
  const results = await statement.limit(request.pageSize).offset(request.offset).execute()
  return { count: counted.count, results, request }
}

/** The unique column by which a list is ordered, as the statement calls it and as its rows do. */
export interface CursorKey<Row> {
  readonly column: string
  readonly name: keyof Row & string
  readonly isDescending?: boolean
}

/** One page of what a statement selects. */
export async function readCursorPage<Tables, From extends keyof Tables, Row>(
  statement: SelectQueryBuilder<Tables, From, Row>,
  key: CursorKey<Row>,
  request: CursorRequest,
): Promise<CursorPage<Row>> {
  const isAscending = (key.isDescending === true) === request.isBackward
  const column = sql.ref(key.column)
  const beyond = isAscending ? sql<boolean>`${column} > ${request.from}` : sql<boolean>`${column} < ${request.from}`
  const rows = await statement
    .$if(request.from !== null, (bounded) => bounded.where(beyond))
    .orderBy(column, isAscending ? 'asc' : 'desc')
    .limit(request.pageSize + 1)
    .execute()
  const hasMore = rows.length > request.pageSize
  const results = rows.slice(0, request.pageSize)
  if (request.isBackward) results.reverse()
  const hasNext = request.isBackward ? request.from !== null : hasMore
  const hasPrevious = request.isBackward ? hasMore : request.from !== null
  const first = results[0]
  const last = results.at(-1)
  return {
    results,
    next: hasNext && last ? cursorOf('>', String(last[key.name])) : null,
    previous: hasPrevious && first ? cursorOf('<', String(first[key.name])) : null,
  }
}
