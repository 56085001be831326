import { civilDay } from '../../compute/plan/civil-day.ts'
import { FIRST_DAY, LAST_DAY } from '../plan/file-day.ts'

const DAY_MINUTES = 1440
/** Days are counted from here, as in the spreadsheets of old. */
const SERIAL_ZERO = civilDay(1899, 12, 30) as number

/** The day of a serial number; null outside of the years that a file may name. */
export function dayOfSerial(serial: number): number | null {
  const day = SERIAL_ZERO + serial
  return day < FIRST_DAY || day > LAST_DAY ? null : day
}

export function serialOfDay(day: number): number {
  return day - SERIAL_ZERO
}

/** Minutes from one `HH:MM` to another; midnight ends a day, and some writers name the last minute instead of the end. */
export function minutesOfShift(from: string, to: string): number {
  const start = minuteOf(from)
  const named = minuteOf(to)
  const end = named % 5 === 4 ? named + 1 : named
  return end > start ? end - start : end + DAY_MINUTES - start
}

/** The minute of a day, of `HH:MM`. */
export function minuteOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Math.min(23, Number(hours)) * 60 + Math.min(59, Number(minutes))
}
