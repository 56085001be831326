import { remainingDays } from '../../../compute/plan/remaining-days.ts'
import type { PlanTask } from '../../plan/imported-plan.ts'
import { wholeDays } from '../../plan-file/build/convert-duration.ts'
import type { PrimaveraActivity } from '../../primavera/primavera-model.ts'
import { dayHours } from '../day-hours.ts'
import { keptDateTime } from '../held-date-time.ts'
import { keptPlacement, lastsAsInFile } from '../placed-by-hand.ts'
import { holdActivity } from './hold-activity.ts'
import { at, daysOf, minutesOfTask, PROJECT_ID, type WriteContext } from './write-context.ts'

/** A task as an activity; what holds it and what its file said is written as long as the plan has not moved away. */
export function activityOf(
  context: WriteContext,
  task: PlanTask,
  { id, wbsId }: { id: number; wbsId: number },
): PrimaveraActivity {
  const { numbers, dates } = context
  const { source } = task
  const perDay = minutesOfTask(context, task)
  const computed = dates?.get(task.id)
  const isAtEnd = task.is_milestone && task.milestone_at === 'end_of_day'
  const hours = dayHours(task)
  const { start, finish } = placeOf(context, task)
  const status = task.actual_finish !== null ? 'TK_Complete' : task.percent_complete > 0 ? 'TK_Active' : 'TK_NotStart'
  const constraints = holdActivity(task, daysOf(context, task))
  const endsHeld = constraints.some(({ code }) => code.startsWith('CS_ME') || code === 'CS_MANDFIN')
  const planned = durationMinutes(task, perDay)
  // A file that was never computed says planned dates and no early ones.
  const hasEarly = (end: 'early_start' | 'early_finish') =>
    status !== 'TK_Complete' && (computed !== undefined || source?.[end] !== null)
  return {
    id,
    projectId: PROJECT_ID,
    wbsId,
    calendarId:
      task.calendar === null ? numbers.planCalendar : (numbers.calendarOf.get(task.calendar) ?? numbers.planCalendar),
    code: numbers.codeOf.get(task.id) ?? String(id),
    name: task.name ?? null,
    kind: task.is_milestone ? (endsHeld || isAtEnd ? 'TT_FinMile' : 'TT_Mile') : 'TT_Task',
    status,
    percentKind: 'CP_Phys',
    physicalPercent: task.percent_complete,
    statedPercent: null,
    plannedMinutes: planned,
    remainingMinutes:
      status === 'TK_NotStart'
        ? planned
        : Math.min(planned, remainingDays(task.duration, task.percent_complete) * perDay),
    workDone: 0,
    workLeft: 0,
    totalFloatMinutes: computed === undefined ? (source?.total_float_minutes ?? null) : null,
    constraints,
    actualStart: status === 'TK_NotStart' ? null : keptDateTime(task.actual_start, source?.actual_start, '08:00:00'),
    actualFinish: keptDateTime(task.actual_finish, source?.actual_finish, hours.finish),
    earlyStart: hasEarly('early_start') ? start : null,
    earlyFinish: hasEarly('early_finish') ? finish : null,
    lateStart: computed === undefined ? (source?.late_start ?? null) : null,
    lateFinish: computed === undefined ? (source?.late_finish ?? null) : null,
    plannedStart: start,
    plannedFinish: finish,
    expectedFinish: null,
    suspended: null,
    resumed: null,
    externalStart: null,
    externalFinish: null,
    hasPriority: false,
  }
}

/** Where a task stands: where a person put it, else as computed, else as its file has it. */
function placeOf(context: WriteContext, task: PlanTask): { start: string | null; finish: string | null } {
  const { source } = task
  const computed = context.dates?.get(task.id)
  const hours = dayHours(task)
  const placed = keptPlacement(task, false, daysOf(context, task))
  if (computed !== undefined)
    return {
      start: placed?.start ?? at(computed.start, hours.start),
      finish: placed?.finish ?? at(computed.finish, hours.finish),
    }
  if (placed !== null) return placed
  // A person has put it elsewhere than the file has it.
  if (task.constraint_type === 'MANUAL') return { start: at(task.constraint_date, hours.start), finish: null }
  return {
    start: source?.start ?? source?.early_start ?? null,
    finish: lastsAsInFile(task, daysOf(context, task)) ? (source?.finish ?? source?.early_finish ?? null) : null,
  }
}

/** Minutes of the file while they still mean the same days. */
function durationMinutes({ source, duration }: PlanTask, perDay: number): number {
  const minutes = source?.duration_minutes ?? null
  return minutes !== null && wholeDays(minutes, perDay) === duration ? minutes : duration * perDay
}
