import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { type FullCalendar, insertCalendar, loadCalendar, lockCalendar, updateCalendarRow } from './calendar.queries.ts'
import type { CalendarInput } from './calendar.schema.ts'
import { calendarChanged } from './calendar-changed.ts'
import { MONDAY_TO_FRIDAY } from './compose-calendars.ts'

export function createCalendar(ctx: Ctx<unknown>, input: CalendarInput): Promise<FullCalendar> {
  return insertCalendar(ctx, {
    id: newId(),
    name: input.name,
    working_days: input.working_days ?? MONDAY_TO_FRIDAY,
    hours_per_day: input.hours_per_day ?? 8,
    timezone: input.timezone ?? 'UTC',
    created_at: ctx.services.clock.now(),
  })
}

/** Changes what was sent. Another week or other hours move the dates of all projects on the calendar. */
export async function updateCalendar(
  ctx: Ctx<unknown>,
  id: string,
  input: Partial<CalendarInput>,
): Promise<FullCalendar> {
  const before = await lockCalendar(ctx, id)
  await updateCalendarRow(ctx, id, input)
  const after = await loadCalendar(ctx, id)
  if (before.working_days !== after.working_days || before.hours_per_day !== after.hours_per_day) {
    await calendarChanged(ctx, id)
  }
  return after
}
