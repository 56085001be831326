import type { Move, WorkItem } from './work.queries.ts'

/** A task with its moves, oldest first, and the status it was made with. */
export interface Timeline {
  readonly item: WorkItem
  readonly moves: readonly Move[]
  readonly firstStatus: string
  readonly createdDay: number
  readonly createdMs: number
}

/** A task is as old as the first that is known of it: an imported one may have been moved before it was stored here. */
export function timelinesOf(items: readonly WorkItem[], moves: ReadonlyMap<string, readonly Move[]>): Timeline[] {
  return items.map((item) => {
    const own = moves.get(item.id) ?? []
    const first = own[0]
    const createdDay = Math.min(item.created_day, first?.day ?? item.created_day)
    const createdMs = Math.min(item.created_ms, first?.at_ms ?? item.created_ms)
    return { item, moves: own, firstStatus: first?.before ?? item.status, createdDay, createdMs }
  })
}
