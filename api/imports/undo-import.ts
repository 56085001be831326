import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { removeRows } from '../tasks/structure/remove-rows.ts'
import { ASSIGNED_SINCE, withoutHolders } from '../tasks/structure/structure.queries.ts'
import { tasksBulkMutated } from '../tasks/task.events.ts'
import { importChangedTasks, importNotDone } from './import.errors.ts'
import { loadCreatedTasks, loadImport } from './import.queries.ts'

export interface UndoneImport {
  readonly id: string
  readonly status: string
  readonly undo: { readonly deleted: number; readonly kept: number }
}

/**
 * Soft-deletes the tasks of an import that still are as it wrote them. What a person edited since stays, with all that
 * it stands in, and so do people, labels and calendars that the import brought. An import that changed tasks which were
 * there before cannot be taken back.
 */
export async function undoImport(ctx: Ctx<ProjectScope>, requestId: string, kind?: string): Promise<UndoneImport> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const request = await loadImport(ctx, requestId, kind)
  refuseUnless(request.status === 'done', importNotDone)
  const created = await loadCreatedTasks(ctx, requestId)
  refuseUnless(created, importChangedTasks)
  const versions = Object.entries(created)
  const ids = await findUntouched(ctx, projectId, versions)
  await removeRows(ctx, projectId, ids)
  await sql(ctx, `update import_requests set status = 'undone' where id = $1`, [requestId])
  if (ids.length > 0) {
    emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: ids } })
    requestRecompute(ctx, projectId)
  }
  return { id: requestId, status: 'undone', undo: { deleted: ids.length, kept: versions.length - ids.length } }
}

/** Rows that stand as the import wrote them and hold nothing that stays. */
async function findUntouched(
  ctx: Ctx<unknown>,
  projectId: string,
  versions: readonly [id: string, version: number][],
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select t.id from unnest($2::uuid[], $3::int[]) as w(id, version) join tasks t on t.id = w.id
     where t.project_id = $1 and not t.is_deleted and t.server_version = w.version and not ${ASSIGNED_SINCE}`,
    [projectId, versions.map(([id]) => id), versions.map(([, version]) => version)],
  )
  return withoutHolders(
    ctx,
    projectId,
    rows.map((row) => row.id),
  )
}
