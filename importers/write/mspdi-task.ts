import type { PlanDependency, PlanTask } from '../plan/imported-plan.ts'
import { MINUTES_PER_ELAPSED_DAY, roundAwayFromZero, wholeDays } from '../plan-file/build/convert-duration.ts'
import { daysWithin } from '../plan-file/build/start-to-finish.ts'
import { isLagUnit, isPercentUnit } from '../plan-file/duration-units.ts'
import { ESTIMATE_FIELD_IDS } from '../plan-file/xml/raw-task.ts'
import { dayHours } from './day-hours.ts'
import { baselineFinish, heldDateTime, keptDateTime } from './held-date-time.ts'
import { minutesText } from './minutes-text.ts'
import type { OrderedTask } from './order-tasks.ts'
import { type OutlineCodeRows, outlineCodeValues } from './outline-codes.ts'
import { isFinishOfMilestone, isFloorOfTheRest, isLevelledStart } from './own-starts.ts'
import { isPlacedByHand, keptPlacement, lastsAsInFile, lastsByDates, mayBeElapsed } from './placed-by-hand.ts'
import { columnValues, type PlannerColumns } from './planner-columns.ts'
import type { ScheduledDates } from './schedule-dates.ts'
import { element } from './xml-text.ts'

const CONSTRAINT_CODES: Record<string, number> = {
  ASAP: 0,
  ALAP: 1,
  MSO: 2,
  MFO: 3,
  SNET: 4,
  SNLT: 5,
  FNET: 6,
  FNLT: 7,
}
const LINK_CODES = { FF: 0, FS: 1, SF: 2, SS: 3 } as const
const DAYS_FORMAT = 7
const ELAPSED_DAYS_FORMAT = 8
const MAX_NAME_CHARACTERS = 512

export type TaskContext = {
  uid: number
  row: number
  uidOf: ReadonlyMap<string, number>
  calendarUid: number | null
  /** Days that the calendar of the task works from one day to another. */
  countDays: (fromDay: number, toDay: number) => number
  minutesPerDay: number
  /** The day on which the plan begins, in its file too; null where it has moved since. */
  startOfFile: string | null
  columns: PlannerColumns
  codeRows: OutlineCodeRows
  predecessors: readonly PlanDependency[]
  dates: ScheduledDates | undefined
}

/** A `Task` element. What the source of the task says is written again as long as the plan has not moved away from it. */
export function mspdiTask({ task, level, outlineNumber, isSummary }: OrderedTask, context: TaskContext): string {
  const { source } = task
  const kept = keptPlacement(task, isSummary, context)
  const start =
    kept?.start ??
    (context.dates === undefined ? (source?.start ?? null) : `${context.dates.start}T${dayHours(task).start}`)
  const finish =
    kept?.finish ??
    (context.dates !== undefined
      ? `${context.dates.finish}T${dayHours(task).finish}`
      : // Where it begins as before and lasts another time, the finish of the file is none any more.
        kept === null && lastsAsInFile(task, context)
        ? (source?.finish ?? null)
        : null)
  // A summary's length is that of its file's schedule, like the dates beside it.
  const isOfFile = isSummary || task.is_milestone || lastsByDates(task, context)
  const holds = (kept !== null && kept.finish !== null) || (isOfFile && context.dates === undefined)
  const { minutes, isElapsed } = writtenDuration(task, context.minutesPerDay, holds)
  const saysNone = isSummary && context.dates === undefined && source != null && source.duration_minutes === null
  const duration = saysNone ? null : minutesText(minutes)
  const recorded = context.dates === undefined ? setAside(task) : NOTHING_RECORDED
  // The published schema fixes the order. Its first edition knows neither inactive tasks nor tasks placed by hand, so
  // that is only written where there is something to say.
  return [
    '<Task>',
    element('UID', context.uid),
    element('ID', context.row),
    element('Name', task.name?.slice(0, MAX_NAME_CHARACTERS)),
    source?.active === false ? element('Active', false) : '',
    isPlacedByHand(task) ? element('Manual', true) : '',
    element('IsNull', false),
    element('WBS', source === undefined ? outlineNumber : source.wbs),
    element('OutlineNumber', outlineNumber.slice(0, MAX_NAME_CHARACTERS)),
    element('OutlineLevel', level),
    element('Priority', 500),
    element('Start', start),
    element('Finish', finish),
    element('Duration', duration),
    ...(isPlacedByHand(task)
      ? [element('ManualStart', start), element('ManualFinish', finish), element('ManualDuration', duration)]
      : []),
    element('DurationFormat', isElapsed ? ELAPSED_DAYS_FORMAT : DAYS_FORMAT),
    isFloorOfTheRest(task) ? element('Resume', `${task.planned_start}T${dayHours(task).start}`) : '',
    element('Milestone', isMarked(task, isSummary)),
    element('Summary', isSummary || source?.summary === true),
    // Early and late dates of the file hold for its own schedule, not for one computed since.
    ...(context.dates === undefined ? storedSchedule(task) : []),
    element('PercentComplete', Math.round(task.percent_complete)),
    element('ActualStart', keptDateTime(task.actual_start, source?.actual_start, '08:00:00') ?? recorded.start),
    element('ActualFinish', keptDateTime(task.actual_finish, source?.actual_finish, '17:00:00') ?? recorded.finish),
    constraint(task, context),
    element('Deadline', heldDateTime(task, task.deadline, source?.deadline, { time: '17:00:00', ...context })),
    // A delay that levelling found holds as long as the task stands where it put it.
    context.dates === undefined || isLevelledStart(task) ? levelling(source?.levelling_minutes) : '',
    element('Notes', task.notes),
    ...context.predecessors.map((link) => predecessorLink(link, task, context)),
    estimates(task, context.minutesPerDay),
    columnValues(task.custom_fields, context.columns, context.minutesPerDay),
    capturedBaseline(task, context),
    outlineCodeValues(task.custom_fields, context.columns, context.codeRows),
    '</Task>\n',
  ].join('')
}

