import type { ScheduleResult } from '../../cpm/schedule-result.ts'
import { formatCivilDay } from '../../plan/civil-day.ts'

/** Start and finish of every scheduled task by its id, `YYYY-MM-DD`, the finish inclusive. */
export function scheduledDates(
  { isScheduled, scheduledStartDay, earlyFinishDay }: ScheduleResult,
  idOf: (task: number) => string,
): Map<string, { start: string; finish: string }> {
  const dates = new Map<string, { start: string; finish: string }>()
  for (let task = 0; task < isScheduled.length; task++) {
    if (isScheduled[task] !== 1) continue
    const start = formatCivilDay(scheduledStartDay[task] as number)
    dates.set(idOf(task), { start, finish: formatCivilDay(earlyFinishDay[task] as number) })
  }
  return dates
}
