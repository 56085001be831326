import { remainingDays } from '../../../compute/plan/remaining-days.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { RawTask } from '../raw-project.ts'
import { plainNumber, wholeDays } from './convert-duration.ts'

const MOST_PERCENT = 99

/**
 * How long begun work lasts and how much of it is done, in days and percent, so that as many of its days remain as its file
 * says: what people judged, or the share of the work, says nothing of days, and dates follow the days. Where more remains
 * than was planned it lasts longer. The file's own values stay in the source.
 */
export function daysUnderWay(
  { uid, remainingMinutes, percentComplete }: RawTask,
  { days, minutesPerDay, diagnostics }: { days: number; minutesPerDay: number; diagnostics: Diagnostics },
): { days: number; percent: number } {
  const asSaid = { days, percent: percentComplete }
  if (remainingMinutes === undefined || (percentComplete >= 100 && remainingMinutes <= 0)) return asSaid
  const left = Math.max(1, wholeDays(remainingMinutes, minutesPerDay))
  const stated = Math.max(0, percentComplete)
  if (days <= 0 || (stated > 0 && stated < 100 && remainingDays(days, stated) === left)) return asSaid
  const counted = left < days ? lessRemains(days, left) : moreRemains(Math.max(1, stated), left)
  const lasts = counted.days === days ? '' : ` of ${counted.days} days`
  const text = `${plainNumber(stated)} % are done and ${left} of ${days} days remain; ${counted.percent} %${lasts} counts, which leaves these`
  diagnostics.warn('percent_of_days', { uid, field: 'percent_complete' }, text)
  return counted
}

function lessRemains(days: number, left: number): { days: number; percent: number } {
  let percent = Math.max(1, Math.ceil((100 * (days - left)) / days))
  while (percent < MOST_PERCENT && remainingDays(days, percent) > left) percent += 1
  return { days, percent: Math.min(MOST_PERCENT, percent) }
}

function moreRemains(stated: number, left: number): { days: number; percent: number } {
  const percent = Math.min(MOST_PERCENT, stated)
  let days = Math.max(left, Math.floor(left / (1 - percent / 100)))
  while (days > left && remainingDays(days, percent) > left) days -= 1
  while (remainingDays(days, percent) < left) days += 1
  return { days, percent }
}
