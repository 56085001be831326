import type { Diagnostics } from '../../plan/diagnostics.ts'
import { constraintType } from '../../plan-file/build/map-constraint.ts'
import type { RawTask } from '../../plan-file/raw-project.ts'
import type { Kept } from '../kept-fields.ts'
import type { PrimaveraActivity } from '../primavera-model.ts'
import { percentComplete } from './percent-complete.ts'
import { hasMark, restoreKept } from './restore-kept.ts'
import { type HeldActivity, splitConstraints } from './split-constraints.ts'

export interface ActivityContext {
  readonly row: number
  readonly level: number
  /** Null where it is the project's own. */
  readonly calendarUid: number | null
  readonly minutesPerDay: number
  readonly baseline: RawTask['baseline']
  readonly hasCost: boolean
  readonly notes: string | null
  readonly estimates: RawTask['estimates']
  readonly customValues: RawTask['customValues']
  readonly kept: Kept | undefined
  /** An activity that spans others and is held by no link. */
  readonly isHeldToStart: boolean
  readonly diagnostics: Diagnostics
}

/** Activities that last from what they begin with to what they end with, and have no duration of their own. */
export function isSpan({ kind }: PrimaveraActivity): boolean {
  return kind === 'TT_LOE' || kind === 'TT_WBS'
}

export function isMilestone({ kind }: PrimaveraActivity): boolean {
  return kind === 'TT_Mile' || kind === 'TT_FinMile'
}

/** An activity in the words that all planners' files are turned into. */
export function rawActivity(activity: PrimaveraActivity, context: ActivityContext): RawTask {
  const { diagnostics } = context
  const dates = ownDates(activity)
  const placed = hasMark(context.kept, 'byHand') ? placedByHand(activity, dates, diagnostics) : null
  const held = context.isHeldToStart
    ? { constraintCode: dates.start === null ? 0 : 4, constraintDate: dates.start, deadline: null, notBefore: null }
    : withStart(
        placed?.held ?? splitConstraints(activity, diagnostics),
        placed !== null || hasMark(context.kept, 'ownStart'),
      )
  reportDates(activity, diagnostics)
  const task: RawTask = {
    uid: activity.id,
    row: context.row,
    name: activity.name ?? activity.code,
    outlineLevel: context.level,
    wbs: activity.code,
    start: placed?.start ?? dates.start,
    finish: dates.finish,
    actualStart: activity.actualStart,
    actualFinish: activity.actualFinish,
    earlyStart: activity.earlyStart,
    earlyFinish: activity.earlyFinish,
    lateStart: activity.lateStart,
    lateFinish: activity.lateFinish,
    duration: isSpan(activity) ? null : durationOf(activity, diagnostics),
    percentComplete: percentComplete(activity),
    constraintCode: held.constraintCode,
    constraintDate: held.constraintDate,
    deadline: held.deadline,
    isMilestone: isMilestone(activity),
    isSummary: false,
    isActive: true,
    isManual: placed !== null,
    isExternal: false,
    isSubproject: false,
    baseline: context.baseline,
    hasFurtherBaselines: false,
    hasCost: context.hasCost,
    priority: activity.hasPriority ? 600 : 500,
    calendarUid: context.calendarUid,
    notes: context.notes,
    estimates: context.estimates,
    minutesPerDay: context.minutesPerDay,
    totalFloatMinutes: activity.totalFloatMinutes,
    ...(activity.status !== 'TK_Active' || activity.remainingMinutes === null
      ? {}
      : { remainingMinutes: activity.remainingMinutes }),
    ...(context.customValues === undefined ? {} : { customValues: context.customValues }),
    ...(held.notBefore === null ? {} : { notBefore: held.notBefore }),
  }
  return restoreKept(task, context.kept)
}

/** An earliest start of the plan's own stands beside what its file said of constraints. */
function withStart(held: HeldActivity, isOwn: boolean): HeldActivity {
  if (!isOwn || constraintType(held.constraintCode) !== 'SNET') return held
  return { ...held, constraintCode: 0, constraintDate: null, notBefore: held.constraintDate }
}

