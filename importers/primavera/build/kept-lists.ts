import type { LinkTypeName } from '../../../compute/plan/constraint-names.ts'
import { LINK_TYPES } from '../../plan-file/build/build-links.ts'
import { isPercentUnit } from '../../plan-file/duration-units.ts'
import type { RawAssignment, RawLink } from '../../plan-file/raw-project.ts'
import type { Kept } from '../kept-fields.ts'
import { nodeName, readLinks, readWork } from '../kept-lists.ts'
import type { PrimaveraModel } from '../primavera-model.ts'
import type { PlacedRow } from './place-rows.ts'

export interface KeptListsContext {
  readonly rows: readonly PlacedRow[]
  readonly keptOf: (row: PlacedRow) => Kept | undefined
  readonly uidOf: (row: PlacedRow) => number
  readonly minutesPerDayOf: (row: PlacedRow | undefined) => number
}

/** Links that begin or end with a node, from our own fields. */
export function keptLinks(
  { diagnostics }: PrimaveraModel,
  { rows, keptOf, uidOf, minutesPerDayOf }: KeptListsContext,
): RawLink[] {
  const byCode = new Map<string, PlacedRow>()
  for (const row of rows) {
    const code = row.kind === 'wbs' ? nodeName(row.code) : row.activity.code
    if (code !== null && !byCode.has(code)) byCode.set(code, row)
  }
  return rows.flatMap((row) =>
    readLinks(keptOf(row)?.predecessors).flatMap(({ type, code, lag }) => {
      const predecessor = byCode.get(code)
      if (predecessor === undefined) {
        const text = `predecessor ${code.slice(0, 60)} is not in the file`
        diagnostics.warn('unknown_predecessor', { uid: uidOf(row), field: 'predecessors' }, text)
        return []
      }
      return [
        {
          predecessorUid: uidOf(predecessor),
          successorUid: uidOf(row),
          typeCode: LINK_TYPES.indexOf(type as LinkTypeName),
          lag: isPercentUnit(lag.format) ? lag.amount : lag.amount * 10,
          lagFormat: lag.format,
          isCrossProject: false,
          minutesPerDay: minutesPerDayOf(predecessor),
        },
      ]
    }),
  )
}

/** Work on nodes, from our own fields; a resource goes by its name. */
export function keptWork(
  { resources, diagnostics }: PrimaveraModel,
  { rows, keptOf, uidOf }: KeptListsContext,
): RawAssignment[] {
  const byName = new Map(resources.map(({ id, name }) => [name, id]))
  return rows.flatMap((row) =>
    readWork(keptOf(row)?.people).flatMap(({ units, name, minutes }) => {
      const resourceUid = name === null ? null : byName.get(name)
      if (resourceUid !== undefined) return [{ taskUid: uidOf(row), resourceUid, units, workMinutes: minutes }]
      const text = `resource ${(name ?? '').slice(0, 60)} is not in the file; the work is kept as unassigned`
      diagnostics.warn('unknown_resource', { uid: uidOf(row), field: 'assignments' }, text)
      return [{ taskUid: uidOf(row), resourceUid: null, units, workMinutes: minutes }]
    }),
  )
}
