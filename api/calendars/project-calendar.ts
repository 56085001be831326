import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { Db } from '../database.ts'
import { loadCalendarLayers } from './calendar-days.queries.ts'
import { calendarChains } from './calendar-use.queries.ts'
import { type CalendarLayer, composeCalendars, MONDAY_TO_FRIDAY } from './compose-calendars.ts'

/** A calendar for the scheduler: bit 0 of the mask is Monday; ranges are inclusive, in order and never overlap. */
export interface ScheduleCalendar {
  readonly workingDays: number
  readonly exceptions: readonly { from: string; to: string; working: boolean }[]
}

const DEFAULT_LAYER: CalendarLayer = { workingDays: MONDAY_TO_FRIDAY, ranges: [] }

/** The project's calendar: its own, else the program's, else the workspace's, else Monday to Friday, with its overlays. */
export async function composeProjectCalendar(db: Db, projectId: string): Promise<ScheduleCalendar> {
  return (await composeProjectCalendars(db, [projectId])).get(projectId) ?? toSchedule(DEFAULT_LAYER)
}

/** The same for many projects in four queries. */
export async function composeProjectCalendars(
  db: Db,
  projectIds: readonly string[],
): Promise<Map<string, ScheduleCalendar>> {
  const layers = await composeProjectLayers(db, projectIds)
  return new Map([...layers].map(([id, layer]) => [id, toSchedule(layer)]))
}

/** Named calendars, such as those of single tasks; unknown ids are left out. */
export async function loadCalendars(db: Db, ids: readonly string[]): Promise<Map<string, ScheduleCalendar>> {
  const layers = await loadCalendarLayers(db, ids)
  return new Map([...layers].map(([id, layer]) => [id, toSchedule(composeCalendars([layer]))]))
}

/** Composed calendars on day numbers. */
export async function composeProjectLayers(db: Db, projectIds: readonly string[]): Promise<Map<string, CalendarLayer>> {
  const chains = await calendarChains(db, projectIds)
  const ids = new Set<string>()
  for (const chain of chains.values()) {
    if (chain.baseId) ids.add(chain.baseId)
    for (const id of chain.overlayIds) ids.add(id)
  }
  const layers = await loadCalendarLayers(db, [...ids])
  const composed = new Map<string, CalendarLayer>()
  for (const chain of chains.values()) {
    const base = (chain.baseId && layers.get(chain.baseId)) || DEFAULT_LAYER
    const overlays = chain.overlayIds.flatMap((id) => layers.get(id) ?? [])
    composed.set(chain.projectId, composeCalendars([base, ...overlays]))
  }
  return composed
}

/** A composed calendar as it is computed with, and kept. */
export function toSchedule(layer: CalendarLayer): ScheduleCalendar {
  return {
    workingDays: layer.workingDays,
    exceptions: layer.ranges.map((range) => ({
      from: formatCivilDay(range.fromDay),
      to: formatCivilDay(range.toDay),
      working: range.isWorking,
    })),
  }
}
