import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { lockCalendar, updateCalendarRow } from './calendar.queries.ts'
import type { ExceptionInput } from './calendar.schema.ts'
import { calendarChanged } from './calendar-changed.ts'
import {
  deleteException,
  type ExceptionRow,
  insertException,
  loadException,
  updateException,
} from './exception.queries.ts'

export function createException(ctx: Ctx<unknown>, calendarId: string, input: ExceptionInput): Promise<ExceptionRow> {
  return changeCalendar(ctx, calendarId, async () => {
    checkRange(input)
    return insertException(ctx, { ...input, id: newId(), calendar_id: calendarId })
  })
}

export function changeException(
  ctx: Ctx<unknown>,
  ids: { calendarId: string; exceptionId: string },
  input: Partial<ExceptionInput>,
): Promise<ExceptionRow> {
  return changeCalendar(ctx, ids.calendarId, async () => {
    const stored = await loadException(ctx, ids.calendarId, ids.exceptionId)
    const exc_start = input.exc_start ?? stored.exc_start
    const exc_end = input.exc_end ?? stored.exc_end
    checkRange({ exc_start, exc_end })
    return updateException(ctx, stored.id, { ...input, exc_start, exc_end })
  })
}

export function removeException(ctx: Ctx<unknown>, ids: { calendarId: string; exceptionId: string }): Promise<void> {
  return changeCalendar(ctx, ids.calendarId, async () => {
    const { id } = await loadException(ctx, ids.calendarId, ids.exceptionId)
    await deleteException(ctx, id)
  })
}

/** Every change of an exception is a new version of its calendar. */
async function changeCalendar<T>(ctx: Ctx<unknown>, calendarId: string, change: () => Promise<T>): Promise<T> {
  await lockCalendar(ctx, calendarId)
  const result = await change()
  await updateCalendarRow(ctx, calendarId, {})
  await calendarChanged(ctx, calendarId)
  return result
}

function checkRange({ exc_start, exc_end }: Pick<ExceptionRow, 'exc_start' | 'exc_end'>): void {
  refuseUnless(exc_end >= exc_start, () => fieldError('exc_end', 'The end must not be before the start.'))
}
