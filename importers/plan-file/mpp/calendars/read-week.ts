import type { RawWeek } from '../../raw-project.ts'
import { uint16 } from '../values/read-bytes.ts'

const DAYS_IN_WEEK = 7
const STANDARD_WEEK = [true, true, true, true, true, false, false]

/** How the days of a week lie in the bytes: Sunday first, each with a flag for "as usual" and a count of work periods. */
export type WeekLayout = { firstAt: number; dayLength: number }

/** A week that begins on Monday; null where a day is "as usual". */
export function readWeek(bytes: Uint8Array, { firstAt, dayLength }: WeekLayout): RawWeek {
  const week: RawWeek = []
  for (let weekday = 1; weekday <= DAYS_IN_WEEK; weekday += 1) {
    const at = firstAt + (weekday % DAYS_IN_WEEK) * dayLength
    week.push(uint16(bytes, at) === 1 ? null : uint16(bytes, at + 2) > 0)
  }
  return week
}

/** The week that base calendars mean by "as usual". */
export function usualWeek(bytes: Uint8Array | null, layout: WeekLayout): RawWeek {
  if (bytes === null) return STANDARD_WEEK
  return readWeek(bytes, layout).map((isWorking, index) => isWorking ?? STANDARD_WEEK[index] ?? false)
}
