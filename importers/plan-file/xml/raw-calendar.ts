import { FIRST_DAY, LAST_DAY } from '../../plan/file-day.ts'
import type { RawCalendar, RawException, RawHours, RawRecurrence, RawWeek, RawWorkWeek } from '../raw-project.ts'
import { CALENDAR, EXCEPTION, TIME_PERIOD, WEEK_DAY, WORKING_TIME } from './mspdi-shape.ts'
import type { PlanRecord } from './plan-record.ts'
import { uidOrNull } from './raw-task.ts'
import { dayOf, integerOf } from './read-values.ts'

const EXCEPTION_DAY_TYPE = 0
const PLAIN_RANGE = 1
const MINUTES_IN_DAY = 1440

/** A `Calendar` element. */
export function rawCalendar(record: PlanRecord, uid: number): RawCalendar {
  const base = uidOrNull(integerOf(record, CALENDAR.BaseCalendarUID))
  const listed = record.children.filter((child) => child.name === 'Exception')
  // Newer files repeat their plain exceptions among the week days, for older readers: one of the two lists is enough.
  const exceptions = listed.length > 0 ? listed.map(exception) : record.children.map(oldException)
  const name = record.text(CALENDAR.Name)
  return {
    uid,
    // The planner has no calendar without a name: one that has none is written with its number.
    name: name === `Calendar ${uid}` ? null : name,
    parentUid: base === uid || record.flag(CALENDAR.IsBaseCalendar, false) ? null : base,
    week: week(record),
    hours: hours(record),
    exceptions: exceptions.filter((found) => found !== null),
    workWeeks: record.children.map(workWeek).filter((found) => found !== null),
  }
}

/** DayType 1 = Sunday … 7 = Saturday, turned into a week that starts on Monday. */
function week(record: PlanRecord): RawWeek {
  const days: RawWeek = [null, null, null, null, null, null, null]
  for (const child of record.children) {
    const dayType = child.name === 'WeekDay' ? integerOf(child, WEEK_DAY.DayType) : null
    if (dayType !== null && dayType >= 1 && dayType <= 7)
      days[(dayType + 5) % 7] = child.flag(WEEK_DAY.DayWorking, false)
  }
  return days
}

/** Of each weekday that says its hours: when the first begins, and all of them together. */
function hours(record: PlanRecord): RawHours {
  const days: RawHours = [null, null, null, null, null, null, null]
  for (const child of record.children) {
    const dayType = child.name === 'WeekDay' ? integerOf(child, WEEK_DAY.DayType) : null
    if (dayType === null || dayType < 1 || dayType > 7) continue
    let from = MINUTES_IN_DAY
    let minutes = 0
    for (const times of child.children) {
      if (times.name !== 'WorkingTime') continue
      const begins = minuteOfDay(times.text(WORKING_TIME.FromTime))
      const ends = minuteOfDay(times.text(WORKING_TIME.ToTime))
      if (begins === null || ends === null) continue
      from = Math.min(from, begins)
      // Midnight ends a day as it begins one.
      minutes += ends > begins ? ends - begins : ends - begins + MINUTES_IN_DAY
    }
    if (minutes > 0) days[(dayType + 5) % 7] = { from, minutes }
  }
  return days
}

function minuteOfDay(text: string | null): number | null {
  const match = /^(\d{2}):(\d{2})/.exec(text ?? '')
  return match === null ? null : (Number(match[1]) * 60 + Number(match[2])) % MINUTES_IN_DAY
}

function period(record: PlanRecord): { fromDay: number; toDay: number } | null {
  const timePeriod = record.children.find((child) => child.name === 'TimePeriod')
  if (timePeriod === undefined) return null
  const fromDay = dayOf(timePeriod, TIME_PERIOD.FromDate)
  const toDay = dayOf(timePeriod, TIME_PERIOD.ToDate) ?? fromDay
  return fromDay === null || toDay === null || toDay < fromDay ? null : { fromDay, toDay }
}

function oldException(record: PlanRecord): RawException | null {
  if (record.name !== 'WeekDay' || integerOf(record, WEEK_DAY.DayType) !== EXCEPTION_DAY_TYPE) return null
  const span = period(record)
  if (span === null) return null
  return { ...span, name: null, isWorking: record.flag(WEEK_DAY.DayWorking, false), recurrence: null }
}

function exception(record: PlanRecord): RawException | null {
  const span = period(record)
  if (span === null) return null
  const kind = integerOf(record, EXCEPTION.Type) ?? PLAIN_RANGE
  const isRecurring = kind >= 2 && kind <= 7
  return {
    ...span,
    name: record.text(EXCEPTION.Name),
    isWorking: record.flag(EXCEPTION.DayWorking, false),
    recurrence: isRecurring ? recurrence(record, kind) : null,
  }
}

function recurrence(record: PlanRecord, kind: number): RawRecurrence {
  return {
    kind,
    period: Math.max(1, integerOf(record, EXCEPTION.Period) ?? 1),
    month: Math.min(11, Math.max(0, integerOf(record, EXCEPTION.Month) ?? 0)) + 1,
    monthDay: integerOf(record, EXCEPTION.MonthDay) ?? 1,
    monthItem: integerOf(record, EXCEPTION.MonthItem) ?? 0,
    monthPosition: Math.max(0, integerOf(record, EXCEPTION.MonthPosition) ?? 0),
    daysOfWeek: integerOf(record, EXCEPTION.DaysOfWeek) ?? 0,
  }
}

function workWeek(record: PlanRecord): RawWorkWeek | null {
  if (record.name !== 'WorkWeek') return null
  const span = period(record)
  if (span === null || span.fromDay < FIRST_DAY || span.toDay > LAST_DAY) return null
  return { ...span, week: week(record) }
}