/** Work without a length is a milestone here, whether or not its file marks it as one. */
function isMarked({ source, is_milestone: isMilestone }: PlanTask, isSummary: boolean): boolean {
  const isUnmarked = source?.milestone === false && source.duration_minutes === 0
  return isSummary ? (source?.milestone ?? false) : isMilestone && !isUnmarked
}

function levelling(minutes: number | undefined): string {
  if (minutes === undefined) return ''
  return element('LevelingDelay', Math.round(minutes * 10)) + element('LevelingDelayFormat', ELAPSED_DAYS_FORMAT)
}

/** The days that the active baseline has of the task. */
function capturedBaseline({ baseline }: PlanTask, { minutesPerDay, countDays }: TaskContext): string {
  if (baseline === undefined) return ''
  const at = (day: string | null, time: string) => (day === null ? null : `${day}T${time}`)
  const duration =
    baseline.duration === null
      ? ''
      : element('Duration', minutesText(baseline.duration * minutesPerDay)) + element('DurationFormat', DAYS_FORMAT)
  return `<Baseline><Number>0</Number>${element('Start', at(baseline.start, '08:00:00'))}${element('Finish', baselineFinish(baseline, countDays))}${duration}</Baseline>`
}

function storedSchedule({ source }: PlanTask): string[] {
  return [
    element('EarlyStart', source?.early_start),
    element('EarlyFinish', source?.early_finish),
    element('LateStart', source?.late_start),
    element('LateFinish', source?.late_finish),
  ]
}

/** Minutes of the file while they still mean the same days; elapsed ones were turned into days of work. */
function writtenDuration(
  task: PlanTask,
  minutesPerDay: number,
  holds: boolean,
): { minutes: number; isElapsed: boolean } {
  const minutes = task.source?.duration_minutes ?? null
  if (minutes !== null && task.source?.duration_elapsed === true && mayBeElapsed(task.duration, minutes))
    return { minutes, isElapsed: true }
  const stillHolds = minutes !== null && (holds || wholeDays(minutes, minutesPerDay) === task.duration)
  return { minutes: stillHolds ? minutes : task.duration * minutesPerDay, isElapsed: false }
}

const NOTHING_RECORDED = { start: null, finish: null }

/** Recorded dates that the import took for none, because the percentage of the file denies them, as long as it still does. */
function setAside({ source, percent_complete: percent }: PlanTask): { start: string | null; finish: string | null } {
  if (source == null || source.percent_complete !== percent) return NOTHING_RECORDED
  const { actual_start: start, actual_finish: finish } = source
  const isBackward = start !== null && finish !== null && finish.slice(0, 10) < start.slice(0, 10)
  return { start: percent === 0 ? start : null, finish: percent < 100 || isBackward ? finish : null }
}

