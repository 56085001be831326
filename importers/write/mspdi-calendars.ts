import type { PlanCalendar } from '../plan/imported-plan.ts'
import { element } from './xml-text.ts'

// Sunday first, as the format counts.
const ISO_WEEKDAYS = [7, 1, 2, 3, 4, 5, 6]
const DAY_START_MINUTES = 8 * 60
const MINUTES_IN_DAY = 24 * 60

export type CalendarToWrite = { uid: number; name: string; parentUid: number | null; calendar: PlanCalendar }

/** A `Calendar` element: the whole week and every exception, so that it reads the same with and without its base. */
export function mspdiCalendar({ uid, name, parentUid, calendar }: CalendarToWrite, minutesPerDay: number): string {
  const times = workingTimes(calendar, minutesPerDay)
  const week = ISO_WEEKDAYS.map((weekday, index) => {
    const isWorking = calendar.working_days.includes(weekday)
    return `<WeekDay>${element('DayType', index + 1)}${element('DayWorking', isWorking)}${isWorking ? times : ''}</WeekDay>`
  })
  const exceptions = calendar.exceptions.map(
    ({ from, to, working }) =>
      `<Exception><EnteredByOccurrences>0</EnteredByOccurrences><TimePeriod>${element('FromDate', `${from}T00:00:00`)}` +
      `${element('ToDate', `${to}T23:59:00`)}</TimePeriod><Occurrences>1</Occurrences><Name/><Type>1</Type>` +
      `${element('DayWorking', working)}${working ? times : ''}</Exception>`,
  )
  return (
    `<Calendar>${element('UID', uid)}${element('Name', name)}${element('IsBaseCalendar', parentUid === null)}` +
    `${element('BaseCalendarUID', parentUid ?? -1)}<WeekDays>${week.join('')}</WeekDays>` +
    `${exceptions.length === 0 ? '' : `<Exceptions>${exceptions.join('')}</Exceptions>`}</Calendar>\n`
  )
}

/**
 * What the file worked on a usual day, else the plan's hours. Eight hours from eight on are the usual two halves of a day;
 * anything else is one stretch.
 */
function workingTimes({ source }: PlanCalendar, minutesPerDay: number): string {
  const minutes = Math.min(MINUTES_IN_DAY, source?.worked_minutes ?? minutesPerDay)
  const start = Math.min(minuteOf(source?.day_starts) ?? DAY_START_MINUTES, MINUTES_IN_DAY - minutes)
  const isUsual = minutes === 480 && start === DAY_START_MINUTES
  const stretches = isUsual ? [[480, 720] as const, [780, 1020] as const] : [[start, start + minutes] as const]
  const elements = stretches.map(
    ([from, to]) => `<WorkingTime>${element('FromTime', clock(from))}${element('ToTime', clock(to))}</WorkingTime>`,
  )
  return `<WorkingTimes>${elements.join('')}</WorkingTimes>`
}

function minuteOf(clockTime: string | undefined): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(clockTime ?? '')
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/** Midnight ends a day as it begins one. */
function clock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60) % 24)}:${two(Math.floor(minutes % 60))}:00`
}
