import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { PlanCalendar } from '../../plan/imported-plan.ts'
import type { RawProject, RawTask } from '../raw-project.ts'

/**
 * Desktop planners schedule a task without a calendar of its own by those of its people. Where these work the same days, and
 * others than the plan at the same hours, it has their calendar here; otherwise the plan's has to do.
 */
export function followPeople(
  { tasks, resources, assignments }: RawProject,
  { calendars, planCalendar }: { calendars: Record<string, PlanCalendar>; planCalendar: PlanCalendar },
  diagnostics: Diagnostics,
): RawTask[] {
  const daysOf = new Map<PlanCalendar, string>()
  const days = (calendar: PlanCalendar) => {
    const known = daysOf.get(calendar) ?? JSON.stringify([calendar.working_days, calendar.exceptions])
    daysOf.set(calendar, known)
    return known
  }
  // A night's shift lies on two days, and one of other hours on more or fewer: such days say little of dates.
  const hasSameHours = ({ source }: PlanCalendar) =>
    source?.worked_minutes === planCalendar.source?.worked_minutes &&
    source?.day_starts === planCalendar.source?.day_starts
  const people = new Map(resources.flatMap((one) => (one.type === 'work' ? [[one.uid, one.calendarUid] as const] : [])))
  const calendarsOf = new Map<number, Set<number | null>>()
  for (const { taskUid, resourceUid } of assignments) {
    const uid = resourceUid === null ? undefined : people.get(resourceUid)
    if (uid !== undefined) calendarsOf.set(taskUid, (calendarsOf.get(taskUid) ?? new Set()).add(uid))
  }
  let taken = 0
  const followed = tasks.map((task) => {
    const uids = [...(calendarsOf.get(task.uid) ?? [])]
    const first = uids[0] ?? null
    if (task.calendarUid !== null || task.isManual || task.isMilestone || first === null) return task
    const found = uids.map((uid) => calendars[String(uid)] ?? planCalendar)
    const kinds = new Set(found.map(days))
    if (kinds.size !== 1 || kinds.has(days(planCalendar)) || !found.every(hasSameHours)) return task
    taken += 1
    return { ...task, calendarUid: first }
  })
  diagnostics.warnCounted(
    'calendar_of_people',
    'calendar',
    taken,
    tasks.length,
    'Scheduled by the calendar of their people, which is theirs here',
  )
  return taken === 0 ? tasks : followed
}
