import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../../platform/http/paging.ts'

export interface TaskRunRow {
  readonly id: string
  readonly taskName: string
  readonly projectId: string
  readonly initiatedById: string | null
  readonly status: string
  readonly progressPct: number | null
  readonly progressMsg: string
  readonly resultSummary: object | null
  readonly errorDetail: string
  readonly createdAt: string
  readonly startedAt: string | null
  readonly completedAt: string | null
}

export const TASK_RUN = `id, task_name as "taskName", project_id as "projectId", initiated_by_id as "initiatedById", status,
  progress_pct as "progressPct", progress_msg as "progressMsg", result_summary as "resultSummary",
  error_detail as "errorDetail", created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt"`

/** A run of the project; with a lock where it is to be changed. */
export async function loadTaskRun(
  ctx: Ctx<ProjectScope>,
  id: string,
  lock: '' | 'for update' = '',
): Promise<TaskRunRow> {
  const row = await sqlOne<TaskRunRow>(
    ctx,
    `select ${TASK_RUN} from task_runs where id = $1 and project_id = $2 ${lock}`,
    [id, ctx.scope.projectId],
  )
  if (!row) throw notFound()
  return row
}

export async function pageTaskRuns(ctx: Ctx<ProjectScope>, request: PageRequest): Promise<OffsetPage<TaskRunRow>> {
  const { projectId } = ctx.scope
  const total = await sqlOne<{ count: number }>(
    ctx,
    'select count(*)::int as count from task_runs where project_id = $1',
    [projectId],
  )
  const results = await sql<TaskRunRow>(
    ctx,
    `select ${TASK_RUN} from task_runs where project_id = $1 order by created_at desc, id desc limit $2 offset $3`,
    [projectId, request.pageSize, request.offset],
  )
  return { count: total?.count ?? 0, results, request }
}
