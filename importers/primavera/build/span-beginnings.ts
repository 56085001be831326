import type { PrimaveraActivity, PrimaveraRelation } from '../primavera-model.ts'
import { isSpan, ownDates } from './raw-activity.ts'

/**
 * The links that place spans of others. A span begins with the first of what its links begin it with, while a task here
 * waits for the last; so the one that comes first in the file is its link. One that has begun waits for nothing more.
 */
export function spanBeginnings(
  relations: readonly PrimaveraRelation[],
  activities: ReadonlyMap<number, PrimaveraActivity>,
): ReadonlySet<PrimaveraRelation> {
  const firstOf = new Map<number, { relation: PrimaveraRelation; from: string }>()
  for (const relation of relations) {
    const span = activities.get(relation.successorId)
    if (span === undefined || !isSpan(span) || span.status !== 'TK_NotStart') continue
    const from = beginsFrom(relation, activities.get(relation.predecessorId))
    if (from === null) continue
    const first = firstOf.get(span.id)
    if (first === undefined || from < first.from) firstOf.set(span.id, { relation, from })
  }
  return new Set([...firstOf.values()].map(({ relation }) => relation))
}

/** The moment from which a link lets its span begin; of an end without dates, the last there is. Null where it lets it end. */
function beginsFrom({ kind }: PrimaveraRelation, predecessor: PrimaveraActivity | undefined): string | null {
  if (kind === 'PR_FF' || kind === 'PR_SF') return null
  if (predecessor !== undefined && isSpan(predecessor)) return null
  const { start = null, finish = null } = predecessor === undefined ? {} : ownDates(predecessor)
  return (kind === 'PR_SS' ? start : finish) ?? '9999'
}
