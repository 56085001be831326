// Edits as a document: tasks by their ids and dates as text, so that they can come from anywhere and be sent to a thread.

import { type LinkFields, type PlanState, readState, stateColumns, type TaskFields } from '../diff/plan-state.ts'
import { CONSTRAINT } from '../model/constraint-columns.ts'
import { type RankOf, rankIds } from '../model/rank-ids.ts'
import { PlanRefusal } from '../model/refusal.ts'
import { LAG_UNIT, LINK_TYPE, NO_DAY, NO_ESTIMATE, type ScheduleColumns } from '../model/schedule-columns.ts'
import { parseCivilDay } from '../plan/civil-day.ts'
import type { ConstraintTypeName, LinkTypeName } from '../plan/constraint-names.ts'
import type { LagUnitName } from '../plan/plan-document.ts'

/** A link by its ends; its type where several tie the same two tasks. */
interface NamedLink {
  predecessor: string
  successor: string
  dep_type?: LinkTypeName | undefined
}

interface LagChange {
  lag?: number | undefined
  lag_unit?: LagUnitName | undefined
}

export type NamedEdit =
  | { op: 'set_duration'; task: string; duration: number }
  /** Moves the duration and the three estimates by the same days, none below 0. */
  | { op: 'shift_duration'; task: string; days: number }
  | ({ op: 'set_estimates'; task: string } & Record<
      'optimistic_duration' | 'most_likely_duration' | 'pessimistic_duration',
      number | null
    >)
  | { op: 'set_planned_start'; task: string; date: string | null }
  | {
      op: 'set_constraint'
      task: string
      constraint_type: ConstraintTypeName
      constraint_date?: string | null | undefined
    }
  | { op: 'set_deadline'; task: string; date: string | null }
  | {
      op: 'set_progress'
      task: string
      percent_complete?: number | undefined
      actual_start?: string | null | undefined
      actual_finish?: string | null | undefined
    }
  | {
      op: 'add_task'
      id: string
      name?: string | undefined
      duration: number
      parent?: string | null | undefined
      planned_start?: string | null | undefined
    }
  /** A phase goes with everything in it, a task with its links. */
  | { op: 'remove_task'; task: string }
  | ({ op: 'add_link' } & NamedLink & LagChange)
  | ({ op: 'change_link'; new_dep_type?: LinkTypeName | undefined } & NamedLink & LagChange)
  | ({ op: 'remove_link' } & NamedLink)
  | { op: 'set_project_start'; date: string }
  | { op: 'set_status_date'; date: string | null }

/**
 * Columns with the edits made one after the other; those given are not touched. Refused is what names nothing, and a
 * duration for what has none: a milestone or a phase. The outcome is judged like any plan when it is computed; ties in it
 * are broken in the order that `rankOf` gives.
 */
export function applyNamedEdits(
  columns: ScheduleColumns,
  edits: readonly NamedEdit[],
  isMilestone: ArrayLike<number>,
  rankOf: RankOf = rankIds,
): ScheduleColumns {
  const state = readState(columns)
  const milestones = new Set(columns.ids?.filter((_, task) => isMilestone[task] === 1))
  edits.forEach((edit, at) => {
    applyEdit(
      state,
      edit,
      (reason) => {
        throw new PlanRefusal('invalid_graph_input', `Edit ${at} (${edit.op}) ${reason}.`, { extra: { edit: at } })
      },
      milestones,
    )
  })
  const unsorted = [...state.tasks.keys()]
  const ids = new Array<string>(unsorted.length)
  rankOf(unsorted).forEach((rank, at) => {
    ids[rank] = unsorted[at]
  })
  return stateColumns(state, ids)
}

type Refuse = (reason: string) => never

function applyEdit(state: PlanState, edit: NamedEdit, refuse: Refuse, milestones: ReadonlySet<string>): void {
  switch (edit.op) {
    case 'add_task':
      addTask(state, edit, refuse)
      return
    case 'remove_task':
      removeTask(state, edit.task, refuse)
      return
    case 'add_link':
      addLink(state, edit, refuse)
      return
    case 'change_link':
      changeLink(findLink(state, edit, refuse), edit)
      return
    case 'remove_link':
      state.links.delete(findLink(state, edit, refuse))
      return
    case 'set_project_start':
      state.projectStartDay = dayOf(edit.date, refuse)
      return
    case 'set_status_date':
      state.statusDay = dayOf(edit.date, refuse)
      return
    default:
      editTask(state, edit, refuse, milestones)
  }
}

type TaskEdit = Exclude<Extract<NamedEdit, { task: string }>, { op: 'remove_task' }>

