// Expands a recurring calendar exception into its days. Occurrences start inside from..to; counting begins with the
// period (week, month, year) that holds the first day, also when its own occurrence lies before that day.

import { civilParts, dayNumber, isoWeekday, monthLength } from '../../plan/civil-date.ts'
import type { RawException, RawRecurrence } from '../raw-project.ts'

/** Days of a recurring exception, ascending; those after `lastDay` are left out. */
export function expandRecurrence(exception: RawException, recurrence: RawRecurrence, lastDay: number): number[] {
  const days: number[] = []
  const end = Math.min(exception.toDay, lastDay)
  const most = exception.occurrences ?? Number.POSITIVE_INFINITY
  for (const day of candidates(exception.fromDay, recurrence, end)) {
    if (day > end || days.length >= most) break
    if (day >= exception.fromDay) days.push(day)
  }
  return days
}

function candidates(fromDay: number, recurrence: RawRecurrence, end: number): Iterable<number> {
  switch (recurrence.kind) {
    case 2:
    case 3:
      return monthlyDays(fromDay, recurrence, end, 12)
    case 4:
    case 5:
      return monthlyDays(fromDay, recurrence, end, Math.max(1, recurrence.period))
    case 6:
      return weeklyDays(fromDay, recurrence, end)
    default:
      return dailyDays(fromDay, Math.max(1, recurrence.period), end)
  }
}

function* dailyDays(fromDay: number, period: number, end: number): Generator<number> {
  for (let day = fromDay; day <= end; day += period) yield day
}

function* weeklyDays(fromDay: number, recurrence: RawRecurrence, end: number): Generator<number> {
  const sunday = fromDay - (isoWeekday(fromDay) % 7)
  const step = 7 * Math.max(1, recurrence.period)
  for (let week = sunday; week <= end; week += step) {
    for (let weekday = 0; weekday < 7; weekday += 1) {
      if ((recurrence.daysOfWeek >> weekday) & 1) yield week + weekday
    }
  }
}

/** Monthly and yearly rules: a year is a step of twelve months that starts in the rule's own month. */
function* monthlyDays(fromDay: number, recurrence: RawRecurrence, end: number, step: number): Generator<number> {
  const isRelative = recurrence.kind === 3 || recurrence.kind === 5
  const from = civilParts(fromDay)
  const firstMonth = recurrence.kind <= 3 ? recurrence.month : from.month
  for (let index = from.year * 12 + firstMonth - 1; ; index += step) {
    const year = Math.floor(index / 12)
    const month = (index % 12) + 1
    const first = dayNumber(year, month, 1)
    if (first === null || first > end) return
    yield isRelative ? relativeDay(first, year, month, recurrence) : absoluteDay(first, year, month, recurrence)
  }
}

/** The 31st of a shorter month is its last day. */
function absoluteDay(first: number, year: number, month: number, recurrence: RawRecurrence): number {
  return first + Math.min(Math.max(recurrence.monthDay, 1), monthLength(year, month)) - 1
}

function relativeDay(first: number, year: number, month: number, recurrence: RawRecurrence): number {
  const matching: number[] = []
  for (let day = first; day < first + monthLength(year, month); day += 1) {
    if (matchesItem(isoWeekday(day), recurrence.monthItem)) matching.push(day)
  }
  const wanted = recurrence.monthPosition >= 4 ? matching.at(-1) : matching[recurrence.monthPosition]
  return wanted ?? first
}

function matchesItem(weekday: number, item: number): boolean {
  if (item === 0) return true
  if (item === 1) return weekday <= 5
  if (item === 2) return weekday >= 6
  return weekday % 7 === item - 3
}
