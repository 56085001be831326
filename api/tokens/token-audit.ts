import { actorId, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { newId } from '../platform/ids.ts'
import type { ApiToken } from './api-token.entity.ts'

/** One audit row. The actor's e-mail is kept as it was, because accounts may go. */
export async function recordTokenAudit(
  ctx: Ctx<unknown>,
  token: Pick<ApiToken, 'id' | 'tokenPrefix' | 'projectId' | 'programId' | 'ownerId'>,
  action: 'minted' | 'revoked' | 'used',
  detail: Record<string, unknown>,
): Promise<void> {
  const actor = actorId(ctx)
  await sql(
    ctx,
    `insert into api_token_audit (id, token_id, token_prefix, project_id, program_id, owner_id, actor_id, actor_email, action, source_ip, detail)
     values ($1, $2, $3, $4, $5, $6, $7, (select email from accounts where id = $7), $8, $9, $10)`,
    [
      newId(),
      token.id,
      token.tokenPrefix,
      token.projectId ?? null,
      token.programId ?? null,
      token.ownerId ?? null,
      actor,
      action,
      ctx.caller.ip || null,
      JSON.stringify(detail),
    ],
  )
}

export type TokenOwner = { projectId: string } | { programId: string } | { ownerId: string }

/** Column and value that select the tokens of one owner. */
function ownerCondition(owner: TokenOwner): [column: 'project_id' | 'program_id' | 'owner_id', id: string] {
  if ('projectId' in owner) return ['project_id', owner.projectId]
  if ('programId' in owner) return ['program_id', owner.programId]
  return ['owner_id', owner.ownerId]
}

export interface AuditRow {
  id: string
  token_id: string
  token_prefix: string
  actor_id: string | null
  actor_email: string | null
  action: string
  source_ip: string | null
  detail: Record<string, unknown>
  created_at: string
}

/** Audit rows of one owner's tokens, newest first. */
export async function pageTokenAudit(
  ctx: Ctx<unknown>,
  owner: TokenOwner,
  window: { limit: number; offset: number },
): Promise<{ count: number; rows: AuditRow[] }> {
  const [column, id] = ownerCondition(owner)
  const counted = await sqlOne<{ count: number }>(
    ctx,
    `select count(*)::int as count from api_token_audit where ${column} = $1`,
    [id],
  )
  const rows = await sql<AuditRow>(
    ctx,
    `select id, token_id, token_prefix, actor_id, actor_email, action, source_ip, detail, created_at
     from api_token_audit where ${column} = $1 order by created_at desc, id desc limit $2 offset $3`,
    [id, window.limit, window.offset],
  )
  return { count: counted?.count ?? 0, rows }
}
