import { ComputeFailure } from '../../../compute/workers/failure.ts'
import type { Tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { backgroundWork } from '../../platform/queue/background-work.ts'
import { endWork, finishWork } from '../../platform/queue/work-life.ts'
import { taskRunCancelled, taskRunCompleted, taskRunFailed, taskRunStarted } from './task-run.events.ts'
import { isCancelAsked } from './task-run.queries.ts'

const LOST = { detail: 'The process that worked on the run ended; start it again.' }

/** Simulates a project as its run asks, told to the sockets of the project. */
export const taskRunWork = backgroundWork<Tables>()({
  table: 'task_runs',
  statuses: { accepted: 'pending', running: 'running', done: 'success', failed: 'failed' },
  job: { name: 'simulate_in_background', keyPrefix: 'task-run', maxAttempts: 3 },
  claims: ['task_name', 'project_id', 'initiated_by_id', 'options', 'is_cancel_asked'],
  resets: { progress_pct: 0 },
  explain: (error) => {
    if (!(error instanceof ComputeFailure)) return null
    if (error.refusal) return { detail: error.refusal.detail }
    return error.kind === 'deadline' ? { detail: 'The simulation took too long.' } : null
  },
  unexpected: { detail: 'The simulation failed unexpectedly.' },
  lost: LOST,
  usedUp: LOST,
  onStart: (ctx, { id, project_id: projectId, task_name }) =>
    emit(ctx, taskRunStarted, { projectId, payload: { task_run_id: id, task_name, project_id: projectId } }),
  onFail: (ctx, { id, project_id: projectId }, error_detail) =>
    emit(ctx, taskRunFailed, { projectId, payload: { task_run_id: id, error_detail } }),
  endLost: async (ctx, id) => (await isCancelAsked(ctx, id)) && (await cancelRun(ctx, id)),
  kept: null,
})

/** Ends a run as its people asked; false where it had ended. */
export async function cancelRun(ctx: Ctx<unknown>, id: string): Promise<boolean> {
  const ended = await endWork(ctx, taskRunWork, id, { status: 'cancelled' })
  if (ended) emit(ctx, taskRunCancelled, { projectId: ended.project_id, payload: { task_run_id: id } })
  return ended !== undefined
}

/** Ends a run with its result. The further fields that were asked for are read from the run. */
export async function completeRun(
  ctx: Ctx<unknown>,
  id: string,
  summary: Record<string, unknown> & { readonly extras: object },
): Promise<void> {
  const ended = await finishWork(ctx, taskRunWork, id, { result_summary: summary, progress_pct: 100 })
  const { extras: _, ...told } = summary
  if (ended)
    emit(ctx, taskRunCompleted, {
      projectId: ended.project_id,
      payload: { task_run_id: id, result_summary: told },
    })
}
