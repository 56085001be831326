import { Refusal } from '../platform/errors.ts'
import type { CalendarReference } from './calendar-use.queries.ts'

const SAMPLE_SIZE = 10

/** Counts all that refer to the calendar and names a few of those that the caller may see. */
export function calendarInUse(references: readonly CalendarReference[]): Refusal {
  const visible = references.filter((reference) => reference.is_visible).slice(0, SAMPLE_SIZE)
  return new Refusal(409, 'The calendar is in use.', {
    code: 'calendar_in_use',
    extra: {
      reference_count: references.length,
      references: visible.map(({ type, id, name }) => ({ type, id, name })),
    },
  })
}
