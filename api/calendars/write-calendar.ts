import type { z } from 'zod'
import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { Calendar } from './calendar.entity.ts'
import { lockCalendar } from './calendar.queries.ts'
import type { calendarBody, calendarPatch } from './calendar.schema.ts'
import { calendarChanged } from './calendar-changed.ts'
import { MONDAY_TO_FRIDAY } from './compose-calendars.ts'

export async function createCalendar(ctx: Ctx<unknown>, input: z.output<typeof calendarBody>): Promise<Calendar> {
  const calendar = ctx.em.create(Calendar, {
    id: newId(),
    server_version: 1,
    name: input.name,
    working_days: input.working_days ?? MONDAY_TO_FRIDAY,
    hours_per_day: input.hours_per_day ?? 8,
    timezone: input.timezone ?? 'UTC',
    is_deleted: false,
    created_at: ctx.services.clock.now(),
  })
  await ctx.em.flush()
  return calendar
}

/** Changes what was sent. Another week or other hours move the dates of all projects on the calendar. */
export async function updateCalendar(
  ctx: Ctx<unknown>,
  calendarId: string,
  input: z.output<typeof calendarPatch>,
): Promise<Calendar> {
  const calendar = await lockCalendar(ctx, calendarId)
  const before = { workingDays: calendar.working_days, hoursPerDay: calendar.hours_per_day }
  calendar.name = input.name ?? calendar.name
  calendar.working_days = input.working_days ?? calendar.working_days
  calendar.hours_per_day = input.hours_per_day ?? calendar.hours_per_day
  calendar.timezone = input.timezone ?? calendar.timezone
  calendar.server_version += 1
  await ctx.em.flush()
  if (before.workingDays !== calendar.working_days || before.hoursPerDay !== calendar.hours_per_day) {
    await calendarChanged(ctx, calendarId)
  }
  return calendar
}
