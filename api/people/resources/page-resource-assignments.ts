import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { loadResource } from './resource.queries.ts'

/** Everything a resource is assigned to, in all projects, whatever the status; also of a deactivated one. */
export async function pageResourceAssignments(
  ctx: Ctx<unknown>,
  resourceId: string,
  query: { page?: string | undefined; page_size?: string | undefined },
): Promise<OffsetPage<object>> {
  await loadResource(ctx, resourceId, { isDeactivated: true })
  const request = pageRequest(query, LARGE_LIST)
  const from = `from task_resources a join tasks t on t.id = a.task_id and not t.is_deleted
    join projects p on p.id = t.project_id and not p.is_deleted where a.resource_id = $1`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, [resourceId])
  const results = await sql(
    ctx,
    `select a.id, t.id as task, t.name as task_name, p.id as project, p.name as project_name, t.status,
       t.percent_complete, a.units ${from}
     order by p.name, t.name, a.id limit ${request.pageSize} offset ${request.offset}`,
    [resourceId],
  )
  return { count: counted?.count ?? 0, results, request }
}