function editTask(state: PlanState, edit: TaskEdit, refuse: Refuse, milestones: ReadonlySet<string>): void {
  const task = state.tasks.get(edit.task) ?? refuse('names a task that is not in the plan')
  if (edit.op === 'set_duration' || edit.op === 'shift_duration') {
    if (milestones.has(edit.task)) refuse('gives a milestone a duration')
    if (isPhase(state, edit.task)) refuse('gives a phase a duration; it takes its dates from its tasks')
  }
  switch (edit.op) {
    case 'set_duration':
      task.durationDays = edit.duration
      return
    case 'shift_duration':
      shiftDuration(task, edit.days)
      return
    case 'set_estimates':
      task.optimisticDays = edit.optimistic_duration ?? NO_ESTIMATE
      task.mostLikelyDays = edit.most_likely_duration ?? NO_ESTIMATE
      task.pessimisticDays = edit.pessimistic_duration ?? NO_ESTIMATE
      return
    case 'set_planned_start':
      task.plannedStartDay = dayOf(edit.date, refuse)
      return
    case 'set_deadline':
      task.deadlineDay = dayOf(edit.date, refuse)
      return
    case 'set_constraint':
      task.constraintType = CONSTRAINT[edit.constraint_type]
      task.constraintDateDay = dayOf(edit.constraint_date ?? null, refuse)
      return
    case 'set_progress':
      task.percentComplete = edit.percent_complete ?? task.percentComplete
      if (edit.actual_start !== undefined) task.actualStartDay = dayOf(edit.actual_start, refuse)
      if (edit.actual_finish !== undefined) task.actualFinishDay = dayOf(edit.actual_finish, refuse)
  }
}

function isPhase(state: PlanState, id: string): boolean {
  for (const task of state.tasks.values()) if (task.parent === id) return true
  return false
}

function shiftDuration(task: TaskFields, days: number): void {
  task.durationDays = Math.max(0, task.durationDays + days)
  for (const field of ['optimisticDays', 'mostLikelyDays', 'pessimisticDays'] as const) {
    if (task[field] !== NO_ESTIMATE) task[field] = Math.max(0, task[field] + days)
  }
}

function addTask(state: PlanState, edit: Extract<NamedEdit, { op: 'add_task' }>, refuse: Refuse): void {
  const { id, duration, parent = null, planned_start = null } = edit
  if (state.tasks.has(id)) refuse('adds a task under an id that is in the plan')
  if (parent !== null && !state.tasks.has(parent)) refuse('names a parent that is not in the plan')
  state.tasks.set(id, {
    parent,
    durationDays: duration,
    calendar: '',
    plannedStartDay: dayOf(planned_start, refuse),
    actualStartDay: NO_DAY,
    actualFinishDay: NO_DAY,
    percentComplete: 0,
    optimisticDays: NO_ESTIMATE,
    mostLikelyDays: NO_ESTIMATE,
    pessimisticDays: NO_ESTIMATE,
    deliveryMode: 0,
    milestoneMoment: 0,
    storyPoints: Number.NaN,
    constraintType: CONSTRAINT.ASAP,
    constraintDateDay: NO_DAY,
    deadlineDay: NO_DAY,
  })
}

function removeTask(state: PlanState, id: string, refuse: Refuse): void {
  if (!state.tasks.has(id)) refuse('names a task that is not in the plan')
  const gone = new Set([id])
  for (let size = 0; size !== gone.size; ) {
    size = gone.size
    for (const [other, { parent }] of state.tasks) if (parent !== null && gone.has(parent)) gone.add(other)
  }
  for (const other of gone) state.tasks.delete(other)
  for (const link of state.links) if (gone.has(link.predecessor) || gone.has(link.successor)) state.links.delete(link)
}

function addLink(state: PlanState, edit: Extract<NamedEdit, { op: 'add_link' }>, refuse: Refuse): void {
  const { predecessor, successor, dep_type = 'FS', lag = 0, lag_unit = 'working' } = edit
  const isKnown = state.tasks.has(predecessor) && state.tasks.has(successor)
  if (!isKnown) refuse('names a task that is not in the plan')
  const type = LINK_TYPE[dep_type]
  state.links.add({ predecessor, successor, type, lagDays: lag, lagUnit: LAG_UNIT[lag_unit] })
}

function changeLink(link: LinkFields, edit: Extract<NamedEdit, { op: 'change_link' }>): void {
  if (edit.new_dep_type !== undefined) link.type = LINK_TYPE[edit.new_dep_type]
  if (edit.lag !== undefined) link.lagDays = edit.lag
  if (edit.lag_unit !== undefined) link.lagUnit = LAG_UNIT[edit.lag_unit]
}

function findLink(state: PlanState, { predecessor, successor, dep_type }: NamedLink, refuse: Refuse): LinkFields {
  const found = [...state.links].filter(
    (link) =>
      link.predecessor === predecessor &&
      link.successor === successor &&
      (dep_type === undefined || link.type === LINK_TYPE[dep_type]),
  )
  if (found.length > 1) refuse('names several links; say which by dep_type')
  return found[0] ?? refuse('names a link that is not in the plan')
}

function dayOf(date: string | null, refuse: Refuse): number {
  return date === null ? NO_DAY : (parseCivilDay(date) ?? refuse('has a date that is none'))
}
