import type { ProgramScope } from '../../access/program-scope.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'

export type SummaryScope = ProjectScope | ProgramScope

/** More are not made by hand. */
const MAX_ROWS = 200

function ownerOf(scope: SummaryScope): ['project_id' | 'program_id', string] {
  return scope.kind === 'project' ? ['project_id', scope.projectId] : ['program_id', scope.programId]
}

/** The webhooks of the project or program itself, the newest first. */
export function listWebhooks(ctx: Ctx<SummaryScope>) {
  const [column, id] = ownerOf(ctx.scope)
  return tables(ctx)
    .selectFrom('webhooks')
    .select(['id', 'url', 'format', 'is_active', 'events', 'consecutive_failures', 'last_failure_at', 'created_at'])
    .where(column, '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute()
}

/** Its tokens that still let somebody in. */
export function listTokens(ctx: Ctx<SummaryScope>) {
  const [column, id] = ownerOf(ctx.scope)
  const now = ctx.services.clock.now().toISOString()
  return tables(ctx)
    .selectFrom('api_tokens')
    .select(['id', 'name', 'token_prefix', 'last_used_at', 'expires_at', 'created_at'])
    .where(column, '=', id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute()
}
