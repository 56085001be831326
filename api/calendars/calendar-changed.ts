import type { Ctx } from '../platform/context.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { emitCalendarChanged } from './calendar.events.ts'
import { projectsOnCalendar } from './calendar-use.queries.ts'

/** Days or hours of a calendar changed: every project that resolves to it is told and computed again. */
export async function calendarChanged(ctx: Ctx<unknown>, calendarId: string): Promise<void> {
  for (const projectId of await projectsOnCalendar(ctx, calendarId)) {
    emitCalendarChanged(ctx, projectId)
    requestRecompute(ctx, projectId)
  }
}
