// What the checks look at: the computed plan, and what only a document or a database knows beside it. Null means that
// the plan has no such data, and checks that need it say so.

import type { ScheduleResult } from '../cpm/schedule-result.ts'
import { NO_DAY, type ScheduleColumns } from '../model/schedule-columns.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { isComplete } from '../model/task-progress.ts'
import { parseCivilDay } from '../plan/civil-day.ts'
import type { Plan } from '../plan/plan-document.ts'

/** Per task of the columns. Days are NO_DAY for none. */
export interface PlanRecords {
  /** Flagged as a milestone, whatever its duration. */
  isMilestone: Uint8Array
  /** As the row carries it, also for a milestone. */
  statedDays: Int32Array
  /** Held to a date by a constraint that overrides logic: must start or finish on, no later than. */
  isHardConstrained: Uint8Array
  /** The day a deadline or a latest date asks the task to finish by. */
  deadlineDay: Int32Array
  plannedFinishDay: Int32Array
  /** Names a calendar that the plan does not have. */
  hasUnknownCalendar: Uint8Array
  assignmentCount: Int32Array | null
  baselineFinishDay: Int32Array | null
}

export interface LintFacts {
  columns: ScheduleColumns
  graph: ScheduleGraph
  result: ScheduleResult
  records: PlanRecords
  /** Leaves that are not complete, in the order of the columns. */
  openTasks: number[]
  leaves: number[]
  /** Links whose successor still has something to do. */
  liveLinks: number[]
}

export function lintFacts(graph: ScheduleGraph, result: ScheduleResult, records: PlanRecords): LintFacts {
  const { columns, hierarchy } = graph
  const leaves = Array.from(hierarchy.leafOrder).sort((left, right) => left - right)
  const { leafOrder, leafFrom, leafTo } = hierarchy
  const isOpen = (task: number) =>
    leafOrder.subarray(leafFrom[task], leafTo[task]).some((leaf) => !isComplete(columns, leaf))
  return {
    columns,
    graph,
    result,
    records,
    leaves,
    openTasks: leaves.filter((task) => !isComplete(columns, task)),
    liveLinks: Array.from({ length: columns.linkCount }, (_, link) => link).filter((link) =>
      isOpen(columns.successorIndex[link]),
    ),
  }
}

const HARD_CONSTRAINTS = new Set(['MSO', 'MFO', 'SNLT', 'FNLT'])
const FINISH_LIMITS = new Set(['MFO', 'FNLT'])

/** The records of a plan document. It has no baseline; a caller that has one adds it. */
export function recordsOfPlan(plan: Plan): PlanRecords {
  const { tasks } = plan
  const calendars = new Set(Object.keys(plan.calendars ?? {}))
  const flags = (of: (task: Plan['tasks'][number]) => boolean) => Uint8Array.from(tasks, (task) => (of(task) ? 1 : 0))
  return {
    isMilestone: flags((task) => task.is_milestone === true),
    statedDays: Int32Array.from(tasks, (task) => task.duration),
    isHardConstrained: flags((task) => HARD_CONSTRAINTS.has(statedConstraint(task).type)),
    deadlineDay: Int32Array.from(tasks, (task) => {
      const { type, date } = statedConstraint(task)
      const limit = FINISH_LIMITS.has(type) ? dayOf(date) : NO_DAY
      const deadline = dayOf(task.deadline ?? task.source?.deadline)
      if (limit === NO_DAY) return deadline
      return deadline === NO_DAY ? limit : Math.min(limit, deadline)
    }),
    plannedFinishDay: Int32Array.from(tasks, (task) => dayOf(task.planned_finish)),
    hasUnknownCalendar: flags((task) => task.calendar != null && task.calendar !== '' && !calendars.has(task.calendar)),
    assignmentCount: countAssignments(plan),
    baselineFinishDay: null,
  }
}

/** What the plan holds a task to; what the file says of it where the plan says nothing. */
function statedConstraint({ constraint_type, constraint_date, source }: Plan['tasks'][number]) {
  if (constraint_type != null) return { type: constraint_type, date: constraint_date }
  return { type: source?.constraint_type ?? '', date: source?.constraint_date }
}

function countAssignments(plan: Plan): Int32Array | null {
  if (plan.assignments === undefined || plan.assignments.length === 0) return null
  const counts = new Map<string, number>()
  for (const { task, resource } of plan.assignments) {
    if (resource !== null) counts.set(task, (counts.get(task) ?? 0) + 1)
  }
  return Int32Array.from(plan.tasks, (task) => counts.get(task.id) ?? 0)
}

/** The day of a date or of a local date-time. */
function dayOf(text: string | null | undefined): number {
  return text == null ? NO_DAY : (parseCivilDay(text.slice(0, 10)) ?? NO_DAY)
}
