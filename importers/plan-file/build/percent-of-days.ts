import { remainingDays } from '../../../compute/plan/remaining-days.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { RawTask } from '../raw-project.ts'
import { plainNumber, wholeDays } from './convert-duration.ts'

const MOST_PERCENT = 99

/**
 * How much of a begun task is done, so that no more of its days remain than its file says: what people judged, or the share
 * of the work, may lag behind the days, and dates follow the days. The file's own percentage stays in the source.
 */
export function percentOfDays(
  { uid, remainingMinutes }: RawTask,
  percent: number,
  { days, minutesPerDay, diagnostics }: { days: number; minutesPerDay: number; diagnostics: Diagnostics },
): number {
  if (remainingMinutes === undefined || percent <= 0 || percent >= 100) return percent
  const left = wholeDays(remainingMinutes, minutesPerDay)
  if (left <= 0 || remainingDays(days, percent) <= left) return percent
  let done = Math.ceil((100 * (days - left)) / days)
  while (done < MOST_PERCENT && remainingDays(days, done) > left) done += 1
  const counted = Math.min(MOST_PERCENT, done)
  const text = `${plainNumber(percent)} % are done and ${left} of ${days} days remain; ${counted} % counts, which leaves these`
  diagnostics.warn('percent_of_days', { uid, field: 'percent_complete' }, text)
  return counted
}
