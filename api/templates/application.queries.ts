import { findProjectScope, type ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../platform/http/paging.ts'
import type { RawInput } from '../platform/http/route.ts'
import { isUuid } from '../platform/ids.ts'

export interface ApplicationRow {
  id: string
  template_id: string
  template_name: string
  template_version: number
  project_id: string
  applied_by_id: string | null
  status: 'pending' | 'running' | 'success' | 'failed' | 'undone'
  result_summary: Record<string, number> | null
  error_detail: string
  created_task_ids: string[]
  created_at: string
  completed_at: string | null
  undone_at: string | null
}

export interface ApplicationScope extends ProjectScope {
  readonly applicationId: string
}

const APPLICATION_ROW = `a.id, a.template_id, t.name as template_name, t.version as template_version, a.project_id,
  a.applied_by_id, a.status, a.result_summary, a.error_detail, a.created_task_ids, a.created_at, a.completed_at, a.undone_at`
const JOINED = 'template_applications a join project_templates t on t.id = a.template_id'

/** The project of an application: unknown and hidden look alike. */
export async function applicationScope(ctx: Ctx, raw: RawInput): Promise<ApplicationScope> {
  const id = raw.params.id ?? ''
  const row = isUuid(id)
    ? await sqlOne<{ project_id: string }>(ctx, 'select project_id from template_applications where id = $1', [id])
    : undefined
  const scope = row && (await findProjectScope(ctx, row.project_id))
  refuseUnless(scope, notFound)
  return { ...scope, applicationId: id.toLowerCase() }
}

export async function loadApplication(ctx: Ctx<unknown>, id: string): Promise<ApplicationRow> {
  const row = await sqlOne<ApplicationRow>(ctx, `select ${APPLICATION_ROW} from ${JOINED} where a.id = $1`, [id])
  refuseUnless(row, notFound)
  return row
}

/** Applications in the caller's projects, newest first. */
export async function pageApplications(
  ctx: Ctx<unknown>,
  projectId: string | undefined,
  request: PageRequest,
): Promise<OffsetPage<ApplicationRow>> {
  const found = `($2::uuid is null or a.project_id = $2) and a.project_id in (
    select m.project_id from project_members m join projects p on p.id = m.project_id
    where m.account_id = $1 and not m.is_deleted and not p.is_deleted)`
  const params = [actorId(ctx), projectId ?? null]
  const counted = await sqlOne<{ count: number }>(
    ctx,
    `select count(*)::int as count from template_applications a where ${found}`,
    params,
  )
  const results = await sql<ApplicationRow>(
    ctx,
    `select ${APPLICATION_ROW} from ${JOINED} where ${found} order by a.created_at desc, a.id desc limit $3 offset $4`,
    [...params, request.pageSize, request.offset],
  )
  return { count: counted?.count ?? 0, results, request }
}
