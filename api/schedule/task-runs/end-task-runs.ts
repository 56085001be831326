import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockLostWork } from '../../platform/queue/job.queries.ts'
import { taskRunCancelled, taskRunCompleted, taskRunFailed } from './task-run.events.ts'
import { simulateInBackground } from './task-run.jobs.ts'

/** A frame of a socket has to stay small. */
const MAX_DETAIL = 2000

export type TaskRunEnd =
  | { readonly status: 'success'; readonly summary: { readonly extras: object } }
  | { readonly status: 'failed'; readonly detail: string }
  | { readonly status: 'cancelled' }

/** The last word on a run, told to its project. False where it has ended already, which nothing changes any more. */
export async function endTaskRun(ctx: Ctx<unknown>, id: string, end: TaskRunEnd): Promise<boolean> {
  const summary = end.status === 'success' ? end.summary : null
  const detail = end.status === 'failed' ? end.detail.slice(0, MAX_DETAIL) : ''
  const ended = await sqlOne<{ projectId: string }>(
    ctx,
    `update task_runs set status = $2, result_summary = $3::jsonb, error_detail = $4, completed_at = $5,
       progress_pct = case when $2 = 'success' then 100 else progress_pct end
     where id = $1 and status in ('pending', 'running') returning project_id as "projectId"`,
    [id, end.status, summary && JSON.stringify(summary), detail, ctx.services.clock.now()],
  )
  if (!ended) return false
  const { projectId } = ended
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
  const cancelled = await sql<{ id: string }>(ctx, 'select id from task_runs where id = any($1) and is_cancel_asked', [
    ids,
  ])
  const failed = { status: 'failed', detail: 'The process that worked on the run ended; start it again.' } as const
  for (const id of ids)
    await endTaskRun(ctx, id, cancelled.some((run) => run.id === id) ? { status: 'cancelled' } : failed)
  return ids
}

/** Removes runs that ended before the kept time. */
export async function purgeTaskRuns(ctx: Ctx<unknown>): Promise<void> {
  const days = ctx.services.config.taskRunRetentionDays
  if (days === null) return
  const before = new Date(ctx.services.clock.now().getTime() - days * 86_400_000)
  await sql(ctx, 'delete from task_runs where completed_at < $1', [before])
}
