import { formatCivilDay, isoWeekday } from '../../../compute/plan/civil-day.ts'
import { parseDate } from '../cells/parse-date.ts'

const DAYS_PER_WEEK = 7
const HOURS_PER_DAY = 8
const WEEKEND = 6
const SHORTEST_MONTH = 28

/** The day so many working hours or days, weeks or months after another. */
export function stepAfter(base: number, count: number, unit: string): number {
  if (unit === 'hour') return stepAfter(base, Math.floor(count / HOURS_PER_DAY), 'day')
  if (unit === 'week') return base + DAYS_PER_WEEK * count
  if (unit === 'month') {
    const [year = 0, month = 1, day = 1] = formatCivilDay(base).split('-').map(Number)
    const months = year * 12 + month - 1 + count
    const text = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
    // The same day of a later month, if it has one: no month is shorter than 28 days.
    return (parseDate(text, 'iso') ?? base) + Math.min(day, SHORTEST_MONTH) - 1
  }
  let day = base
  for (let left = count; left < 0; left += 1) {
    day -= 1
    while (isoWeekday(day) >= WEEKEND) day -= 1
  }
  for (let left = count; left > 0; left -= 1) {
    day += 1
    while (isoWeekday(day) >= WEEKEND) day += 1
  }
  return day
}
