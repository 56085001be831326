import { defineEvent } from '../platform/events/define-event.ts'

export interface CpmSummary {
  project_finish: string | null
  critical_path: string[]
  /** Null in a pass over a program. */
  status_date: string | null
}

export interface DatedTask {
  id: string
  early_start: string | null
  early_finish: string | null
  late_start: string | null
  late_finish: string | null
  total_float: number | null
  free_float: number | null
  is_critical: boolean | null
  planned_start: string | null
  duration: number
  scheduled_start: string | null
}

export type DatesUpdate = { count: number; tasks: DatedTask[] } | { count: number; truncated: true }

/** Socket and webhook carry the same facts; the webhook adds the project, which a socket channel implies. */
export const cpmComplete = defineEvent<CpmSummary>({ socket: 'cpm_complete' })
export const scheduleRecalculated = defineEvent<CpmSummary & { project: string }>({ webhook: 'schedule.recalculated' })
export const taskDatesUpdated = defineEvent<DatesUpdate>({ socket: 'task_dates_updated' })
/** A pass gave no dates, or left rows out: `offending` are their ids. */
export const cpmError = defineEvent<{ error: string; code: string; offending: string[] | null }>({
  socket: 'cpm_error',
})
