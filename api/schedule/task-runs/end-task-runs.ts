import type { Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockLostWork } from '../../platform/queue/job.queries.ts'
import { taskRunCancelled, taskRunCompleted, taskRunFailed } from './task-run.events.ts'
import { simulateInBackground } from './task-run.jobs.ts'
import { deleteEndedRuns, findCancelAsked, saveEnd } from './task-run.queries.ts'

/** A frame of a socket has to stay small. */
const MAX_DETAIL = 2000

export type TaskRunEnd =
  | { readonly status: 'success'; readonly summary: { readonly extras: object } }
  | { readonly status: 'failed'; readonly detail: string }
  | { readonly status: 'cancelled' }

/** The last word on a run, told to its project. False where it has ended already, which nothing changes any more. */
export async function endTaskRun(ctx: Ctx<unknown>, id: string, end: TaskRunEnd): Promise<boolean> {
  const detail = end.status === 'failed' ? end.detail.slice(0, MAX_DETAIL) : ''
  const ended = await saveEnd(ctx, id, {
    status: end.status,
    result_summary: end.status === 'success' ? end.summary : null,
    error_detail: detail,
    completed_at: ctx.services.clock.now(),
  })
  if (!ended) return false
  const projectId = ended.project_id
  if (end.status === 'success') {
    const { extras: _, ...told } = end.summary
    emit(ctx, taskRunCompleted, { projectId, payload: { task_run_id: id, result_summary: told } })
  } else if (end.status === 'failed')
    emit(ctx, taskRunFailed, { projectId, payload: { task_run_id: id, error_detail: detail } })
  else emit(ctx, taskRunCancelled, { projectId, payload: { task_run_id: id } })
  return true
}

/** Ends runs that nothing works on any more. */
export async function endLostTaskRuns(ctx: Ctx<unknown>): Promise<string[]> {
  const lost = await lockLostWork(ctx, {
    table: 'task_runs',
    openStatuses: ['pending', 'running'],
    jobKeyPrefix: simulateInBackground.jobKey?.({ taskRunId: '' }) ?? '',
  })
  const ids = lost.map(({ id }) => id)
  const cancelled = await findCancelAsked(ctx, ids)
  const failed = { status: 'failed', detail: 'The process that worked on the run ended; start it again.' } as const
  for (const id of ids) await endTaskRun(ctx, id, cancelled.has(id) ? { status: 'cancelled' } : failed)
  return ids
}

/** Removes runs that ended before the kept time. */
export async function purgeTaskRuns(ctx: Ctx<unknown>): Promise<void> {
  const days = ctx.services.config.taskRunRetentionDays
  if (days === null) return
  const before = new Date(ctx.services.clock.now().getTime() - days * 86_400_000)
  await deleteEndedRuns(ctx, before)
}
