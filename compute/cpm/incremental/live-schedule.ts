// A schedule that stays and takes one change at a time. In the plain case (a folded network) only the nodes that the
// change reaches are computed again; whenever it reaches many, and in every other case, the full pass runs. Either way the
// schedule is bit for bit that of a full pass over the changed columns.

import { checkSpan } from '../../model/check-span.ts'
import { MAX_SPAN_DAYS } from '../../model/limits.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { rollUpSchedule } from '../../rollup/roll-up-schedule.ts'
import { chooseKernel, type Kernel } from '../../wasm/choose-kernel.ts'
import { collectFolded, findBeyond, moveSpanStarts } from '../collect-dates.ts'
import { forgetLayout, type Layout, layoutOf, runCpm } from '../run-cpm.ts'
import type { ScheduleResult } from '../schedule-result.ts'
import { applyEdit } from './apply-edit.ts'
import { FoldedEdits } from './folded-edits.ts'
import type { ScheduleEdit } from './schedule-edit.ts'

/** What a change did. */
export interface ScheduleChange {
  /** Leaves with another date, float or criticality than before; null when it may be any of them. */
  changedTasks: Int32Array | null
  /** Whether the full pass ran. */
  wasFull: boolean
}

export class LiveSchedule {
  readonly graph: ScheduleGraph
  readonly #kernel: Kernel
  #folded: FoldedEdits | null = null
  #layout: Layout | null = null
  /** Null while the columns of the folded network are ahead of it. */
  #result: ScheduleResult | null

  /** Takes over a graph and its columns: both change with every edit. Throws what `runCpm` throws. */
  constructor(graph: ScheduleGraph, kernel: Kernel = chooseKernel()) {
    this.graph = graph
    this.#kernel = kernel
    this.#result = this.#runFull()
  }

  /** Changes one task or link. A change the engine refuses is taken back, and the refusal thrown. */
  change(edit: ScheduleEdit): ScheduleChange {
    const applied = applyEdit(this.graph, edit)
    try {
      this.#checkSpan(applied.addedDays)
      if (this.#folded !== null && applied.staysFolded) return this.#changeFolded(this.#folded, edit)
      this.#result = this.#runFull()
      return { changedTasks: null, wasFull: true }
    } catch (error) {
      applied.undo()
      this.#result = this.#runFull()
      throw error
    }
  }

  /** The schedule as it stands: what `runCpm` makes of the columns. */
  result(): ScheduleResult {
    this.#result ??= this.#collect()
    return this.#result
  }

  #changeFolded(folded: FoldedEdits, edit: ScheduleEdit): ScheduleChange {
    this.#result = null
    const touched = folded.apply(edit)
    const isBeyond = findBeyond(this.graph, folded.network, folded.resident.dates) >= 0
    if (isBeyond || !this.#moveSpans(folded, touched)) {
      this.#result = this.#runFull()
      return { changedTasks: null, wasFull: true }
    }
    return { changedTasks: touched, wasFull: folded.ranFull }
  }

  /** Returns false where a span begins before the tables. */
  #moveSpans(folded: FoldedEdits, touched: Int32Array | null): boolean {
    const { table } = this.#layout as Layout
    const { percentComplete } = this.graph.columns
    if (touched === null) folded.settleBegun()
    const begunTasks =
      touched === null ? folded.network.begunTasks : touched.filter((task) => percentComplete[task] > 0)
    if (begunTasks.length === 0) return true
    return moveSpanStarts(this.graph, table, begunTasks, folded.resident.dates) < 0
  }

  #collect(): ScheduleResult {
    const { network, resident } = this.#folded as FoldedEdits
    this.#folded?.settle()
    const result = collectFolded(this.graph, network, resident.dates, null)
    rollUpSchedule(result, this.graph.hierarchy)
    return result
  }

  #runFull(): ScheduleResult {
    forgetLayout(this.graph)
    this.graph.longestPathDays = checkSpan(this.graph)
    const result = runCpm(this.graph, this.#kernel)
    this.#layout = layoutOf(this.graph)
    const network = this.#layout?.folded ?? null
    this.#folded = network === null ? null : new FoldedEdits(this.graph, network, this.#layout as Layout, this.#kernel)
    return result
  }

  /** The bound on the longest path grows by what was added at most; only where that may be too much it is found anew. */
  #checkSpan(addedDays: number): void {
    this.graph.longestPathDays += addedDays
    if (this.graph.longestPathDays > MAX_SPAN_DAYS) this.graph.longestPathDays = checkSpan(this.graph)
  }
}
