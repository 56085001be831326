import { FIRST_DAY, LAST_DAY } from '../../plan/civil-date.ts'
import type { RawCalendar, RawException, RawRecurrence, RawWeek, RawWorkWeek } from '../raw-project.ts'
import { uidOrNull } from './raw-task.ts'
import { dayOf, flagOf, integerOf, textOf } from './read-values.ts'
import type { XmlRecord } from './stream-records.ts'

const EXCEPTION_DAY_TYPE = 0
const PLAIN_RANGE = 1

/** A `Calendar` element. */
export function rawCalendar(record: XmlRecord, uid: number): RawCalendar {
  const base = uidOrNull(integerOf(record, 'BaseCalendarUID'))
  const listed = record.children.filter((child) => child.name === 'Exception')
  // Newer files repeat their plain exceptions among the week days, for older readers: one of the two lists is enough.
  const exceptions = listed.length > 0 ? listed.map(exception) : record.children.map(oldException)
  return {
    uid,
    name: textOf(record, 'Name'),
    parentUid: base === uid || flagOf(record, 'IsBaseCalendar', false) ? null : base,
    week: week(record),
    exceptions: exceptions.filter((found) => found !== null),
    workWeeks: record.children.map(workWeek).filter((found) => found !== null),
  }
}

/** DayType 1 = Sunday … 7 = Saturday, turned into a week that starts on Monday. */
function week(record: XmlRecord): RawWeek {
  const days: RawWeek = [null, null, null, null, null, null, null]
  for (const child of record.children) {
    const dayType = child.name === 'WeekDay' ? integerOf(child, 'DayType') : null
    if (dayType !== null && dayType >= 1 && dayType <= 7) days[(dayType + 5) % 7] = flagOf(child, 'DayWorking', false)
  }
  return days
}

function period(record: XmlRecord): { fromDay: number; toDay: number } | null {
  const timePeriod = record.children.find((child) => child.name === 'TimePeriod')
  if (timePeriod === undefined) return null
  const fromDay = dayOf(timePeriod, 'FromDate')
  const toDay = dayOf(timePeriod, 'ToDate') ?? fromDay
  return fromDay === null || toDay === null || toDay < fromDay ? null : { fromDay, toDay }
}

function oldException(record: XmlRecord): RawException | null {
  if (record.name !== 'WeekDay' || integerOf(record, 'DayType') !== EXCEPTION_DAY_TYPE) return null
  const span = period(record)
  if (span === null) return null
  return { ...span, name: null, isWorking: flagOf(record, 'DayWorking', false), recurrence: null }
}

function exception(record: XmlRecord): RawException | null {
  const span = period(record)
  if (span === null) return null
  const kind = integerOf(record, 'Type') ?? PLAIN_RANGE
  const isRecurring = kind >= 2 && kind <= 7
  return {
    ...span,
    name: textOf(record, 'Name'),
    isWorking: flagOf(record, 'DayWorking', false),
    recurrence: isRecurring ? recurrence(record, kind) : null,
  }
}

function recurrence(record: XmlRecord, kind: number): RawRecurrence {
  return {
    kind,
    period: Math.max(1, integerOf(record, 'Period') ?? 1),
    month: Math.min(11, Math.max(0, integerOf(record, 'Month') ?? 0)) + 1,
    monthDay: integerOf(record, 'MonthDay') ?? 1,
    monthItem: integerOf(record, 'MonthItem') ?? 0,
    monthPosition: Math.max(0, integerOf(record, 'MonthPosition') ?? 0),
    daysOfWeek: integerOf(record, 'DaysOfWeek') ?? 0,
  }
}

function workWeek(record: XmlRecord): RawWorkWeek | null {
  if (record.name !== 'WorkWeek') return null
  const span = period(record)
  if (span === null || span.fromDay < FIRST_DAY || span.toDay > LAST_DAY) return null
  return { ...span, week: week(record) }
}
