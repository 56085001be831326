import { calendarColumns } from '../../compute/model/schedule-columns.ts'
import { paintWorkingDays } from '../../compute/plan/calendar-days.ts'
import { loadCalendarLayers } from '../calendars/calendar-days.queries.ts'
import { composeCalendars, MONDAY_TO_FRIDAY } from '../calendars/compose-calendars.ts'
import type { Ctx } from '../platform/context.ts'
import { findCountedCalendarIds } from './project-facts.queries.ts'

/**
 * Working days between two days, both included: days on which the calendar and every calendar laid over the project
 * work. Without a calendar, Monday to Friday.
 */
export async function countWorkingDays(
  ctx: Ctx<unknown>,
  projectId: string,
  calendarId: string | null,
  firstDay: number,
  lastDay: number,
): Promise<number> {
  const calendars = await loadCalendarLayers(ctx, await findCountedCalendarIds(ctx, projectId, calendarId))
  const layers = [...calendars.values()]
  if (calendarId === null || !calendars.has(calendarId)) layers.push({ workingDays: MONDAY_TO_FRIDAY, ranges: [] })
  const { workingDays, ranges } = composeCalendars(layers)
  const exceptions = ranges.map(({ fromDay, toDay, isWorking }) => ({ firstDay: fromDay, lastDay: toDay, isWorking }))
  const isWorking = paintWorkingDays(calendarColumns(workingDays, exceptions), firstDay, lastDay - firstDay + 1)
  return isWorking.reduce((sum, day) => sum + day, 0)
}
