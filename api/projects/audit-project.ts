import { type AuditEventInput, recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Ctx } from '../platform/context.ts'
import type { Project } from './project.entity.ts'

/** Tells administrators of the workspace what became of a project; its name is kept as it was. */
export function auditProject(
  ctx: Ctx<unknown>,
  eventType: Extract<AuditEventInput['eventType'], `project_${string}`>,
  project: Pick<Project, 'id' | 'name' | 'code'>,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  return recordAuditEvent(ctx, {
    eventType,
    target: { type: 'project', id: project.id, label: project.name },
    metadata: { code: project.code, ...metadata },
  })
}
