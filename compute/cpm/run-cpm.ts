// The critical path method as a list of its steps.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import { PlanRefusal } from '../model/refusal.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { surveyColumns } from '../model/survey/survey-columns.ts'
import { rollUpSchedule } from '../rollup/roll-up-schedule.ts'
import { chooseKernel, type Kernel } from '../wasm/choose-kernel.ts'
import { openTable, widenTable } from './choose-window.ts'
import {
  collectGeneral,
  collectPacked,
  collectWorkdays,
  findBeyond,
  lendPacked,
  moveSpanStarts,
  renewLent,
} from './collect-dates.ts'
import { findTooEarly, findTooLate } from './general-passes.ts'
import { keepShapes } from './keep-shapes.ts'
import { cpmKernelOf } from './kernels/cpm-kernel.ts'
import { layOutCrossing } from './kernels/crossing-network.ts'
import { type GeneralNetwork, layOutGeneral } from './kernels/general-network.ts'
import { LateWorkdays } from './kernels/late-workdays.ts'
import { packNetwork, type ResidentPacked } from './kernels/packed-network.ts'
import {
  findBefore,
  findOnlyCalendar,
  layOutWorkdays,
  linksDecided,
  type WorkdayNetwork,
} from './kernels/workday-network.ts'
import type { LentResult, ScheduleResult } from './schedule-result.ts'

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
  return run(graph, kernel, into)
}

/** Schedules a network that stays: nothing is copied where that can be, and the next run overwrites the answer. */
export function runResident(graph: ScheduleGraph, kernel: Kernel = chooseKernel()): ScheduleResult {
  return run(graph, kernel, 'lent')
}

/** An earlier result to be overwritten, memory of the kernel, or a new one. */
type Target = ScheduleResult | 'lent' | null

function run(graph: ScheduleGraph, kernel: Kernel, into: Target): ScheduleResult {
  if (!layouts.has(graph)) keepShapes((small) => schedule(small, kernel, null))
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
  /** The only one of all tasks; -1 where there are several, or links that ask more than working days. */
  calendar: number
  workdays: WorkdayNetwork | null
  /** Where it cannot be. */
  general: GeneralNetwork | null
  /** What is to stand late where the network was last run. */
  late: LateWorkdays | null
  hasRun: boolean
  /** Whether the network of working days is edited where its kernel keeps it: a packed one would stay as it was. */
  isEdited: boolean
  /** The result that the next run of `runResident` overwrites. */
  lent: ScheduleResult | null
  /** That of a packed network, whose memory is the kernel's. */
  lentRows: LentResult | null
}

/** Tables and networks of working days of graphs in use: a graph that stays resident is laid out once. */
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
function schedule(graph: ScheduleGraph, kernel: Kernel, into: Target): ScheduleResult {
  for (let layout = layouts.get(graph) ?? open(graph, kernel); ; ) {
    layouts.set(graph, layout)
    const { workdays, general } = layout
    const outcome =
      workdays === null
        ? runGeneral(general as GeneralNetwork, layout, kernel, into)
        : runWorkdays(graph, layout, workdays, kernel, into)
    if ('result' in outcome) {
      if (into === 'lent') layout.lent = outcome.result
      layout.hasRun = true
      return outcome.result
    }
    const { task, isTooLate } = outcome
    layout = layOut(graph, widenTable(graph, layout.table, !isTooLate, isTooLate, task), layout.calendar, kernel)
  }
}

/** A schedule, or the task for which the tables are too narrow. */
type Outcome = { result: ScheduleResult } | { task: number; isTooLate: boolean }

/** Where a kernel has no memory to lend, what was lent before is overwritten. */
function ownMemory({ lent }: Layout, into: Target): ScheduleResult | null {
  return into === 'lent' ? lent : into
}

/** A network is packed when it runs again: for one run that would cost more than it gains. */
function runWorkdays(
  graph: ScheduleGraph,
  layout: Layout,
  workdays: WorkdayNetwork,
  kernel: Kernel,
  into: Target,
): Outcome {
  const { table } = layout
  const packed =
    layout.hasRun && !layout.isEdited && workdays.isLate === null && workdays.crossings === null
      ? cpmKernelOf(kernel).openPacked(workdays, () => packNetwork(graph, workdays))
      : null
  if (packed !== null) return { result: runPacked(graph, layout, workdays, packed, kernel, into) }
  const resident = cpmKernelOf(kernel).openWorkdays(workdays, layout.hasRun)
  const dates = resident.run()
  const beyond = findBeyond(graph, workdays, dates)
  if (beyond >= 0) return { task: beyond, isTooLate: true }
  const before = findBefore(workdays, resident.records, dates.finish)
  if (before >= 0) return { task: graph.taskOfNode[before], isTooLate: false }
  if (workdays.isLate !== null) {
    if (layout.late?.resident !== resident) layout.late = new LateWorkdays(graph, workdays, resident)
    layout.late.move()
  }
  const begunEarly = moveSpanStarts(graph, table, workdays.begunTasks, dates)
  if (begunEarly >= 0) return { task: begunEarly, isTooLate: false }
  const late = workdays.isLate === null ? null : layout.late
  return { result: collectWorkdays(graph, workdays, dates, late, kernel, ownMemory(layout, into)) }
}

/** What ran before lies within its tables. */
function runPacked(
  graph: ScheduleGraph,
  layout: Layout,
  workdays: WorkdayNetwork,
  packed: ResidentPacked,
  kernel: Kernel,
  into: Target,
): ScheduleResult {
  const dates = packed.run()
  const { taskCount } = graph.columns
  if (workdays.begunTasks.length > 0) dates.columns.copyWithin(4 * taskCount, 0, taskCount)
  moveSpanStarts(graph, layout.table, workdays.begunTasks, dates)
  if (into !== 'lent') return collectPacked(graph, workdays, dates, kernel, into)
  layout.lentRows ??= lendPacked(graph, workdays, dates, kernel)
  return renewLent(layout.lentRows, workdays, dates)
}

function runGeneral(general: GeneralNetwork, layout: Layout, kernel: Kernel, into: Target): Outcome {
  const { graph, table, begunTasks } = general
  const dates = cpmKernelOf(kernel).openGeneral(general, layout.hasRun).run()
  const tooLate = findTooLate(general, dates)
  if (tooLate >= 0) return { task: tooLate, isTooLate: true }
  const begunEarly = moveSpanStarts(graph, table, begunTasks, dates)
  const tooEarly = begunEarly >= 0 ? begunEarly : findTooEarly(general, dates)
  if (tooEarly >= 0) return { task: tooEarly, isTooLate: false }
  return { result: collectGeneral(general, dates, kernel, ownMemory(layout, into)) }
}

function open(graph: ScheduleGraph, kernel: Kernel): Layout {
  const survey = surveyColumns(graph.columns, kernel)
  return layOut(graph, openTable(graph, survey), findOnlyCalendar(graph, survey), kernel)
}

function layOut(graph: ScheduleGraph, table: CalendarTable, calendar: number, kernel: Kernel): Layout {
  const layer = cpmKernelOf(kernel)
  const plain = calendar < 0 ? null : layOutWorkdays(graph, table, calendar, layer)
  const workdays = plain ?? layOutCrossing(graph, table, layer)
  const general = workdays === null ? layOutGeneral(graph, table, linksDecided(graph)) : null
  return { table, calendar, workdays, general, late: null, hasRun: false, isEdited: false, lent: null, lentRows: null }
}
