import { projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../../platform/http/paging.ts'
import { ASSIGNED_SINCE, withoutHolders } from '../../tasks/structure/structure.queries.ts'

/** Applications with the name and version of their template. */
function applications(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('template_applications as a')
    .innerJoin('project_templates as t', 't.id', 'a.template_id')
    .select(['a.id', 'a.template_id', 't.name as template_name', 't.version as template_version', 'a.project_id'])
    .select(['a.applied_by_id', 'a.status', 'a.result_summary', 'a.error_detail', 'a.created_task_ids'])
    .select(['a.created_at', 'a.completed_at', 'a.undone_at'])
}

export type ApplicationRow = Awaited<ReturnType<typeof loadApplication>>

export function findApplicationProject(ctx: Ctx<unknown>, id: string) {
  return tables(ctx).selectFrom('template_applications').select('project_id').where('id', '=', id).executeTakeFirst()
}

export async function loadApplication(ctx: Ctx<unknown>, id: string) {
  const row = await applications(ctx).where('a.id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** Applications in the caller's projects or in one of them, newest first. */
export function pageApplications(
  ctx: Ctx<unknown>,
  projectId: string | undefined,
  request: PageRequest,
): Promise<OffsetPage<ApplicationRow>> {
  const found = applications(ctx)
    .innerJoin('projects as p', 'p.id', 'a.project_id')
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'a.project_id')
    .where('p.is_deleted', '=', false)
    .$if(projectId !== undefined, (all) => all.where('a.project_id', '=', projectId as string))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
  return pageRows(found, request)
}

export async function updateUndone(ctx: Ctx<unknown>, id: string): Promise<void> {
  await tables(ctx)
    .updateTable('template_applications')
    .set({ status: 'undone', undone_at: ctx.services.clock.now() })
    .where('id', '=', id)
    .execute()
}

/** Of the written rows all but the edited ones and those that hold what stays. */
export async function findUntouched(db: Db, projectId: string, created: readonly string[]): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('tasks as t')
    .select('t.id')
    .where('t.id', '=', anyOf(created))
    .where('t.project_id', '=', projectId)
    .where('t.is_deleted', '=', false)
    .where('t.edited_at', 'is', null)
    .where((eb) => eb.not(ASSIGNED_SINCE))
    .execute()
  const ids = rows.map((row) => row.id)
  return withoutHolders(db, projectId, ids)
}
