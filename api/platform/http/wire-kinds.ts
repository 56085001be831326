import { z } from 'zod'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'

const FIRST_YEAR = '1900'
const LAST_YEAR = '2199'

function isDate(text: string): boolean {
  return parseCivilDay(text) !== null && text.slice(0, 4) >= FIRST_YEAR && text.slice(0, 4) <= LAST_YEAR
}

/** A civil date as it is sent: `YYYY-MM-DD`, a real day of the years 1900 to 2199. */
export const civilDate = z
  .string()
  .refine(isDate, `Send a date as YYYY-MM-DD between ${FIRST_YEAR} and ${LAST_YEAR}`)
  .meta({ format: 'date' })

/** An id in a body or query, in the one case in which ids are compared. */
export const wireId = z.guid('Must be a valid UUID.').toLowerCase()

/** Whether a text names a time zone of the IANA list. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
