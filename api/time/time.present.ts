import { instantText } from '../platform/db/sql.ts'
import type { TimeEntryRow, WeekRow } from './time-entry.queries.ts'
import type { TimerState } from './timer.ts'

function presentCommon(row: TimeEntryRow) {
  return {
    id: row.id,
    task: row.task_id,
    minutes: row.minutes,
    entry_date: row.entry_date,
    note: row.note,
    source: row.source,
    server_version: row.server_version,
    created_at: instantText(row.created_at),
  }
}

export function presentEntry(row: TimeEntryRow): object {
  return { ...presentCommon(row), user: row.account_id }
}

/** An entry among those of other tasks. */
export function presentWeekEntry(row: WeekRow): object {
  return {
    ...presentCommon(row),
    task_short_id: `${row.project_code}-T-${row.number}`,
    task_name: row.task_name,
    project: row.project_id,
    project_code: row.project_code,
    project_name: row.project_name,
  }
}

export function presentTimer({ row, elapsedSeconds, isStale }: TimerState): object {
  return {
    active: true,
    id: row.id,
    task: row.task_id,
    task_short_id: `${row.project_code}-T-${row.number}`,
    task_name: row.task_name,
    project: row.project_id,
    started_at: instantText(row.started_at),
    elapsed_seconds: elapsedSeconds,
    note: row.note,
    stale: isStale,
  }
}
