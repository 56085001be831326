import type { ProjectScope } from '../access/project-scope.ts'
import { deleteEdgesOfTasks } from '../dependencies/delete-dependency.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../schedule/request-recompute.ts'
import { tasksBulkMutated } from '../tasks/task.events.ts'
import { importNotDone } from './import.errors.ts'
import { loadImport } from './import.queries.ts'

/** Soft-deletes the tasks of a spreadsheet import that still are as the import wrote them; edited ones stay. */
export async function undoImport(
  ctx: Ctx<ProjectScope>,
  requestId: string,
): Promise<{ id: string; status: string; undo: { deleted: number; kept: number } }> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const request = await loadImport(ctx, requestId, 'spreadsheet')
  refuseUnless(request.status === 'done', importNotDone)
  const versions = Object.entries(request.createdTasks ?? {})
  const deleted = await sql<{ id: string }>(
    ctx,
    `update tasks t set is_deleted = true, deleted_at = now(), server_version = t.server_version + 1, sync_seq = $4
     from unnest($2::uuid[], $3::int[]) as written(id, version)
     where t.id = written.id and t.project_id = $1 and not t.is_deleted and t.server_version = written.version
       and not exists (
         select 1 from tasks child left join unnest($2::uuid[], $3::int[]) as w(id, version) on w.id = child.id
         where child.parent_id = t.id and not child.is_deleted and (w.id is null or w.version <> child.server_version))
     returning t.id`,
    [projectId, versions.map(([id]) => id), versions.map(([, version]) => version), syncSeq],
  )
  const ids = deleted.map((row) => row.id)
  await deleteEdgesOfTasks(ctx, ids)
  await sql(ctx, 'delete from task_schedules where task_id = any($1::uuid[])', [ids])
  await sql(ctx, `update import_requests set status = 'undone' where id = $1`, [requestId])
  if (ids.length > 0) {
    emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: ids } })
    requestRecompute(ctx, projectId)
  }
  return { id: requestId, status: 'undone', undo: { deleted: ids.length, kept: versions.length - ids.length } }
}
