// Days as people write them.

import { civilParts, formatCivilDay, isoWeekday } from '../../../compute/plan/civil-day.ts'
import type { Layout } from './layout-choices.ts'
import { LANGUAGES } from './layout-words.ts'

export type Cell =
  | string
  | number
  | { day: number }
  | { share: number }
  | { fill: true }
  | { text: string; indent: number; isBold?: boolean }
  | null

const two = (value: number) => String(value).padStart(2, '0')
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const LONG_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const LONG_MONTHS = 'January February March April May June July August September October November December'.split(' ')
/** Serial numbers of workbooks count from the last days of 1899. */
const DAYS_TO_1970 = 25_569

export function dateCell(day: number, { dates, language }: Pick<Layout, 'dates' | 'language'>): Cell {
  const { year, month, day: dayOfMonth } = civilParts(day)
  const name = LANGUAGES[language].months[month - 1] ?? ''
  const [d, m, yy] = [two(dayOfMonth), two(month), two(year % 100)]
  switch (dates) {
    case 'iso':
      return formatCivilDay(day)
    case 'iso time':
      return `${formatCivilDay(day)} 00:00`
    case 'ymd/':
      return `${year}/${m}/${d}`
    case 'dmy/':
      return `${d}/${m}/${year}`
    case 'mdy/':
      return `${month}/${dayOfMonth}/${year}`
    case 'dmy.':
      return `${d}.${m}.${year}`
    case 'd-mmm-yy':
      return `${dayOfMonth}-${name.replace('.', '')}-${yy}`
    case 'd month y':
      return `${dayOfMonth} ${name} ${year}`
    case 'month d, y':
      return `${name} ${dayOfMonth}, ${year}`
    case 'dmy/yy':
      return `${d}/${m}/${yy}`
    case 'mdy/yy':
      return `${month}/${dayOfMonth}/${yy}`
    case 'weekday':
      return `${WEEKDAYS[isoWeekday(day) - 1]} ${month}/${dayOfMonth}/${yy}`
    case 'long':
      return `${LONG_DAYS[isoWeekday(day) - 1]}, ${LONG_MONTHS[month - 1]} ${dayOfMonth}, ${year}`
    case 'dm.':
      return `${d}.${m}.`
    case 'd-mmm':
      return `${dayOfMonth}-${name.replace('.', '')}`
    case 'dm':
      return `${d}/${m}`
    case 'serial':
      return day + DAYS_TO_1970
    case 'real':
      return { day }
  }
}

/** Whether which part is the day has to be proven by a part above 12. */
export const isOrderOpen = (dates: Layout['dates']) => ['dmy/', 'mdy/', 'dmy/yy', 'mdy/yy', 'dm'].includes(dates)

export const yearOf = (day: number) => civilParts(day).year
export const monthOf = (day: number) => civilParts(day).month
export const dayOfMonth = (day: number) => civilParts(day).day
export const mondayOf = (day: number) => day - isoWeekday(day) + 1

/** The week of the calendar, as ISO 8601 counts it. */
export function weekOf(day: number): number {
  const thursday = mondayOf(day) + 3
  const { year } = civilParts(thursday)
  let first = thursday
  while (civilParts(first - 7).year === year) first -= 7
  return (thursday - first) / 7 + 1
}
