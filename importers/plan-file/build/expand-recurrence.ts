// Expands a recurring calendar exception into its days. Occurrences start inside from..to; counting begins with the
// period (week, month, year) that holds the first day, also when its own occurrence lies before that day.

import { civilParts, isoWeekday, monthLength } from '../../../compute/plan/civil-day.ts'
import { dayNumber } from '../../plan/file-day.ts'
import type { RawException, RawRecurrence } from '../raw-project.ts'

const ALL_WEEKDAYS = 0b111_1111

export type DayWindow = { firstDay: number; lastDay: number }

/**
 * Days of a recurring exception inside a window, ascending. Stops after `most` days, so that a file of daily rules over
 * centuries costs no more than its refusal.
 */
export function expandRecurrence(
  exception: RawException,
  recurrence: RawRecurrence,
  window: DayWindow,
  most: number,
): number[] {
  const first = Math.max(exception.fromDay, window.firstDay)
  const end = Math.min(exception.toDay, window.lastDay)
  const days: number[] = []
  for (const day of candidates(exception.fromDay, recurrence, { firstDay: first, lastDay: end })) {
    if (day > end || days.length >= most) break
    if (day >= first) days.push(day)
  }
  return days
}

function candidates(fromDay: number, recurrence: RawRecurrence, window: DayWindow): Iterable<number> {
  switch (recurrence.kind) {
    case 2:
    case 3:
      return monthlyDays(fromDay, recurrence, window, 12)
    case 4:
    case 5:
      return monthlyDays(fromDay, recurrence, window, Math.max(1, recurrence.period))
    case 6:
      return weeklyDays(fromDay, recurrence, window)
    default:
      return dailyDays(fromDay, Math.max(1, recurrence.period), window)
  }
}

/** The last step at or before a place, so that the years before the window need not be walked. */
function jump(from: number, step: number, to: number): number {
  return to <= from ? from : from + Math.floor((to - from) / step) * step
}

function* dailyDays(fromDay: number, period: number, { firstDay, lastDay }: DayWindow): Generator<number> {
  for (let day = jump(fromDay, period, firstDay); day <= lastDay; day += period) yield day
}

function* weeklyDays(fromDay: number, recurrence: RawRecurrence, { firstDay, lastDay }: DayWindow): Generator<number> {
  if ((recurrence.daysOfWeek & ALL_WEEKDAYS) === 0) return
  const sunday = fromDay - (isoWeekday(fromDay) % 7)
  const step = 7 * Math.max(1, recurrence.period)
  for (let week = jump(sunday, step, firstDay); week <= lastDay; week += step) {
    for (let weekday = 0; weekday < 7; weekday += 1) {
      if ((recurrence.daysOfWeek >> weekday) & 1) yield week + weekday
    }
  }
}

/** Monthly and yearly rules: a year is a step of twelve months that starts in the rule's own month. */
function* monthlyDays(fromDay: number, recurrence: RawRecurrence, window: DayWindow, step: number): Generator<number> {
  const isRelative = recurrence.kind === 3 || recurrence.kind === 5
  const from = civilParts(fromDay)
  const firstMonth = recurrence.kind <= 3 ? recurrence.month : from.month
  const windowStart = civilParts(window.firstDay)
  const start = jump(from.year * 12 + firstMonth - 1, step, windowStart.year * 12 + windowStart.month - 1)
  for (let index = start; ; index += step) {
    const year = Math.floor(index / 12)
    const month = (index % 12) + 1
    const first = dayNumber(year, month, 1)
    if (first === null || first > window.lastDay) return
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
