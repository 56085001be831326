import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../platform/http/paging.ts'
import { ImportRequest } from './import-request.entity.ts'

export interface ImportListEntry {
  id: string
  filename: string
  status: string
  kind: string
  creates_project: boolean
  requested_at: string
  requested_by_id: string | null
  username: string | null
  tasks_created: number | null
  warnings: string[] | null
}

/** Imports of the project, newest first; never the stored bytes. */
export async function pageImports(ctx: Ctx<ProjectScope>, request: PageRequest): Promise<OffsetPage<ImportListEntry>> {
  const { projectId } = ctx.scope
  const counted = await sqlOne<{ count: number }>(
    ctx,
    'select count(*)::int as count from import_requests where project_id = $1',
    [projectId],
  )
  const results = await sql<ImportListEntry>(
    ctx,
    `select r.id, r.filename, r.status, r.kind, r.creates_project, r.requested_at, r.requested_by_id, a.username,
            (r.summary->>'tasks_created')::int as tasks_created, r.summary->'warnings' as warnings
     from import_requests r left join accounts a on a.id = r.requested_by_id
     where r.project_id = $1 order by r.requested_at desc, r.id desc limit $2 offset $3`,
    [projectId, request.pageSize, request.offset],
  )
  return { count: counted?.count ?? 0, results, request }
}

/** One import of the project (of one kind, where it is named), or the uniform 404. Without what may be large. */
export async function loadImport(ctx: Ctx<ProjectScope>, requestId: string, kind?: string): Promise<ImportRequest> {
  const request = await ctx.em.findOne(
    ImportRequest,
    { id: requestId, project_id: ctx.scope.projectId, ...(kind === undefined ? {} : { kind }) },
    { exclude: ['content', 'file_dates', 'created_tasks'] },
  )
  if (!request) throw notFound()
  return request as ImportRequest
}

/** Written tasks with their version; null when the import also changed tasks that were there. */
export async function loadCreatedTasks(ctx: Ctx<unknown>, requestId: string): Promise<Record<string, number> | null> {
  const row = await sqlOne<{ created_tasks: Record<string, number> | null }>(
    ctx,
    'select created_tasks from import_requests where id = $1',
    [requestId],
  )
  return row?.created_tasks ?? null
}
