import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import type { AttachmentRow } from './attachment.queries.ts'
import type { AttachmentShown } from './attachment.schema.ts'

/** Deleted attachments are not shown, so that nothing is told of a deletion. */
export function presentAttachment(row: AttachmentRow, ctx: Ctx<ProjectTaskScope>): AttachmentShown {
  const { storage_key, uploaded_by_id, ...shown } = row
  const { projectId, taskId } = ctx.scope
  const path = `/api/v1/projects/${projectId}/tasks/${taskId}/attachments/${row.id}/download/`
  return {
    ...shown,
    file: storage_key === null ? null : `${ctx.services.config.publicUrl}${path}`,
    created_at: instantText(row.created_at) as string,
    deleted_by: null,
    is_deleted: false,
    deleted_at: null,
  }
}
