import { fieldError, refuseUnless } from '../platform/errors.ts'
import type { Config } from '../platform/settings/config.ts'

/** Passes of a project that one number has room for, beside its writes. */
const PASS_ROOM = 2 ** 26

/** How far a client knows a project: its writes, and the passes that moved dates without writing anything. */
export interface SyncMark {
  readonly seq: number
  readonly pass: number
}

/** The mark as the one number that clients keep. */
export function numberOf({ seq, pass }: SyncMark): number {
  return seq * PASS_ROOM + pass
}

export function markOf(number: number): SyncMark {
  return { seq: Math.floor(number / PASS_ROOM), pass: number % PASS_ROOM }
}

/** Where a page ended: in which collection, behind which row, and up to where the whole pull goes. */
export interface SyncPlace {
  readonly collection: number
  readonly seq: number
  readonly id: string
  readonly upTo: number
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The beginning of a collection. */
export function startOf(collection: number, upTo: number): SyncPlace {
  return { collection, seq: 0, id: NO_ID, upTo }
}

export function cursorOf({ collection, seq, id, upTo }: SyncPlace): string {
  return Buffer.from(JSON.stringify([collection, seq, id, upTo])).toString('base64')
}

/** The place that a cursor names; null without one. */
export function placeOf(cursor: string | undefined, collectionCount: number): SyncPlace | null {
  if (cursor === undefined || cursor === '') return null
  const text = Buffer.from(cursor, 'base64').toString('utf8')
  const [, collection, seq, id, upTo] = /^\[(\d{1,2}),(\d{1,16}),"([0-9a-f-]{36})",(\d{1,16})\]$/.exec(text) ?? []
  const place = { collection: Number(collection), seq: Number(seq), id: id ?? '', upTo: Number(upTo) }
  const isWhole = id !== undefined && cursorOf(place) === cursor && place.collection < collectionCount
  const isNumber = Number.isSafeInteger(place.seq) && Number.isSafeInteger(place.upTo)
  refuseUnless(isWhole && isNumber && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(place.id), () =>
    fieldError('cursor', 'Invalid cursor.'),
  )
  return place
}

/** `?since=`: nothing sent begins at the beginning. */
export function sinceOf(since: string | undefined): number {
  if (since === undefined || since === '') return 0
  const number = Number(since)
  refuseUnless(/^\d{1,16}$/.test(since) && Number.isSafeInteger(number), () =>
    fieldError('since', 'Must be a whole number of at least 0.'),
  )
  return number
}

export function pageSizeOf(asked: string | undefined, config: Config): number {
  const size = Number(asked)
  const most = config.syncPullPageMax
  return Number.isSafeInteger(size) && size > 0 ? Math.min(size, most) : Math.min(config.syncPullPageSize, most)
}
