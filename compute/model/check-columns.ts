// The rules a plan must keep before a network is built from it, in the order in which they are reported. Summaries
// are never scheduled, so the rules of tasks look at leaves only.

import { type CalendarColumns, paintWorkingDays } from '../plan/calendar-days.ts'
import { FIRST_CIVIL_DAY, LAST_CIVIL_DAY } from '../plan/civil-day.ts'
import { checkConstraint, checkConstraints } from './check-constraints.ts'
import {
  DEFAULT_LIMITS,
  MAX_CALENDAR_EXCEPTIONS,
  MAX_DURATION_DAYS,
  MAX_GAP_DAYS,
  MAX_SPAN_DAYS,
  type ScheduleLimits,
} from './limits.ts'
import { PlanRefusal, refuse } from './refusal.ts'
import { NO_DAY, type ScheduleColumns } from './schedule-columns.ts'
import type { ColumnSurvey } from './survey/column-survey.ts'
import { surveyColumns } from './survey/survey-columns.ts'

/** Refuses columns that break a rule of size or sense, naming the task, calendar or link concerned. */
export function checkColumns(
  columns: ScheduleColumns,
  limits: ScheduleLimits = DEFAULT_LIMITS,
  survey: ColumnSurvey = surveyColumns(columns),
): void {
  if (columns.taskCount === 0) refuse('The plan has no task to schedule.')
  const start = columns.projectStartDay
  if (!(start >= FIRST_CIVIL_DAY && start <= LAST_CIVIL_DAY)) refuse('The project start is not a date.')
  for (const [index, calendar] of columns.calendars.entries()) checkCalendar(calendar, index, start)
  checkVelocity(columns)
  const isSummary = findSummaries(columns, survey)
  const leaves = areTasksGood(columns, survey) ? [] : listLeaves(isSummary)
  for (const task of leaves) checkTask(columns, task)
  for (const task of leaves) checkNumbers(columns, task)
  for (const task of leaves) checkPlannedStart(columns, task)
  if (columns.linkCount > limits.maxLinks)
    refuse(`The plan has ${columns.linkCount} dependencies; ${limits.maxLinks} is the most.`)
  if (Math.max(-survey.leastLag, survey.greatestLag) > MAX_DURATION_DAYS)
    for (let link = 0; link < columns.linkCount; link++) checkLag(columns, link)
  if (columns.statusDay !== NO_DAY) {
    const offset = columns.statusDay - start
    if (offset > MAX_SPAN_DAYS)
      refuse(`The status date lies ${offset} days after the project start; ${MAX_SPAN_DAYS} is the most.`)
  }
  for (const task of leaves) checkActuals(columns, task)
  checkConstraints(columns, isSummary)
}

/** Whether no check of a single task has anything to say, also of none that is a summary: nearly always none has. */
function areTasksGood({ calendars, projectStartDay: start }: ScheduleColumns, survey: ColumnSurvey): boolean {
  const { leastCalendar, greatestCalendar, leastDuration, longestDays, greatestPlanned } = survey
  const { leastRecorded, greatestRecorded, hasReversal, hasDisorder, hasOddNumber } = survey
  return (
    leastCalendar >= 0 &&
    greatestCalendar < calendars.length &&
    leastDuration >= 0 &&
    longestDays <= MAX_DURATION_DAYS &&
    greatestPlanned - start <= MAX_SPAN_DAYS &&
    (leastRecorded === NO_DAY ||
      (start - leastRecorded <= MAX_SPAN_DAYS && greatestRecorded - start <= MAX_SPAN_DAYS)) &&
    !hasReversal &&
    !hasDisorder &&
    !hasOddNumber
  )
}

function listLeaves(isSummary: Uint8Array): Int32Array {
  return Int32Array.from(isSummary.keys()).filter((task) => isSummary[task] === 0)
}

