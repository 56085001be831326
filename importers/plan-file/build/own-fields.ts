import type { PlanField, PlanFieldValue } from '../../plan/imported-plan.ts'
import { ESTIMATE_FIELDS } from '../planner-fields.ts'
import type { RawDuration, RawProject, RawTask } from '../raw-project.ts'
import { MINUTES_PER_ELAPSED_DAY } from './convert-duration.ts'

const ESTIMATE_IDS: ReadonlySet<string> = new Set(ESTIMATE_FIELDS.map(({ id }) => id))
const MILLIONTHS = 1e6

/** How durations of people's own are read: by the days of a plan, and not where they are its estimates. */
export type OwnDurations = { minutesPerDay: number; areEstimates: boolean }

/** The fields that people made for themselves. Durations that became estimates are no longer any. */
export function ownFields({ customFields = [] }: RawProject, areEstimates: boolean): PlanField[] {
  return areEstimates ? customFields.filter(({ id }) => !ESTIMATE_IDS.has(id)) : customFields
}

/** What a task has in them, undefined where it has nothing. */
export function ownValues(task: RawTask, how: OwnDurations): Record<string, PlanFieldValue> | undefined {
  if (task.ownDurations === undefined) return task.customValues
  const kept = Object.entries(task.ownDurations).filter(([id]) => !how.areEstimates || !ESTIMATE_IDS.has(id))
  if (kept.length === 0) return task.customValues
  return {
    ...task.customValues,
    ...Object.fromEntries(kept.map(([id, duration]) => [id, daysOf(duration, how.minutesPerDay)])),
  }
}

/** Days and their parts; elapsed ones have 24 hours. */
function daysOf({ minutes, isElapsed }: RawDuration, minutesPerDay: number): number {
  return Math.round((minutes / (isElapsed ? MINUTES_PER_ELAPSED_DAY : minutesPerDay)) * MILLIONTHS) / MILLIONTHS
}
