import { constraintOf, setConstraint } from '../model/constraint-columns.ts'
import { refuseUnless } from '../model/refusal.ts'
import { NO_ESTIMATE, type ScheduleColumns } from '../model/schedule-columns.ts'
import { copyColumns } from './copy-columns.ts'
import type { PlanEdit } from './plan-edit.ts'

export interface EditedColumns {
  columns: ScheduleColumns
  /** Per link of the edited columns, the link it was before; -1 for an added one. */
  linkBefore: Int32Array
}

/**
 * Columns with the edits made in their order; those given are not touched. Only indexes are checked here: building the
 * network judges the outcome as it judges any plan. A link is either changed or removed.
 */
export function applyEdits(columns: ScheduleColumns, edits: readonly PlanEdit[]): EditedColumns {
  const isRemoved = checkEdits(columns, edits)
  const kept = Int32Array.from({ length: columns.linkCount }, (_, link) => link).filter((link) => isRemoved[link] === 0)
  const added = edits.filter((edit) => edit.kind === 'add_link')
  const edited = copyColumns(columns, kept, added.length)
  const newIndex = new Int32Array(columns.linkCount).fill(-1)
  kept.forEach((link, at) => {
    newIndex[link] = at
  })
  let nextLink = kept.length
  for (const edit of edits) {
    if (edit.kind === 'add_link') setLink(edited, nextLink++, edit)
    else if (edit.kind === 'change_link') changeLink(edited, newIndex[edit.link], edit)
    else if (edit.kind === 'project_start') edited.projectStartDay = edit.day
    else if (edit.kind === 'status_date') edited.statusDay = edit.day
    else if (edit.kind !== 'remove_link') editTask(edited, edit)
  }
  const linkBefore = new Int32Array(edited.linkCount).fill(-1)
  linkBefore.set(kept)
  return { columns: edited, linkBefore }
}

/** Which links go; refuses indexes that name nothing and changes to a link that goes. */
function checkEdits(columns: ScheduleColumns, edits: readonly PlanEdit[]): Uint8Array {
  const isRemoved = new Uint8Array(columns.linkCount)
  edits.forEach((edit, at) => {
    for (const task of tasksOf(edit)) {
      const isKnown = Number.isInteger(task) && task >= 0 && task < columns.taskCount
      refuseUnless(isKnown, () => `Edit ${at} (${edit.kind}) names a task that does not exist.`)
    }
    if (edit.kind !== 'remove_link') return
    refuseUnless(isRemoved[edit.link] === 0, () => `Edit ${at} removes a dependency that does not exist.`)
    isRemoved[edit.link] = 1
  })
  edits.forEach((edit, at) => {
    if (edit.kind !== 'change_link') return
    refuseUnless(isRemoved[edit.link] === 0, () => `Edit ${at} changes a dependency that does not exist or is removed.`)
  })
  return isRemoved
}

function tasksOf(edit: PlanEdit): number[] {
  if (edit.kind === 'add_link') return [edit.predecessor, edit.successor]
  return 'task' in edit ? [edit.task] : []
}

function setLink(columns: ScheduleColumns, link: number, edit: Extract<PlanEdit, { kind: 'add_link' }>): void {
  columns.predecessorIndex[link] = edit.predecessor
  columns.successorIndex[link] = edit.successor
  columns.linkType[link] = edit.type
  columns.lagDays[link] = edit.lagDays
  columns.lagUnit[link] = edit.lagUnit
}

function changeLink(columns: ScheduleColumns, link: number, edit: Extract<PlanEdit, { kind: 'change_link' }>): void {
  if (edit.type !== undefined) columns.linkType[link] = edit.type
  if (edit.lagDays !== undefined) columns.lagDays[link] = edit.lagDays
  if (edit.lagUnit !== undefined) columns.lagUnit[link] = edit.lagUnit
}

function editTask(columns: ScheduleColumns, edit: Extract<PlanEdit, { task: number }>): void {
  const { task } = edit
  switch (edit.kind) {
    case 'duration':
      columns.durationDays[task] = edit.days
      return
    case 'shift_duration':
      shiftDurations(columns, task, edit.days)
      return
    case 'estimates':
      columns.optimisticDays[task] = edit.optimistic
      columns.mostLikelyDays[task] = edit.mostLikely
      columns.pessimisticDays[task] = edit.pessimistic
      return
    case 'planned_start':
      columns.plannedStartDay[task] = edit.day
      return
    case 'actual_start':
      columns.actualStartDay[task] = edit.day
      return
    case 'actual_finish':
      columns.actualFinishDay[task] = edit.day
      return
    case 'constraint':
      setConstraint(columns, task, { ...constraintOf(columns, task), type: edit.type, day: edit.day })
      return
    case 'deadline':
      setConstraint(columns, task, { ...constraintOf(columns, task), deadlineDay: edit.day })
      return
    case 'percent':
      columns.percentComplete[task] = edit.percent
      return
    case 'calendar':
      columns.calendarIndex[task] = edit.calendar
  }
}

function shiftDurations(columns: ScheduleColumns, task: number, days: number): void {
  const { durationDays, optimisticDays, mostLikelyDays, pessimisticDays } = columns
  durationDays[task] = Math.max(0, durationDays[task] + days)
  for (const column of [optimisticDays, mostLikelyDays, pessimisticDays]) {
    if (column[task] !== NO_ESTIMATE) column[task] = Math.max(0, column[task] + days)
  }
}