/** A task that no pass can place, and why: a sentence about `{task:…}`. */
export interface TaskFault {
  readonly task: number
  readonly detail: string
}

/**
 * The tasks that break a rule of single tasks, for callers that go on without them: `checkColumns` would refuse the
 * plan for the first of them. A calendar from `firstTaskCalendar` on that has no working day speaks against its tasks.
 */
export function findFaultyTasks(columns: ScheduleColumns, firstTaskCalendar: number): TaskFault[] {
  const survey = surveyColumns(columns)
  const isSummary = findSummaries(columns, survey)
  const faultOfCalendar = columns.calendars.map((calendar, index) =>
    index < firstTaskCalendar ? null : faultOf(() => checkCalendar(calendar, index, columns.projectStartDay)),
  )
  const isPlain = areTasksGood(columns, survey) && columns.constraints === null
  if (isPlain && faultOfCalendar.every((fault) => fault === null)) return []
  const faults: TaskFault[] = []
  for (let task = 0; task < columns.taskCount; task++) {
    const ofCalendar = isSummary[task] === 1 ? null : (faultOfCalendar[columns.calendarIndex[task]] ?? null)
    const detail = ofCalendar === null ? faultOf(() => checkOne(columns, task, isSummary)) : NO_WORKING_DAY
    if (detail !== null) faults.push({ task, detail: detail.replaceAll('{task:}', `{task:${task}}`) })
  }
  return faults
}

const NO_WORKING_DAY = 'Task {task:} has a calendar without a working day in reach.'

function checkOne(columns: ScheduleColumns, task: number, isSummary: Uint8Array): void {
  if (isSummary[task] === 0) {
    checkTask(columns, task)
    checkNumbers(columns, task)
    checkPlannedStart(columns, task)
    checkActuals(columns, task)
  }
  if (columns.constraints !== null) checkConstraint(columns, columns.constraints, task, isSummary[task] === 1)
}

function faultOf(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof PlanRefusal) return error.detail
    throw error
  }
}

function findSummaries(columns: ScheduleColumns, { leastParent, greatestParent }: ColumnSurvey): Uint8Array {
  const isSummary = new Uint8Array(columns.taskCount)
  if (leastParent === -1 && greatestParent === -1) return isSummary
  for (let task = 0; task < columns.taskCount; task++) {
    const parent = columns.parentIndex[task]
    if (!(parent >= -1 && parent < columns.taskCount))
      refuse(`Task {task:${task}} has a parent that does not exist.`, [task])
    if (parent >= 0) isSummary[parent] = 1
  }
  return isSummary
}

function checkCalendar(calendar: CalendarColumns, index: number, startDay: number): void {
  const mask = calendar.weekdayMask
  if (!(Number.isInteger(mask) && mask >= 0 && mask <= 127)) refuse(`{calendar:${index}} has the weekday mask ${mask}.`)
  if (mask === 0) throw new PlanRefusal('calendar_has_no_working_day', `{calendar:${index}} has no working weekday.`)
  const count = calendar.exceptionFirstDay.length
  if (count > MAX_CALENDAR_EXCEPTIONS)
    refuse(`{calendar:${index}} has ${count} exceptions; ${MAX_CALENDAR_EXCEPTIONS} is the most.`)
  for (let exception = 0; exception < count; exception++) {
    if (!(calendar.exceptionFirstDay[exception] <= calendar.exceptionLastDay[exception]))
      refuse(`Exception ${exception} of {calendar:${index}} ends before it starts.`)
  }
  const isReachable = [400, MAX_GAP_DAYS].some((reach) => paintWorkingDays(calendar, startDay, reach).includes(1))
  if (isReachable) return
  throw new PlanRefusal(
    'calendar_has_no_working_day',
    `{calendar:${index}} has no working day within ${MAX_GAP_DAYS} days of the project start.`,
  )
}

