import { daysBetween } from '../schedule/monte-carlo/risk-premium.ts'

interface Span {
  readonly start: string | null
  readonly finish: string | null
}

/**
 * How much of a task was to be done at the end of the day, spread evenly over the calendar days of its captured span: a
 * page of tasks reads no calendars. Null before it was to start, and where nothing was captured.
 */
export function plannedPercent({ start, finish }: Span, day: string): number | null {
  if (start === null || finish === null || day < start) return null
  if (day >= finish) return 100
  return (100 * (daysBetween(start, day) + 1)) / (daysBetween(start, finish) + 1)
}
