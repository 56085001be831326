import { parseDayOf } from '../../plan/file-day.ts'

/** Working days from one date-time of a file to another, as a calendar counts them; null without both. */
export function workingDaysBetween(
  { start, finish }: { readonly start: string | null; readonly finish: string | null },
  countDays: (fromDay: number, toDay: number) => number,
): number | null {
  const from = start === null ? null : parseDayOf(start)
  const to = finish === null ? null : parseDayOf(finish)
  if (from === null || to === null) return null
  // A day that ends before the hour at which the task began is not a day worked: 24 elapsed hours touch two dates.
  const isPartDay = to > from && (finish ?? '').slice(10) <= (start ?? '').slice(10)
  return countDays(from, isPartDay ? to - 1 : to)
}
