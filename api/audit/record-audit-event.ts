import { actorId, type Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { insertAuditEvent } from './audit-event.queries.ts'

const AUDIT_EVENT_TYPES = [
  'member_added',
  'member_removed',
  'member_role_changed',
  'member_status_changed',
  'ownership_transferred',
  'project_created',
  'project_archived',
  'project_unarchived',
  'project_deleted',
  'project_restored',
  'project_transferred',
  'template_published',
  'workspace_settings_changed',
  'workspace_export_triggered',
] as const

const LABEL_LENGTH = 512

export interface AuditEventInput {
  readonly eventType: (typeof AUDIT_EVENT_TYPES)[number]
  readonly target: { readonly type: string; readonly id: string | null; readonly label: string }
  /** Never holds the value of a secret. */
  readonly metadata?: Record<string, unknown>
  /** Who did it, when it is not the caller: somebody invited has no session yet. */
  readonly actorId?: string
}

/** One audit row in the transaction of what it tells. */
export async function recordAuditEvent(ctx: Ctx<unknown>, input: AuditEventInput): Promise<void> {
  await insertAuditEvent(ctx, {
    id: newId(),
    event_type: input.eventType,
    actor_id: input.actorId ?? actorId(ctx),
    target_type: input.target.type,
    target_id: input.target.id,
    target_label: [...input.target.label].slice(0, LABEL_LENGTH).join(''),
    metadata: input.metadata ?? {},
    created_at: ctx.services.clock.now(),
  })
}
