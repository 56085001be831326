import type { Ctx } from '../../platform/context.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { removeRows } from '../../tasks/structure/remove-rows.ts'
import { tasksBulkMutated } from '../../tasks/task.events.ts'
import { applicationNotDone } from '../template.errors.ts'
import { type ApplicationRow, findUntouched, loadApplication, updateUndone } from './application.queries.ts'
import type { ApplicationScope } from './application.scope.ts'

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
  await updateUndone(ctx, applicationId)
  if (ids.length > 0) {
    emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: ids } })
    requestRecompute(ctx, projectId)
  }
  const application = await loadApplication(ctx, applicationId)
  return { application, undo: { deleted: ids.length, kept: created.length - ids.length } }
}