function checkVelocity(columns: ScheduleColumns): void {
  const badSample = columns.velocitySamples.findIndex((sample) => !Number.isFinite(sample))
  if (badSample >= 0) refuse(`Velocity sample ${badSample} is not a finite number.`)
  if (!Number.isInteger(columns.sprintLengthDays)) refuse('The sprint length is not a whole number of days.')
}

function checkTask(columns: ScheduleColumns, task: number): void {
  const calendar = columns.calendarIndex[task]
  if (!(calendar >= 0 && calendar < columns.calendars.length))
    refuse(`Task {task:${task}} has a calendar that does not exist.`, [task])
  const { actualStartDay, actualFinishDay } = columns
  if (!(actualFinishDay[task] === NO_DAY || actualStartDay[task] <= actualFinishDay[task]))
    refuse(`Task {task:${task}} has an actual finish before its actual start.`, [task])
  const duration = columns.durationDays[task]
  if (duration < 0) refuse(`Task {task:${task}} has a duration of ${duration} days, below 0.`, [task])
  checkLength(duration, 'duration', task)
  checkLength(columns.optimisticDays[task], 'optimistic duration', task)
  checkLength(columns.mostLikelyDays[task], 'most likely duration', task)
  checkLength(columns.pessimisticDays[task], 'pessimistic duration', task)
}

function checkLength(days: number, field: string, task: number): void {
  if (days > MAX_DURATION_DAYS)
    refuse(`Task {task:${task}} has a ${field} of ${days} days; ${MAX_DURATION_DAYS} is the most.`, [task])
}

function checkNumbers(columns: ScheduleColumns, task: number): void {
  const optimistic = columns.optimisticDays[task]
  const mostLikely = columns.mostLikelyDays[task]
  const pessimistic = columns.pessimisticDays[task]
  const isTriple = optimistic >= 0 && mostLikely >= 0 && pessimistic >= 0
  if (isTriple && (optimistic > mostLikely || mostLikely > pessimistic))
    refuse(`Task {task:${task}} has estimates out of order: ${optimistic}, ${mostLikely}, ${pessimistic}.`, [task])
  if (!Number.isFinite(columns.percentComplete[task])) refuse(`Task {task:${task}} has no finite percentage.`, [task])
  const points = columns.storyPoints[task]
  if (!(Number.isFinite(points) || Number.isNaN(points)))
    refuse(`Task {task:${task}} has infinite story points.`, [task])
}

function checkPlannedStart(columns: ScheduleColumns, task: number): void {
  const offset = columns.plannedStartDay[task] - columns.projectStartDay
  if (offset > MAX_SPAN_DAYS)
    refuse(
      `Task {task:${task}} has a planned start ${offset} days after the project start; ${MAX_SPAN_DAYS} is the most.`,
      [task],
    )
}

function checkLag(columns: ScheduleColumns, link: number): void {
  const lag = columns.lagDays[link]
  if (Math.abs(lag) > MAX_DURATION_DAYS)
    refuse(`Dependency ${link} (${endsOf(columns, link)}) has a lag of ${lag} days; ${MAX_DURATION_DAYS} is the most.`)
}

function checkActuals(columns: ScheduleColumns, task: number): void {
  checkActual(columns, task, columns.actualStartDay[task])
  checkActual(columns, task, columns.actualFinishDay[task])
}

function checkActual(columns: ScheduleColumns, task: number, day: number): void {
  const distance = day === NO_DAY ? 0 : Math.abs(day - columns.projectStartDay)
  if (distance <= MAX_SPAN_DAYS) return
  refuse(
    `Task {task:${task}} has an actual date ${distance} days from the project start; ${MAX_SPAN_DAYS} is the most.`,
    [task],
  )
}

function endsOf(columns: ScheduleColumns, link: number): string {
  const name = (task: number): string => (task < 0 ? 'an unknown task' : `{task:${task}}`)
  return `${name(columns.predecessorIndex[link])} to ${name(columns.successorIndex[link])}`
}
