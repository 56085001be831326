import { displayNameOf } from '../../auth/account.entity.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids.ts'

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
  const actor = input.actorId ?? actorId(ctx)
  await sql(
    ctx,
    `insert into workspace_audit_events
       (id, event_type, actor_id, actor_label, target_type, target_id, target_label, metadata, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      newId(),
      input.eventType,
      actor,
      actor === null ? '' : await labelOf(ctx, actor),
      input.target.type,
      input.target.id,
      [...input.target.label].slice(0, LABEL_LENGTH).join(''),
      JSON.stringify(input.metadata ?? {}),
      ctx.services.clock.now(),
    ],
  )
}

async function labelOf(ctx: Ctx<unknown>, accountId: string): Promise<string> {
  const account = await sqlOne<{ username: string; first_name: string; last_name: string }>(
    ctx,
    'select username, first_name, last_name from accounts where id = $1',
    [accountId],
  )
  return account ? displayNameOf(account) : ''
}
