import { paintWorkingDays } from '../../compute/plan/calendar-days.ts'
import { loadBaseCalendar } from '../calendars/base-calendar.queries.ts'
import { loadCalendarHours, loadCalendarLayers } from '../calendars/calendar-days.queries.ts'
import { type CalendarLayer, composeCalendars } from '../calendars/compose-calendars.ts'
import { composeProjectLayers } from '../calendars/project-calendar.ts'
import type { Db } from '../database.ts'

/** The days on which somebody works in a project, and how long. */
export interface WorkCalendar {
  readonly id: string | null
  readonly layer: CalendarLayer
  readonly hoursPerDay: number
}

export interface ResourceCalendars {
  readonly project: WorkCalendar
  /** By the resource's own calendar; that of the project where it has none. */
  of(ownId: string | null): WorkCalendar
}

/** The calendars of people in a project: their own, else the project's with its overlays. */
export async function loadResourceCalendars(
  db: Db,
  projectId: string,
  ownIds: readonly (string | null)[],
): Promise<ResourceCalendars> {
  const ids = [...new Set(ownIds.flatMap((id) => id ?? []))]
  const layers = await loadCalendarLayers(db, ids)
  const hours = await loadCalendarHours(db, ids)
  const base = await loadBaseCalendar(db, projectId)
  const layer = (await composeProjectLayers(db, [projectId])).get(projectId) ?? composeCalendars([])
  const project = { id: base.id, layer, hoursPerDay: base.hoursPerDay }
  const own = new Map(
    [...layers].map(([id, each]) => [
      id,
      { id, layer: composeCalendars([each]), hoursPerDay: hours.get(id) ?? base.hoursPerDay },
    ]),
  )
  return { project, of: (id) => (id === null ? undefined : own.get(id)) ?? project }
}

/** One byte a day of a window: 1 where the calendar works. */
export function paintDays(calendar: CalendarLayer, firstDay: number, dayCount: number): Uint8Array {
  const columns = {
    weekdayMask: calendar.workingDays,
    exceptionFirstDay: Int32Array.from(calendar.ranges, (range) => range.fromDay),
    exceptionLastDay: Int32Array.from(calendar.ranges, (range) => range.toDay),
    exceptionIsWorking: Uint8Array.from(calendar.ranges, (range) => (range.isWorking ? 1 : 0)),
  }
  return paintWorkingDays(columns, firstDay, dayCount)
}
