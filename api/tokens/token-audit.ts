import { actorId, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { newId } from '../platform/ids.ts'
import type { ApiToken } from './api-token.entity.ts'

/** One audit row. The actor's e-mail is kept as it was, because accounts may go. */
export async function recordTokenAudit(
  ctx: Ctx<unknown>,
  token: Pick<ApiToken, 'id' | 'token_prefix' | 'project_id' | 'program_id' | 'owner_id'>,
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
      token.token_prefix,
      token.project_id ?? null,
      token.program_id ?? null,
      token.owner_id ?? null,
      actor,
      action,
      ctx.caller.ip || null,
      JSON.stringify(detail),
    ],
  )
}

export type TokenOwner = { project_id: string } | { program_id: string } | { owner_id: string }

/** Column and value that select the tokens of one owner. */
function ownerCondition(owner: TokenOwner): [column: 'project_id' | 'program_id' | 'owner_id', id: string] {
  if ('project_id' in owner) return ['project_id', owner.project_id]
  if ('program_id' in owner) return ['program_id', owner.program_id]
  return ['owner_id', owner.owner_id]
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
