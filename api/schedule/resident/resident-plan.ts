// Plans of single projects that stay in memory between two computations. One is used only after its state was compared
// with the database inside the transaction at hand: rows changed since are read by the cursor that every write of a
// task or link carries. Plans of passes also hold what a pass stored: whoever else wrote the project's own row, such as
// the pass of another process, is noticed by its stamp. Plans with estimates hold nothing that a pass writes and outlive
// them. Nothing here is written in place, so a plan may be in use while a newer one takes its place.

import type { Ctx } from '../../platform/context.ts'
import type { KeptPlan } from '../../platform/plan-store.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { loadChangedRows, loadLinkRows } from '../schedule.queries.ts'
import type { RowsState, ScheduleRows } from '../schedule-rows.ts'
import { mergeRows } from './merge-rows.ts'

/** After this long a plan is read anew, so that nothing that slipped by the cursor stays for ever. */
const FRESH_MS = 15 * 60_000
/** A plan of more (about a million tasks) is read anew each time: one giant should not cost every process its memory. */
const MAX_BYTES = 192 * 2 ** 20
/** Bytes a task and a link beside their columns: index, links of rows to tasks, objects. */
const BESIDE = { task: 40, link: 12 }

interface ResidentPlan extends KeptPlan {
  readonly loaded: LoadedSchedule
}

/** The rows of a kept plan as they are now. */
export interface CurrentRows {
  readonly kept: LoadedSchedule
  readonly rows: ScheduleRows
  readonly state: RowsState
  readonly hasSameShape: boolean
  readonly changedRows: readonly number[]
}

export interface PlanKind {
  readonly projectId: string
  readonly withEstimates: boolean
}

const keyOf = ({ projectId, withEstimates }: PlanKind) => (withEstimates ? `${projectId} with estimates` : projectId)

/** The kept plan brought up to date; null when there is none, or when only a full load helps. */
export async function currentRows(ctx: Ctx<unknown>, kind: PlanKind): Promise<CurrentRows | null> {
  const plan = ctx.services.plans.find(keyOf(kind)) as ResidentPlan | null
  const kept = plan?.loaded
  if (!kept?.state || performance.now() - kept.readAtMs > FRESH_MS) return null
  const changed = await loadChangedRows(ctx, kind.projectId, kept.state.syncSeq, kind)
  const { state } = changed
  if (state === null || state.syncSeq < kept.state.syncSeq) return null
  // A pass writes dates and driving marks alone, which only the next pass compares with.
  if (!kind.withEstimates && state.stamp !== kept.state.stamp) return null
  const merged = mergeRows(kept.rows, kept.input.rowIndex, changed.rows)
  if (merged === null) return null
  if (!changed.areLinksChanged) return { kept, state, ...merged }
  const links = await loadLinkRows(ctx, kind.projectId)
  return { kept, state, rows: { ...merged.rows, ...links }, hasSameShape: false, changedRows: [] }
}

/** Keeps a plan once what it was read from is certain to be committed. */
export function keepPlan(ctx: Ctx<unknown>, kind: PlanKind, loaded: LoadedSchedule): void {
  const { plans } = ctx.services
  const bytes = bytesOf(loaded)
  const keep = () => {
    if (bytes <= MAX_BYTES) plans.keep(keyOf(kind), { loaded, bytes } as ResidentPlan)
    else plans.drop(keyOf(kind))
  }
  if (ctx.em.isInTransaction()) ctx.afterCommit.push(keep)
  else keep()
}

function bytesOf({ rows, input }: LoadedSchedule): number {
  const { columns } = input
  const viewsOf = (group: object): number =>
    Object.values(group).reduce((sum: number, value: unknown) => {
      if (ArrayBuffer.isView(value)) return sum + value.byteLength
      return value !== null && typeof value === 'object' ? sum + viewsOf(value) : sum
    }, 0)
  const beside = BESIDE.task * rows.flags.length + BESIDE.link * rows.linkType.length
  return viewsOf(rows) + columns.idRank.buffer.byteLength + beside
}
