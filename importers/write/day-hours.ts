import type { PlanTask } from '../plan/imported-plan.ts'

/** Hours of the day at which a task begins and ends in a file; a milestone without a moment fills its day. */
export function dayHours({ is_milestone, milestone_at }: PlanTask): { start: string; finish: string } {
  return {
    start: is_milestone && milestone_at === 'end_of_day' ? '17:00:00' : '08:00:00',
    finish: is_milestone && milestone_at === 'start_of_day' ? '08:00:00' : '17:00:00',
  }
}
