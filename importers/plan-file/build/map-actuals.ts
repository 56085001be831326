import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { parseDay } from '../../plan/file-day.ts'
import type { RawTask } from '../raw-project.ts'

export type Progress = Readonly<{ percent: number; actualStart: string | null; actualFinish: string | null }>

const NO_PROGRESS: Progress = { percent: 0, actualStart: null, actualFinish: null }

/** Progress without contradictions: recorded dates that the percentage denies are dropped, and the receipt says so. */
export function mapActuals(task: RawTask, hasPlannedStart: boolean, diagnostics: Diagnostics): Progress {
  if (task.percentComplete === 0 && task.actualStart === null && task.actualFinish === null) return NO_PROGRESS
  const percent = Math.min(100, Math.max(0, task.percentComplete))
  let actualStart = task.actualStart?.slice(0, 10) ?? null
  let actualFinish = lastDayWorked(task.actualStart, task.actualFinish)
  if (actualStart !== null && percent === 0) {
    diagnostics.warn(
      'actual_dropped',
      { uid: task.uid, field: 'actual_start' },
      `actual start ${actualStart} at 0 % is dropped`,
    )
    actualStart = null
  }
  if (actualFinish !== null && (percent < 100 || (actualStart !== null && actualFinish < actualStart))) {
    const reason = percent < 100 ? `at ${percent} %` : 'before the actual start'
    diagnostics.warn(
      'actual_dropped',
      { uid: task.uid, field: 'actual_finish' },
      `actual finish ${actualFinish} ${reason} is dropped`,
    )
    actualFinish = null
  }
  const hasDate = hasPlannedStart || task.start !== null || actualStart !== null
  if (percent > 0 && percent < 100 && !hasDate) {
    diagnostics.warn(
      'percent_dropped',
      { uid: task.uid, field: 'percent_complete' },
      `${percent} % without any date is dropped`,
    )
    return { percent: 0, actualStart, actualFinish }
  }
  return { percent, actualStart, actualFinish }
}

/** A finish at midnight is the end of the day before. */
export function lastDayWorked(start: string | null, finish: string | null): string | null {
  if (finish === null) return null
  const date = finish.slice(0, 10)
  const day = parseDay(date)
  const isMidnightLater = finish.endsWith('T00:00:00') && start !== null && date > start.slice(0, 10)
  return isMidnightLater && day !== null ? formatCivilDay(day - 1) : date
}
