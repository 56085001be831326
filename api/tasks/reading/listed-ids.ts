import { BoundedCache } from '../../../compute/workers/bounded-cache.ts'
import type { Ctx } from '../../platform/context.ts'
import { uuidText, uuidWords } from '../../platform/db/uuid-index.ts'
import { pageIds, type TaskListing, wholeList } from './task-list.queries.ts'

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
 * `syncSeq` is the cursor of the project where the list depends on nothing but rows of its tasks, else null.
 */
export async function listedIds(
  ctx: Ctx<unknown>,
  listing: TaskListing,
  syncSeq: number | null,
  page: { offset: number; pageSize: number },
): Promise<ListedIds> {
  if (syncSeq === null || page.offset === 0) return pageIds(ctx, listing, page)
  return pageOfKept(await keptList(ctx, listing, syncSeq), page)
}

async function keptList(ctx: Ctx<unknown>, listing: TaskListing, syncSeq: number): Promise<KeptList> {
  const { key, load } = wholeList(ctx, listing)
  const kept = lists.get(key)
  if (kept?.syncSeq === syncSeq) return kept
  const list = { syncSeq, words: uuidWords(await load()) }
  lists.set(key, list, list.words.byteLength + 2 * key.length)
  return list
}

function pageOfKept({ words }: KeptList, { offset, pageSize }: { offset: number; pageSize: number }): ListedIds {
  const count = words.length / 4
  const length = Math.max(0, Math.min(pageSize, count - offset))
  return { count, ids: Array.from({ length }, (_, index) => uuidText(words, offset + index)) }
}
