import { instantText } from '../../platform/db/sql.ts'
import { simulateInBackground } from './task-run.jobs.ts'
import type { TaskRunRow } from './task-run.queries.ts'

export function presentTaskRun(run: TaskRunRow): object {
  return {
    id: run.id,
    task_name: run.taskName,
    celery_task_id: simulateInBackground.jobKey?.({ taskRunId: run.id }) ?? '',
    project: run.projectId,
    initiated_by: run.initiatedById,
    status: run.status,
    progress_pct: run.progressPct,
    progress_msg: run.progressMsg,
    result_summary: run.resultSummary,
    error_detail: run.errorDetail,
    created_at: instantText(run.createdAt),
    started_at: run.startedAt === null ? null : instantText(run.startedAt),
    completed_at: run.completedAt === null ? null : instantText(run.completedAt),
  }
}
