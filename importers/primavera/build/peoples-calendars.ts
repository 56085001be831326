import type { PrimaveraActivity, PrimaveraCalendar, PrimaveraModel } from '../primavera-model.ts'

/** Scheduled by the calendars of its people instead of its own. */
export function followsPeople({ kind }: PrimaveraActivity): boolean {
  return kind === 'TT_Rsrc'
}

/**
 * The calendar of those who work on an activity that follows them, by its id; where they have several, its own has to do.
 */
export function peoplesCalendars(
  { assignments, resources }: PrimaveraModel,
  activities: ReadonlyMap<number, PrimaveraActivity>,
  calendars: ReadonlyMap<number, PrimaveraCalendar>,
): Map<number, number> {
  const calendarOf = new Map(resources.map(({ id, calendarId }) => [id, calendarId]))
  const found = new Map<number, number | null>()
  for (const { activityId, resourceId } of assignments) {
    const activity = activities.get(activityId)
    if (activity === undefined || !followsPeople(activity)) continue
    const calendar = resourceId === null ? null : (calendarOf.get(resourceId) ?? null)
    if (calendar === null || !calendars.has(calendar)) continue
    const before = found.get(activityId)
    found.set(activityId, before === undefined || before === calendar ? calendar : null)
  }
  return new Map([...found].flatMap(([id, calendar]) => (calendar === null ? [] : [[id, calendar] as const])))
}
