import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { removeRows } from '../tasks/structure/remove-rows.ts'
import { ASSIGNED_SINCE, withoutHolders } from '../tasks/structure/structure.queries.ts'
import { tasksBulkMutated } from '../tasks/task.events.ts'
import { type ApplicationRow, type ApplicationScope, loadApplication } from './application.queries.ts'
import { applicationNotDone } from './template.errors.ts'

export interface UndoneApplication {
  readonly application: ApplicationRow
  readonly undo: { readonly deleted: number; readonly kept: number }
}

/** Soft-deletes the tasks that an application wrote and nobody has edited since; what stays keeps what it stands in. */
export async function undoApplication(ctx: Ctx<ApplicationScope>): Promise<UndoneApplication> {
  const { projectId, applicationId } = ctx.scope
  await lockProject(ctx, projectId)
  const { status, created_task_ids: created } = await loadApplication(ctx, applicationId)
  refuseUnless(status === 'success', applicationNotDone)
  const ids = await findUntouched(ctx, projectId, created)
  await removeRows(ctx, projectId, ids)
  await sql(ctx, `update template_applications set status = 'undone', undone_at = $2 where id = $1`, [
    applicationId,
    ctx.services.clock.now(),
  ])
  if (ids.length > 0) {
    emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: ids } })
    requestRecompute(ctx, projectId)
  }
  const application = await loadApplication(ctx, applicationId)
  return { application, undo: { deleted: ids.length, kept: created.length - ids.length } }
}

/** Written rows but the edited ones and those that hold what stays. */
async function findUntouched(ctx: Ctx<unknown>, projectId: string, created: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select t.id from tasks t where t.id = any($2::uuid[]) and t.project_id = $1 and not t.is_deleted
       and t.edited_at is null and not ${ASSIGNED_SINCE}`,
    [projectId, created],
  )
  return withoutHolders(
    ctx,
    projectId,
    rows.map((row) => row.id),
  )
}
