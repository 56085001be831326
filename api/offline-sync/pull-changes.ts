import type { ProjectScope } from '../access/project-scope.ts'
import { mayReadVelocity } from '../access/team-signals.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { findLastPass, findRedated } from '../schedule/date-pass.queries.ts'
import { CALENDARS, COLLECTIONS, nameOf, type SyncedCollection, TASKS } from './collections.queries.ts'
import {
  findCalendars,
  findCursor,
  findPhasesAbove,
  findSynced,
  findSyncedTasks,
  type Span,
  type SyncedRow,
} from './pull.queries.ts'
import { cursorOf, markOf, numberOf, pageSizeOf, placeOf, type SyncPlace, sinceOf, startOf } from './sync-place.ts'
import { presentSyncedTasks } from './synced-task.ts'

export interface PullQuery {
  readonly since?: string | undefined
  readonly cursor?: string | undefined
  readonly page_size?: string | undefined
}

export interface CollectionChanges {
  readonly created: object[]
  readonly updated: object[]
  readonly deleted: string[]
}

/** What of one collection a page tells, and the last row of it. */
interface Told {
  readonly rows: readonly Pick<SyncedRow, 'id' | 'seq' | 'is_deleted'>[]
  readonly updated: readonly object[]
}

/**
 * What changed in a project since the mark that the client kept: live rows under `updated`, tombstones under `deleted`.
 * The first page fixes how far the pull goes; what is written meanwhile comes with the next pull.
 */
export async function pullChanges(ctx: Ctx<ProjectScope>, query: PullQuery) {
  const since = sinceOf(query.since)
  const pageSize = pageSizeOf(query.page_size, ctx.services.config)
  const place = placeOf(query.cursor, COLLECTIONS.length) ?? startOf(0, await currentMark(ctx))
  const changes: Record<string, CollectionChanges> = Object.fromEntries(
    COLLECTIONS.map((collection) => [nameOf(collection), { created: [], updated: [], deleted: [] }]),
  )
  const next = await fillPage(ctx, changes, { since, place, pageSize })
  return {
    changes,
    timestamp: place.upTo,
    next_cursor: next === null ? null : cursorOf(next),
    has_more: next !== null,
  }
}

/** Writes first: a pass that is told stands on writes that are told. */
async function currentMark(ctx: Ctx<ProjectScope>): Promise<number> {
  const pass = await findLastPass(ctx, ctx.scope.projectId)
  return numberOf({ pass, seq: await findCursor(ctx, ctx.scope.projectId) })
}

/** Goes through the collections until the page is full; returns where the next one begins. */
async function fillPage(
  ctx: Ctx<ProjectScope>,
  changes: Record<string, CollectionChanges>,
  asked: { since: number; place: SyncPlace; pageSize: number },
): Promise<SyncPlace | null> {
  const { since, pageSize } = asked
  let room = pageSize
  for (let place = asked.place; place.collection < COLLECTIONS.length; ) {
    const collection = COLLECTIONS[place.collection] as SyncedCollection | string
    // Without versions to go by the calendars come with every pull.
    if (collection === CALENDARS) changes.calendars?.updated.push(...(await findCalendars(ctx)))
    // One more row than there is room for tells whether something follows.
    const { rows, updated } = await tellOf(ctx, collection, { since, place, limit: room + 1 })
    const told = rows.slice(0, room)
    const into = changes[nameOf(collection)] as CollectionChanges
    into.deleted.push(...told.filter((row) => row.is_deleted).map((row) => row.id))
    into.updated.push(...updated.slice(0, told.filter((row) => !row.is_deleted).length))
    const last = told.at(-1)
    if (rows.length > room) return last ? { ...place, seq: last.seq, id: last.id } : place
    room -= told.length
    place = startOf(place.collection + 1, place.upTo)
  }
  return null
}

async function tellOf(
  ctx: Ctx<ProjectScope>,
  collection: SyncedCollection | string,
  { since, place, limit }: { since: number; place: SyncPlace; limit: number },
): Promise<Told> {
  const [from, upTo] = [markOf(since), markOf(place.upTo)]
  // Rows that predate the cursor stand at 0.
  const span: Span = { since: since === 0 ? -1 : from.seq, upTo: upTo.seq, from: place, limit, tellsDeleted: since > 0 }
  if (collection === TASKS) return tellTasks(ctx, span, { after: from.pass, upTo: upTo.pass })
  if (typeof collection === 'string') return { rows: [], updated: [] }
  const rows = await findSynced(ctx, collection, span)
  const hidden = collection.ofVelocity && !(await mayReadVelocity(ctx)) ? collection.ofVelocity : []
  return { rows, updated: rows.filter((row) => !row.is_deleted).map((row) => presentRow(row, hidden)) }
}

async function tellTasks(
  ctx: Ctx<ProjectScope>,
  span: Span,
  passes: { readonly after: number; readonly upTo: number },
): Promise<Told> {
  const redated = span.since < 0 ? [] : await findRedated(ctx, ctx.scope.projectId, passes)
  const phases = redated === null || span.since < 0 ? [] : await findPhasesAbove(ctx, span, redated)
  // Too many to name: every live task once more.
  const rows = await (redated === null
    ? findSyncedTasks(ctx, { ...span, since: -1 }, [])
    : findSyncedTasks(ctx, span, [...new Set([...redated, ...phases])]))
  const told = rows.slice(0, span.limit - 1)
  const live = told.filter((row) => !row.is_deleted).map((row) => row.id)
  return { rows, updated: await presentSyncedTasks(ctx, live) }
}

/** Columns by the names of their fields. */
function presentRow(row: SyncedRow, hidden: readonly string[]): object {
  const { seq, is_deleted, ...columns } = row
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => {
      if (hidden.includes(column)) return [column, null]
      if (column.endsWith('_at') && typeof value === 'string') return [column, instantText(value)]
      return [column.replace(/account_id$/, 'user').replace(/_id$/, ''), value]
    }),
  )
}
