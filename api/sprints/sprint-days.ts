import { parseCivilDay } from '../../compute/plan/civil-day.ts'
import { type CalendarLayer, composeCalendars, isWorkingDay } from '../calendars/compose-calendars.ts'
import { composeProjectLayers } from '../calendars/project-calendar.ts'
import type { Db } from '../database.ts'

/** The calendar that a project's sprints are counted by: inherited, with its holidays and what is laid over it. */
export async function loadProjectDays(db: Db, projectId: string): Promise<CalendarLayer> {
  return (await composeProjectLayers(db, [projectId])).get(projectId) ?? composeCalendars([])
}

/** Working days from the first day to the last, both included; none where the last lies before the first. */
export function workingDaysBetween(calendar: CalendarLayer, firstDay: number, lastDay: number): number {
  let count = 0
  for (let day = firstDay; day <= lastDay; day++) if (isWorkingDay(calendar, day)) count++
  return count
}

/** The day number of a date that was checked when it came in. */
export function dayOf(date: string): number {
  return parseCivilDay(date) as number
}
