import { defineEvent } from '../../platform/events/define-event.ts'

interface OfRun {
  task_run_id: string
}

/** Open sockets see how a run goes; nobody sees it again. */
export const taskRunStarted = defineEvent<OfRun & { task_name: string; project_id: string }>({
  socket: 'task_run_started',
  isKept: false,
})
export const taskRunProgress = defineEvent<OfRun & { pct: number; msg: string }>({
  socket: 'task_run_progress',
  isKept: false,
})
/** Without the further fields that were asked for: those are read from the run. */
export const taskRunCompleted = defineEvent<OfRun & { result_summary: object }>({
  socket: 'task_run_completed',
  isKept: false,
})
export const taskRunFailed = defineEvent<OfRun & { error_detail: string }>({ socket: 'task_run_failed', isKept: false })
export const taskRunCancelled = defineEvent<OfRun>({ socket: 'task_run_cancelled', isKept: false })
