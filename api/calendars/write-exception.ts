import type { z } from 'zod'
import type { Ctx } from '../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { CalendarException } from './calendar.entity.ts'
import { lockCalendar } from './calendar.queries.ts'
import type { exceptionBody, exceptionPatch } from './calendar.schema.ts'
import { calendarChanged } from './calendar-changed.ts'

export async function findException(
  ctx: Pick<Ctx, 'em'>,
  calendarId: string,
  exceptionId: string,
): Promise<CalendarException> {
  const exception = await ctx.em.findOne(CalendarException, { id: exceptionId, calendar_id: calendarId })
  if (!exception) throw notFound()
  return exception
}

export async function createException(
  ctx: Ctx<unknown>,
  calendarId: string,
  input: z.output<typeof exceptionBody>,
): Promise<CalendarException> {
  return changeCalendar(ctx, calendarId, async () => {
    checkRange(input.exc_start, input.exc_end)
    return ctx.em.create(CalendarException, {
      id: newId(),
      calendar_id: calendarId,
      exc_start: input.exc_start,
      exc_end: input.exc_end,
      is_working: input.is_working ?? false,
      description: input.description ?? '',
    })
  })
}

export async function updateException(
  ctx: Ctx<unknown>,
  ids: { calendarId: string; exceptionId: string },
  input: z.output<typeof exceptionPatch>,
): Promise<CalendarException> {
  return changeCalendar(ctx, ids.calendarId, async () => {
    const exception = await findException(ctx, ids.calendarId, ids.exceptionId)
    exception.exc_start = input.exc_start ?? exception.exc_start
    exception.exc_end = input.exc_end ?? exception.exc_end
    exception.is_working = input.is_working ?? exception.is_working
    exception.description = input.description ?? exception.description
    checkRange(exception.exc_start, exception.exc_end)
    return exception
  })
}

export async function deleteException(
  ctx: Ctx<unknown>,
  ids: { calendarId: string; exceptionId: string },
): Promise<void> {
  await changeCalendar(ctx, ids.calendarId, async () => {
    ctx.em.remove(await findException(ctx, ids.calendarId, ids.exceptionId))
  })
}

/** Every change of an exception is a new version of its calendar. */
async function changeCalendar<T>(ctx: Ctx<unknown>, calendarId: string, change: () => Promise<T>): Promise<T> {
  const calendar = await lockCalendar(ctx, calendarId)
  const result = await change()
  calendar.server_version += 1
  await ctx.em.flush()
  await calendarChanged(ctx, calendarId)
  return result
}

function checkRange(start: string, end: string): void {
  refuseUnless(end >= start, () => fieldError('exc_end', 'The end must not be before the start.'))
}
