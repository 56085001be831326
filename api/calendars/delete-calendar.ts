import { actingAccount, type Ctx } from '../platform/context.ts'
import { calendarInUse } from './calendar.errors.ts'
import { lockCalendar, updateCalendarRow } from './calendar.queries.ts'
import { calendarReferences } from './calendar-use.queries.ts'

/** Soft-deletes a calendar that nothing refers to. */
export async function deleteCalendar(ctx: Ctx<unknown>, calendarId: string): Promise<void> {
  await lockCalendar(ctx, calendarId)
  const references = await calendarReferences(ctx, calendarId, actingAccount(ctx).id)
  if (references.length > 0) throw calendarInUse(references)
  await updateCalendarRow(ctx, calendarId, { is_deleted: true })
}