/** A task of such a file is held to one thing: what its constraint says comes before its earliest start. */
function constraint(task: PlanTask, context: TaskContext): string {
  const calendar = element('CalendarUID', context.calendarUid ?? -1)
  const { source, planned_start: plannedStart } = task
  if (isPlacedByHand(task))
    return (
      element('ConstraintType', CONSTRAINT_CODES[source?.constraint_type ?? 'ASAP'] ?? 0) +
      calendar +
      element('ConstraintDate', source?.constraint_date)
    )
  const kind = task.constraint_type ?? 'ASAP'
  const heldByFile = source?.constraint_type === 'SNET' ? (source.constraint_date?.slice(0, 10) ?? null) : null
  const isSaidElsewhere =
    isFloorOfTheRest(task) || isLevelledStart(task) || (context.dates === undefined && isFinishOfMilestone(task))
  const earliest = isSaidElsewhere ? heldByFile : plannedStart
  const type = kind === 'ASAP' && earliest !== null ? 'SNET' : kind
  const date = kind === 'ASAP' ? earliest : (task.constraint_date ?? null)
  const stated = source?.constraint_type === type ? source.constraint_date : null
  const code = element('ConstraintType', CONSTRAINT_CODES[type] ?? 0) + calendar
  // A date without a kind that takes one holds nothing, and is the file's all the same.
  if (type === 'ASAP' || type === 'ALAP') return code + element('ConstraintDate', stated)
  if (type === 'SNET' && isRaised(date, stated, context)) return code + element('ConstraintDate', stated)
  const time = type.startsWith('F') || type === 'MFO' ? '17:00:00' : '08:00:00'
  return code + element('ConstraintDate', heldDateTime(task, date, stated, { time, ...context }))
}

/** The import has raised an earliest start to that of the plan, and does so again. */
function isRaised(date: string | null, stated: string | null | undefined, { startOfFile }: TaskContext): boolean {
  return date !== null && date === startOfFile && stated != null && stated.slice(0, 10) < date
}

function predecessorLink(link: PlanDependency, successor: PlanTask, { uidOf, minutesPerDay }: TaskContext): string {
  const isElapsed = link.lag_unit === 'elapsed'
  const perDay = isElapsed ? MINUTES_PER_ELAPSED_DAY : minutesPerDay
  const minutes = link.source?.lag_minutes
  const days = link.lag + daysWithin(link.dep_type, successor)
  const stillHolds = minutes !== undefined && roundAwayFromZero(minutes / perDay) === days
  const isPercent = isPercentUnit(link.source?.lag_format ?? null)
  const percent = stillHolds && isPercent ? link.source?.lag_percent : undefined
  const lag = Math.round(percent ?? (stillHolds ? minutes : days * perDay) * 10)
  // Without the percentage the lag is written in minutes; its unit would make percent of them.
  const stated = link.source?.lag_format ?? null
  const isSaid = stated !== null && isLagUnit(stated) && (!isPercent || percent !== undefined)
  const format = stillHolds && isSaid ? stated : null
  return (
    `<PredecessorLink>${element('PredecessorUID', uidOf.get(link.predecessor))}${element('Type', LINK_CODES[link.dep_type])}` +
    `<CrossProject>0</CrossProject>${element('LinkLag', lag)}` +
    `${element('LagFormat', format ?? (isElapsed ? ELAPSED_DAYS_FORMAT : DAYS_FORMAT))}</PredecessorLink>`
  )
}

function estimates(task: PlanTask, minutesPerDay: number): string {
  const values = [task.optimistic_duration, task.most_likely_duration, task.pessimistic_duration]
  if (values.some((value) => value === null)) return ''
  const elements = values.map(
    (value, index) =>
      `<ExtendedAttribute>${element('FieldID', ESTIMATE_FIELD_IDS[index])}` +
      `${element('Value', minutesText((value ?? 0) * minutesPerDay))}${element('DurationFormat', DAYS_FORMAT)}</ExtendedAttribute>`,
  )
  return elements.join('')
}
