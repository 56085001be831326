import { CalendarTable } from '../calendar/calendar-table.ts'
import { earliestConstraintDay } from '../model/check-constraints.ts'
import { MAX_TABLE_DAYS } from '../model/limits.ts'
import { PlanRefusal, refuseUnless } from '../model/refusal.ts'
import { NO_DAY, type ScheduleColumns } from '../model/schedule-columns.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import type { ColumnSurvey } from '../model/survey/column-survey.ts'
import { surveyColumns } from '../model/survey/survey-columns.ts'
import type { CalendarColumns } from '../plan/calendar-days.ts'
import { FIRST_CIVIL_DAY, LAST_CIVIL_DAY } from '../plan/civil-day.ts'

/** Days around the expected dates, so that floats measured past the project finish stay inside the tables too. */
const MARGIN_DAYS = 400

/** Tables over the days the passes will probably need: the longest path stretched by the sparsest week. */
export function openTable(graph: ScheduleGraph, survey: ColumnSurvey = surveyColumns(graph.columns)): CalendarTable {
  const { columns } = graph
  const { leastRecorded, hasProgress } = survey
  const isUnderWay = hasProgress || leastRecorded !== NO_DAY
  const startDay = Math.min(columns.projectStartDay, leastRecorded === NO_DAY ? columns.projectStartDay : leastRecorded)
  const firstDay = earliestConstraintDay(columns, startDay)
  const backwardDays = isUnderWay ? longestBegun(columns) : 0
  const stretch = 7 / fewestWorkdays(columns)
  return tableOver(
    columns,
    firstDay - Math.ceil(backwardDays * stretch) - MARGIN_DAYS,
    columns.projectStartDay + Math.ceil(graph.longestPathDays * stretch * 1.1) + MARGIN_DAYS,
  )
}

/** The longest of what has begun, whose start may have to be counted back from its end. */
function longestBegun({ taskCount, actualFinishDay, percentComplete, durationDays }: ScheduleColumns): number {
  let longest = 0
  for (let task = 0; task < taskCount; task++) {
    const needsStart = actualFinishDay[task] !== NO_DAY || percentComplete[task] > 0
    if (needsStart && durationDays[task] > longest) longest = durationDays[task]
  }
  return longest
}

/** Tables over twice the days, on the side that was too short. Refuses where no calendar day can be gained. */
export function widenTable(
  graph: ScheduleGraph,
  table: CalendarTable,
  needsEarlier: boolean,
  needsLater: boolean,
  task: number,
): CalendarTable {
  const { columns } = graph
  const calendar = columns.calendarIndex[task]
  const isStuck =
    (needsLater && (table.isCutAbove[calendar] === 1 || table.endDay > LAST_CIVIL_DAY)) ||
    (needsEarlier && (table.isCutBelow[calendar] === 1 || table.firstDay <= FIRST_CIVIL_DAY))
  if (isStuck) {
    const side = needsLater ? 'after' : 'before'
    throw new PlanRefusal(
      'calendar_has_no_working_day',
      `{calendar:${calendar}} has no working day left to place {task:${task}} on, ${side} its last one within reach.`,
      { offendingTasks: [task] },
    )
  }
  const length = table.endDay - table.firstDay
  return tableOver(
    columns,
    needsEarlier ? table.firstDay - length : table.firstDay,
    needsLater ? table.endDay + length : table.endDay,
  )
}

function tableOver(columns: ScheduleColumns, firstDay: number, endDay: number): CalendarTable {
  const from = Math.max(firstDay, FIRST_CIVIL_DAY)
  const to = Math.min(endDay, LAST_CIVIL_DAY + 1)
  const rowOf = shareRows(columns)
  const rowCount = rowOf.reduce((count, row, calendar) => count + (row === calendar ? 1 : 0), 0)
  refuseUnless(
    rowCount * (to - from) <= MAX_TABLE_DAYS,
    () => `The plan may span ${to - from} days on ${rowCount} calendars, which is more than can be laid out.`,
  )
  return new CalendarTable(columns.calendars, rowOf, columns.projectStartDay, from, to)
}

/** Calendars alike share a row, and those no task uses take that of the project calendar. */
function shareRows(columns: ScheduleColumns): Int32Array {
  const rowOf = new Int32Array(columns.calendars.length)
  if (rowOf.length === 1) return rowOf
  const rowOfKey = new Map<string, number>([[calendarKey(columns.calendars[0]), 0]])
  for (const calendar of new Set(columns.calendarIndex)) {
    const key = calendarKey(columns.calendars[calendar])
    const row = rowOfKey.get(key) ?? calendar
    rowOfKey.set(key, row)
    rowOf[calendar] = row
  }
  return rowOf
}

function calendarKey(calendar: CalendarColumns): string {
  const { weekdayMask, exceptionFirstDay, exceptionLastDay, exceptionIsWorking } = calendar
  return `${weekdayMask} ${exceptionFirstDay} ${exceptionLastDay} ${exceptionIsWorking}`
}

function fewestWorkdays(columns: ScheduleColumns): number {
  let fewest = 7
  for (const { weekdayMask } of columns.calendars) {
    let workdays = 0
    for (let bits = weekdayMask; bits > 0; bits &= bits - 1) workdays++
    fewest = Math.min(fewest, workdays)
  }
  return fewest
}
