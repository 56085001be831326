import { BoundedCache } from '../../compute/workers/bounded-cache.ts'
import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { uuidText, uuidWords } from '../schedule/uuid-index.ts'

/** A list of tasks in its order, as SQL over `tasks t`. */
export interface TaskListing {
  readonly from: string
  readonly order: string
  readonly params: readonly unknown[]
  /** Names a list of one project that depends on nothing but rows of tasks, at the project's cursor; null for others. */
  readonly stable: { readonly projectId: string; readonly syncSeq: number } | null
}

export interface ListedIds {
  readonly count: number
  readonly ids: readonly string[]
}

/** Ids in order while the project's cursor stands: every write of a task moves it. */
interface KeptList {
  readonly syncSeq: number
  readonly words: Int32Array
}

const KEPT_BYTES = 32 * 2 ** 20
const lists = new BoundedCache<string, KeptList>(KEPT_BYTES)

/**
 * The ids of one page and how many there are in all. From the second page on the ids of a whole list are kept, so that
 * whoever reads page after page has them counted and sorted once, and the last page costs what the first costs.
 */
export async function listedIds(
  ctx: Ctx<unknown>,
  listing: TaskListing,
  page: { offset: number; pageSize: number },
): Promise<ListedIds> {
  if (listing.stable !== null && page.offset > 0) return pageOfKept(await keptList(ctx, listing, listing.stable), page)
  const row = await sqlOne<{ count: number; ids: string | null }>(
    ctx,
    `select (select count(*)::int ${listing.from}) as count, (select string_agg(id::text, ',') from (
       select t.id ${listing.from} order by ${listing.order} limit ${page.pageSize} offset ${page.offset}) as page) as ids`,
    listing.params,
  )
  return { count: row?.count ?? 0, ids: row?.ids?.split(',') ?? [] }
}

async function keptList(
  ctx: Ctx<unknown>,
  { from, order, params }: TaskListing,
  { projectId, syncSeq }: NonNullable<TaskListing['stable']>,
): Promise<KeptList> {
  const key = JSON.stringify([projectId, from, order, params])
  const kept = lists.get(key)
  if (kept?.syncSeq === syncSeq) return kept
  const row = await sqlOne<{ ids: Buffer | null }>(
    ctx,
    `select string_agg(uuid_send(id), '') as ids from (select t.id ${from} order by ${order}) as listed`,
    params,
  )
  const list = { syncSeq, words: uuidWords(row?.ids ?? null) }
  lists.set(key, list, list.words.byteLength + 2 * key.length)
  return list
}

function pageOfKept({ words }: KeptList, { offset, pageSize }: { offset: number; pageSize: number }): ListedIds {
  const count = words.length / 4
  const length = Math.max(0, Math.min(pageSize, count - offset))
  return { count, ids: Array.from({ length }, (_, index) => uuidText(words, offset + index)) }
}
