import type { ImportedPlan } from '../plan/imported-plan.ts'

/** Whether a task follows a calendar of other days or hours than the plan's. */
export function hasOwnDays(plan: ImportedPlan) {
  const planExceptions = JSON.stringify(plan.calendar.exceptions)
  const planWeek = plan.calendar.working_days.join()
  const planHours = plan.calendar.source?.worked_minutes
  return ({ calendar }: { calendar: string | null }) => {
    const own = calendar === null ? undefined : plan.calendars[calendar]
    if (own === undefined) return false
    const hours = own.source?.worked_minutes
    return (
      own.working_days.join() !== planWeek ||
      JSON.stringify(own.exceptions) !== planExceptions ||
      (hours !== undefined && planHours !== undefined && hours !== planHours) ||
      (own.source?.day_starts ?? '') !== (plan.calendar.source?.day_starts ?? own.source?.day_starts ?? '')
    )
  }
}
