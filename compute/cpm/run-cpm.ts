// The critical path method as a list of its steps.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import { chooseKernel } from '../kernels/choose-kernel.ts'
import { type FoldedNetwork, findFoldCalendar, foldNetwork } from '../kernels/folded-network.ts'
import type { Kernel } from '../kernels/kernel.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { PlanRefusal } from '../model/refusal.ts'
import { rollUpSchedule } from '../rollup/roll-up-schedule.ts'
import { openTable, widenTable } from './choose-window.ts'
import { collectFolded, findBeyond, moveSpanStarts } from './folded-passes.ts'
import { collectPasses, findTooEarly, findTooLate, runPasses } from './general-passes.ts'
import type { ScheduleResult } from './schedule-result.ts'

/**
 * Schedules a network. A graph that is scheduled again keeps what it was laid out to, and a result of before that is no
 * longer needed can be given back `into` which the new one is written. Throws a `PlanRefusal` when a calendar runs out
 * of working days on the way.
 */
export function runCpm(
  graph: ScheduleGraph,
  kernel: Kernel = chooseKernel(),
  into: ScheduleResult | null = null,
): ScheduleResult {
  try {
    const result = schedule(graph, kernel, into)
    rollUpSchedule(result, graph.hierarchy)
    return result
  } catch (error) {
    const { ids, calendarKeys } = graph.columns
    throw error instanceof PlanRefusal ? error.named(ids, calendarKeys) : error
  }
}

export interface Layout {
  table: CalendarTable
  /** -1 where the network cannot be folded. */
  calendar: number
  folded: FoldedNetwork | null
}

/** Tables and folded networks of graphs in use: a graph that stays resident is laid out once. */
const layouts = new WeakMap<ScheduleGraph, Layout>()

/** The layout of a graph after a run of it; null before any, or when it was forgotten. */
export function layoutOf(graph: ScheduleGraph): Layout | null {
  return layouts.get(graph) ?? null
}

/** Has a graph laid out anew at its next run, because its columns changed. */
export function forgetLayout(graph: ScheduleGraph): void {
  layouts.delete(graph)
}

/** Runs the passes over tables as wide as expected, and over wider ones as long as a date falls off their ends. */
function schedule(graph: ScheduleGraph, kernel: Kernel, into: ScheduleResult | null): ScheduleResult {
  for (let layout = layouts.get(graph) ?? layOut(graph, openTable(graph)); ; ) {
    layouts.set(graph, layout)
    const { table, calendar, folded } = layout
    if (folded === null) {
      const passes = runPasses(graph, table)
      const tooLate = findTooLate(table, passes)
      const tooEarly = findTooEarly(graph, table, passes)
      if (tooLate < 0 && tooEarly < 0) return collectPasses(graph, passes, into)
      layout = widen(graph, table, tooLate < 0 ? tooEarly : tooLate, tooLate >= 0)
      continue
    }
    const dates = kernel.openFolded(folded).run()
    const beyond = findBeyond(folded, dates)
    const begunTooEarly = beyond < 0 ? moveSpanStarts(graph, table, calendar, folded, dates) : -1
    if (beyond < 0 && begunTooEarly < 0) return collectFolded(graph, folded, dates, into)
    layout = widen(graph, table, beyond < 0 ? graph.nodeOfTask[begunTooEarly] : beyond, beyond >= 0)
  }
}

function layOut(graph: ScheduleGraph, table: CalendarTable): Layout {
  const calendar = findFoldCalendar(graph)
  return { table, calendar, folded: calendar < 0 ? null : foldNetwork(graph, table, calendar) }
}

function widen(graph: ScheduleGraph, table: CalendarTable, node: number, isTooLate: boolean): Layout {
  return layOut(graph, widenTable(graph, table, !isTooLate, isTooLate, graph.taskOfNode[node]))
}
