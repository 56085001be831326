// A schedule that stays and takes one change at a time. Only the nodes that the change reaches are computed again, in
// positions where the network is one of working days and in dates where it is not; whenever a change reaches many, the full
// pass runs. Either way the schedule is bit for bit that of a full pass over the changed columns.

import { checkSpan } from '../../model/check-span.ts'
import { MAX_SPAN_DAYS } from '../../model/limits.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { rollUpSchedule } from '../../rollup/roll-up-schedule.ts'
import { chooseKernel, type Kernel } from '../../wasm/choose-kernel.ts'
import { collectGeneral, collectWorkdays, findBeyond, moveSpanStarts } from '../collect-dates.ts'
import { findTooEarly, findTooLate } from '../general-passes.ts'
import { layOutGeneral } from '../kernels/general-network.ts'
import { findBegun, linksDecided } from '../kernels/workday-network.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { forgetLayout, type Layout, layoutOf, runCpm } from '../run-cpm.ts'
import type { ScheduleResult } from '../schedule-result.ts'
import { applyEdit } from './apply-edit.ts'
import { DateEdits } from './date-edits.ts'
import type { ScheduleEdit } from './schedule-edit.ts'
import { WorkdayEdits } from './workday-edits.ts'

/** What a change did. */
export interface ScheduleChange {
  /** Leaves with another date, float or criticality than before; null when it may be any of them. */
  changedTasks: Int32Array | null
  /** Whether a full pass ran, or all nodes on one side of the change were computed. */
  wasFull: boolean
}

export class LiveSchedule {
  readonly graph: ScheduleGraph
  readonly #kernel: Kernel
  #workdays: WorkdayEdits | null = null
  /** Null before the first change of a network in dates. */
  #inDates: DateEdits | null = null
  #layout: Layout | null = null
  /** Null while the columns of the network of working days are ahead of it. */
  #result: ScheduleResult | null

  /** Takes over a graph and its columns: both change with every edit. Throws what `runCpm` throws. */
  constructor(graph: ScheduleGraph, kernel: Kernel = chooseKernel()) {
    this.graph = graph
    this.#kernel = kernel
    this.#result = this.#runFull()
  }

  /** Changes one task or link. A change the engine refuses is taken back, and the refusal thrown. */
  change(edit: ScheduleEdit): ScheduleChange {
    // Made of the columns as they were, so that the edit is a change of it.
    if (this.#workdays === null) this.#openDates()
    const applied = applyEdit(this.graph, edit)
    try {
      this.#checkSpan(applied.addedDays)
      if (this.#workdays?.take(edit)) return this.#changeWorkdays(this.#workdays)
      if (this.#inDates?.canFollow(edit)) return this.#changeDates(this.#inDates, edit)
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

  #changeWorkdays(workdays: WorkdayEdits): ScheduleChange {
    this.#result = null
    const touched = workdays.apply()
    const isOutside = workdays.isBefore || findBeyond(this.graph, workdays.network, workdays.resident.dates) >= 0
    if (isOutside || !this.#moveSpans(workdays, touched)) {
      this.#result = this.#runFull()
      return { changedTasks: null, wasFull: true }
    }
    return { changedTasks: touched, wasFull: workdays.ranFull }
  }

  #openDates(): void {
    if (this.#layout === null || this.#inDates !== null) return
    const general = this.#layout.general ?? layOutGeneral(this.graph, this.#layout.table, linksDecided(this.graph))
    // From here on the network in dates is the one that edits keep true.
    this.#layout.general = general
    this.#layout.workdays = null
    this.#inDates = new DateEdits(general, this.#kernel)
  }

  #changeDates(inDates: DateEdits, edit: ScheduleEdit): ScheduleChange {
    this.#result = null
    const touched = inDates.apply(edit)
    const { network, dates } = inDates
    const { table, placement, graph } = network
    const begunTasks =
      touched === null
        ? network.begunTasks
        : touched.filter(
            (task) =>
              graph.columns.percentComplete[task] > 0 && placement.state[graph.nodeOfTask[task]] === NODE_STATE.open,
          )
    const isWithin =
      findTooLate(network, dates) < 0 &&
      moveSpanStarts(graph, table, begunTasks, dates) < 0 &&
      findTooEarly(network, dates) < 0
    if (isWithin) return { changedTasks: touched, wasFull: inDates.ranFull }
    this.#result = this.#runFull()
    return { changedTasks: null, wasFull: true }
  }

  /** Returns false where a span begins before the tables. */
  #moveSpans(workdays: WorkdayEdits, touched: Int32Array | null): boolean {
    if (touched === null) return !workdays.beginsEarly()
    const { table } = this.#layout as Layout
    return moveSpanStarts(this.graph, table, findBegun(this.graph.columns, touched), workdays.resident.dates) < 0
  }

  #collect(): ScheduleResult {
    if (this.#inDates !== null) {
      this.#inDates.settle()
      const result = collectGeneral(this.#inDates.network, this.#inDates.dates, this.#kernel, null)
      rollUpSchedule(result, this.graph.hierarchy)
      return result
    }
    const { network, resident, late } = this.#workdays as WorkdayEdits
    this.#workdays?.settle()
    const moved = network.isLate === null ? null : late
    const result = collectWorkdays(this.graph, network, resident.dates, moved, this.#kernel, null)
    rollUpSchedule(result, this.graph.hierarchy)
    return result
  }

  #runFull(): ScheduleResult {
    forgetLayout(this.graph)
    this.graph.longestPathDays = checkSpan(this.graph)
    const result = runCpm(this.graph, this.#kernel)
    this.#layout = layoutOf(this.graph)
    const network = this.#layout?.workdays ?? null
    this.#inDates = null
    this.#workdays =
      network === null ? null : new WorkdayEdits(this.graph, network, this.#layout as Layout, this.#kernel)
    return result
  }

  /** The bound on the longest path grows by what was added at most; only where that may be too much it is found anew. */
  #checkSpan(addedDays: number): void {
    this.graph.longestPathDays += addedDays
    if (this.graph.longestPathDays > MAX_SPAN_DAYS) this.graph.longestPathDays = checkSpan(this.graph)
  }
}
