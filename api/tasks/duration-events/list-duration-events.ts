import type { Ctx } from '../../platform/context.ts'
import { instantText, sql, sqlOne } from '../../platform/db/sql.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import type { TaskScope } from '../task-scope.ts'

interface EventRow {
  id: string
  task: string
  actor: string | null
  actor_name: string | null
  old_duration: number
  new_duration: number
  percent_complete_at_change: number
  percent_complete_after: number | null
  policy_applied: string
  source: string
  sprint: string | null
  created_at: string
}

/** Duration changes of one task, newest first unless `ordering` turns it round. */
export async function listDurationEvents(
  ctx: Ctx<TaskScope>,
  query: { page?: string | undefined; page_size?: string | undefined; ordering?: string | undefined },
): Promise<OffsetPage<EventRow>> {
  const request = pageRequest(query, LARGE_LIST)
  const { taskId } = ctx.scope
  const counted = await sqlOne<{ count: number }>(
    ctx,
    'select count(*)::int as count from task_duration_events where task_id = $1',
    [taskId],
  )
  const direction = query.ordering === 'created_at' ? 'asc' : 'desc'
  const rows = await sql<EventRow>(
    ctx,
    `select e.id, e.task_id as task, e.actor_id as actor,
       coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.username) as actor_name, e.old_duration,
       e.new_duration, e.percent_complete_at_change, e.percent_complete_after, e.policy_applied, e.source,
       e.sprint_id as sprint, e.created_at
     from task_duration_events e left join accounts a on a.id = e.actor_id
     where e.task_id = $1 order by e.created_at ${direction}, e.id ${direction} limit $2 offset $3`,
    [taskId, request.pageSize, request.offset],
  )
  const results = rows.map((row) => ({ ...row, created_at: instantText(row.created_at) as string }))
  return { count: counted?.count ?? 0, results, request }
}