/**
 * A task of ours that was placed by hand is an activity with a mandatory start, and is one again as long as it has that:
 * it stands where that is, whatever else holds it.
 */
function placedByHand(
  activity: PrimaveraActivity,
  dates: Pick<RawTask, 'start'>,
  diagnostics: Diagnostics,
): { held: HeldActivity; start: string | null } | null {
  const pin = activity.constraints.find(({ code }) => code === 'CS_MANDSTART')
  if (pin === undefined)
    return dates.start === null ? { held: splitConstraints(activity, diagnostics), start: null } : null
  const others = activity.constraints.filter((constraint) => constraint !== pin)
  const held = splitConstraints({ ...activity, constraints: others }, diagnostics)
  const isMoved = pin.date !== null && !isMilestone(activity) && dates.start?.slice(0, 10) !== pin.date.slice(0, 10)
  return { held, start: isMoved ? pin.date : dates.start }
}

/** Where the activity stands: as it happened, else as it was computed, else as it was planned. */
export function ownDates(activity: PrimaveraActivity): { start: string | null; finish: string | null } {
  const start = activity.actualStart ?? activity.earlyStart ?? activity.plannedStart
  const finish = activity.actualFinish ?? activity.earlyFinish ?? activity.plannedFinish
  // A plan of ours whose milestone has no moment is written as one that fills its day.
  if (
    isMilestone(activity) &&
    start !== null &&
    finish !== null &&
    start < finish &&
    start.slice(0, 10) === finish.slice(0, 10)
  )
    return { start, finish }
  if (activity.kind === 'TT_FinMile') return { start: finish ?? start, finish: finish ?? start }
  if (activity.kind === 'TT_Mile') return { start: start ?? finish, finish: start ?? finish }
  return { start, finish }
}

/** The planned duration; of what has not begun, what remains, because its dates follow from that. */
function durationOf(activity: PrimaveraActivity, diagnostics: Diagnostics): RawTask['duration'] {
  const { plannedMinutes, remainingMinutes, status } = activity
  if (isMilestone(activity)) return { minutes: 0, isElapsed: false }
  if (plannedMinutes === null && remainingMinutes === null) return null
  if (
    status === 'TK_NotStart' &&
    remainingMinutes !== null &&
    plannedMinutes !== null &&
    remainingMinutes !== plannedMinutes
  ) {
    const text = `${plannedMinutes / 60} hours were planned and ${remainingMinutes / 60} remain; what remains is its duration`
    diagnostics.warn('remaining_duration', { uid: activity.id, field: 'duration' }, text)
    return { minutes: remainingMinutes, isElapsed: false }
  }
  return { minutes: plannedMinutes ?? remainingMinutes ?? 0, isElapsed: false }
}

function reportDates(activity: PrimaveraActivity, diagnostics: Diagnostics): void {
  const warn = (code: string, field: string, text: string) => diagnostics.warn(code, { uid: activity.id, field }, text)
  const day = (dateTime: string) => dateTime.slice(0, 10)
  if (activity.suspended !== null && activity.status !== 'TK_Complete') {
    const until = activity.resumed === null ? 'without a date of return' : `until ${day(activity.resumed)}`
    warn('suspended', 'suspend_date', `work rests from ${day(activity.suspended)} ${until}; here it goes on`)
  }
  if (activity.expectedFinish !== null && activity.status !== 'TK_Complete')
    warn(
      'expected_finish_not_imported',
      'expect_end_date',
      `a finish expected on ${day(activity.expectedFinish)} does not hold the task here`,
    )
  if (activity.externalStart !== null && activity.status === 'TK_NotStart')
    warn(
      'external_date',
      'planned_start',
      `another project holds it to ${day(activity.externalStart)}, which became its earliest start`,
    )
  if (activity.externalFinish !== null && activity.status !== 'TK_Complete')
    warn(
      'external_date',
      'deadline',
      `another project waits for it by ${day(activity.externalFinish)}; that is not imported`,
    )
}
