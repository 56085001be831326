import { instantText } from '../../platform/db/sql.ts'
import type { TaskRunRow } from './task-run.queries.ts'
import { taskRunWork } from './task-run.work.ts'

export function presentTaskRun(run: TaskRunRow): object {
  return {
    id: run.id,
    task_name: run.task_name,
    celery_task_id: `${taskRunWork.jobKeyPrefix}${run.id}`,
    project: run.project_id,
    initiated_by: run.initiated_by_id,
    status: run.status,
    progress_pct: run.progress_pct,
    progress_msg: run.progress_msg,
    result_summary: run.result_summary,
    error_detail: run.error_detail,
    created_at: instantText(run.created_at),
    started_at: instantText(run.started_at),
    completed_at: instantText(run.completed_at),
  }
}
