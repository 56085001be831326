import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { tellWriter } from '../projects/writer.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { removeRows } from '../tasks/structure/remove-rows.ts'
import { withoutHolders } from '../tasks/structure/structure.queries.ts'
import { tasksBulkMutated } from '../tasks/task.events.ts'
import { findUnchangedUnassigned } from '../tasks/undo/untouched.queries.ts'
import { importChangedTasks, importNotDone } from './import.errors.ts'
import { loadCreatedTasks, loadImport, markUndone } from './import.queries.ts'
import type { ImportKind } from './import-kinds.ts'

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
export async function undoImport(ctx: Ctx<ProjectScope>, requestId: string, kind?: ImportKind): Promise<UndoneImport> {
  const { projectId } = ctx.scope
  await tellWriter(ctx, { reason: 'undo' })
  await lockProject(ctx, projectId)
  const request = await loadImport(ctx, requestId, kind)
  refuseUnless(request.status === 'done', importNotDone)
  const created = await loadCreatedTasks(ctx, requestId)
  refuseUnless(created, importChangedTasks)
  const ids = await withoutHolders(ctx, projectId, await findUnchangedUnassigned(ctx, created))
  await removeRows(ctx, projectId, ids)
  await markUndone(ctx, requestId)
  if (ids.length > 0) {
    emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: ids } })
    requestRecompute(ctx, projectId)
  }
  return {
    id: requestId,
    status: 'undone',
    undo: { deleted: ids.length, kept: Object.keys(created).length - ids.length },
  }
}
