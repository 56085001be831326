import { actingAccount, type Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { findInstallationCursor, findSyncedMembers, findSyncedPrograms, type SyncedAbove } from './programs.queries.ts'
import type { CollectionChanges, PullQuery } from './pull-changes.ts'
import { cursorOf, pageSizeOf, placeOf, type SyncPlace, sinceOf, startOf } from './sync-place.ts'

const COLLECTIONS = [
  { name: 'programs', find: findSyncedPrograms },
  { name: 'program_memberships', find: findSyncedMembers },
] as const

/**
 * What changed of the caller's programs and of who is in them. A program that the caller has joined since comes whole.
 * Nobody is told of having left: the program answers 404 from then on.
 */
export async function pullPrograms(ctx: Ctx<unknown>, query: PullQuery) {
  const accountId = actingAccount(ctx).id
  const since = sinceOf(query.since)
  const upTo = placeOf(query.cursor, COLLECTIONS.length)?.upTo ?? (await findInstallationCursor(ctx))
  let place: SyncPlace | null = placeOf(query.cursor, COLLECTIONS.length) ?? startOf(0, upTo)
  let room = pageSizeOf(query.page_size, ctx.services.config)
  const changes: Record<string, CollectionChanges> = Object.fromEntries(
    COLLECTIONS.map(({ name }) => [name, { created: [], updated: [], deleted: [] }]),
  )
  while (place !== null) {
    const { name, find } = COLLECTIONS[place.collection] as (typeof COLLECTIONS)[number]
    const rows: SyncedAbove[] = await find(ctx, { accountId, since, upTo, from: place, limit: room + 1 })
    const told = rows.slice(0, room)
    changes[name]?.deleted.push(...told.filter((row) => row.is_deleted).map((row) => row.id))
    changes[name]?.updated.push(...told.filter((row) => !row.is_deleted).map(presentRow))
    const last = told.at(-1)
    if (rows.length > room) {
      place = last ? { ...place, seq: last.seq, id: last.id } : place
      break
    }
    room -= told.length
    place = place.collection + 1 < COLLECTIONS.length ? startOf(place.collection + 1, upTo) : null
  }
  return { changes, timestamp: upTo, next_cursor: place && cursorOf(place), has_more: place !== null }
}

function presentRow(row: SyncedAbove): object {
  const { seq, is_deleted, ...columns } = row
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => {
      if (column.endsWith('_at') && typeof value === 'string') return [column, instantText(value)]
      return [column === 'account_id' ? 'user' : column.replace(/_id$/, ''), value]
    }),
  )
}
