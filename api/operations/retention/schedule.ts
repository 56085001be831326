import type { Db } from '../../database.ts'
import { findSchedule, type ScheduleRow } from './purge-run.queries.ts'

const DAY_MS = 86_400_000
/** 1970-01-01 was a Thursday, which is 3 where Monday is 0. */
const EPOCH_WEEKDAY = 3

const UNCHANGED: ScheduleRow = {
  frequency: 'daily',
  time_of_day_utc: '02:00',
  day_of_week: null,
  on_failure: 'continue',
}

export async function readSchedule(db: Db): Promise<ScheduleRow> {
  return (await findSchedule(db)) ?? UNCHANGED
}

/** The last instant at which a run was to begin; null where none begins by itself. */
export function lastDue({ frequency, time_of_day_utc, day_of_week }: ScheduleRow, now: Date): Date | null {
  if (frequency === 'off') return null
  const [hours, minutes] = time_of_day_utc.split(':').map(Number) as [number, number]
  const timeMs = (hours * 60 + minutes) * 60_000
  let day = Math.floor((now.getTime() - timeMs) / DAY_MS)
  if (frequency === 'weekly') day -= (((day + EPOCH_WEEKDAY - (day_of_week ?? 0)) % 7) + 7) % 7
  return new Date(day * DAY_MS + timeMs)
}
