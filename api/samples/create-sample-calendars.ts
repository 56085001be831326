import { CalendarException } from '../calendars/calendar.entity.ts'
import { createCalendar } from '../calendars/write-calendar.ts'
import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import type { DatedCalendar, DatedSample } from './date-sample.ts'

/**
 * The sample's calendars, new ones with each load because their closures move. Exceptions go in as a set: no project
 * is on these calendars yet, so there is nobody to tell of each.
 */
export async function createSampleCalendars(ctx: Ctx<unknown>, sample: DatedSample): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [key, dated] of Object.entries(sample.calendars)) {
    const calendar = await createCalendar(ctx, { name: dated.name, working_days: maskOf(dated) })
    ids.set(key, calendar.id)
    for (const exception of dated.exceptions) {
      ctx.em.create(CalendarException, {
        id: newId(),
        calendarId: calendar.id,
        excStart: exception.from,
        excEnd: exception.to,
        isWorking: exception.working ?? false,
        description: exception.description,
      })
    }
  }
  await ctx.em.flush()
  return ids
}

/** Monday is bit 0. */
function maskOf(calendar: DatedCalendar): number {
  return calendar.workingDays.reduce((mask, weekday) => mask | (1 << (weekday - 1)), 0)
}
