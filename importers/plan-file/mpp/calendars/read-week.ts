import { int32, uint16 } from '../../../binary/read-bytes.ts'
import type { RawHours, RawWeek } from '../../raw-project.ts'

const DAYS_IN_WEEK = 7
const STANDARD_WEEK = [true, true, true, true, true, false, false]

/**
 * How the days of a week lie in the bytes: Sunday first, each with a flag for "as usual" and a count of work periods, of
 * which there are up to five unless said otherwise, with their starts before their lengths.
 */
export type WeekLayout = { firstAt: number; dayLength: number; mostPeriods?: number; lengthsAt?: number }

/** A week that begins on Monday; null where a day is "as usual". */
export function readWeek(bytes: Uint8Array, { firstAt, dayLength }: WeekLayout): RawWeek {
  const week: RawWeek = []
  for (let weekday = 1; weekday <= DAYS_IN_WEEK; weekday += 1) {
    const at = firstAt + (weekday % DAYS_IN_WEEK) * dayLength
    week.push(uint16(bytes, at) === 1 ? null : uint16(bytes, at + 2) > 0)
  }
  return week
}

const MOST_PERIODS = 5
const LENGTHS_AT = 20
const TENTHS_IN_DAY = 14_400

/** Of each weekday with hours of its own: when the first begins, and all of them together. */
export function readHours(bytes: Uint8Array, layout: WeekLayout): RawHours {
  const { firstAt, dayLength, mostPeriods = MOST_PERIODS, lengthsAt = LENGTHS_AT } = layout
  const hours: RawHours = []
  for (let weekday = 1; weekday <= DAYS_IN_WEEK; weekday += 1) {
    const at = firstAt + (weekday % DAYS_IN_WEEK) * dayLength
    const periods = uint16(bytes, at) === 1 ? 0 : Math.min(mostPeriods, uint16(bytes, at + 2))
    let from = TENTHS_IN_DAY
    let tenths = 0
    for (let period = 0; period < periods; period += 1) {
      from = Math.min(from, uint16(bytes, at + 8 + 2 * period))
      tenths += int32(bytes, at + lengthsAt + 4 * period)
    }
    hours.push(tenths > 0 && tenths <= TENTHS_IN_DAY ? { from: from / 10, minutes: tenths / 10 } : null)
  }
  return hours
}

/** The week that base calendars mean by "as usual". */
export function usualWeek(bytes: Uint8Array | null, layout: WeekLayout): RawWeek {
  if (bytes === null) return STANDARD_WEEK
  return readWeek(bytes, layout).map((isWorking, index) => isWorking ?? STANDARD_WEEK[index] ?? false)
}

/** Eight to twelve and one to five. */
export function standardHours(isWorking: boolean | null): RawHours[number] {
  return isWorking === true ? { from: 480, minutes: 480 } : null
}
