import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { RawTask } from '../raw-project.ts'

/**
 * Says where a file does the work of a task in pieces: its dates lie further apart than its duration takes. Splits do
 * that, and so do calendars of resources and levelling; the files tell them apart only in the hours of each assignment.
 * Here the work is done in one piece, which nobody should learn by surprise.
 */
export function warnOfInterruption(
  task: RawTask,
  {
    days,
    spanDays,
    minutesPerDay,
    diagnostics,
  }: { days: number; spanDays: number | null; minutesPerDay: number; diagnostics: Diagnostics },
): void {
  if (task.duration === null || task.duration.isElapsed || task.isManual || spanDays === null) return
  const exact = task.duration.minutes / minutesPerDay
  // Work that begins in the middle of a day touches one day more, and half-day rounding another.
  if (exact <= 0 || spanDays < Math.max(days, Math.ceil(exact)) + 2) return
  const text = `${days} days of work are spread over ${spanDays} working days in the file (a split, levelling or the calendars of its people); here they follow one another`
  diagnostics.warn('task_split', { uid: task.uid, field: 'duration' }, text)
}
