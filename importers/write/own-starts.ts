// Earliest starts of a plan that are no constraint of the file it came from. Project XML says some of them in words of its
// own, each by one of the questions below; Primavera's files mark them all alike.

import type { PlanTask } from '../plan/imported-plan.ts'

/** The import, or a person since, has put the earliest start there and not the file. */
export function startsByPlan({ planned_start: start, source }: PlanTask): boolean {
  if (source === undefined || start === null) return false
  return source.constraint_type !== 'SNET' || source.constraint_date?.slice(0, 10) !== start
}

/** What is left of a begun task goes on there, later than its file holds its start; to the file it is no constraint. */
export function isFloorOfTheRest({ source, percent_complete: percent, planned_start: planned }: PlanTask): boolean {
  if (source == null || planned === null || percent <= 0 || percent >= 100) return false
  const { constraint_type: type, constraint_date: date } = source
  return type !== 'SNET' || date === null || date.slice(0, 10) < planned
}

/** Levelling put it there, and there it still stands: the delay says so in the file. */
export function isLevelledStart({ source, planned_start: planned }: PlanTask): boolean {
  if (source == null || planned === null || (source.levelling_minutes ?? 0) <= 0) return false
  return source.constraint_type === 'ASAP' && source.start?.startsWith(planned) === true
}

/** It lasts in its file and stands at its finish: its length and its dates say so. */
export function isFinishOfMilestone({ source, planned_start: planned, is_milestone: isMilestone }: PlanTask): boolean {
  if (source == null || planned === null || !isMilestone || (source.duration_minutes ?? 0) <= 0) return false
  return source.constraint_type === 'ASAP' && source.finish?.startsWith(planned) === true
}
