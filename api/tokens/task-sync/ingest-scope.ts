import type { ProjectScope } from '../../access/project-scope.ts'
import type { Config, Rate } from '../../platform/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'
import type { Limit } from '../../platform/http/rate-limits.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { ApiToken } from '../api-token.entity.ts'
import { tokenNotAccepted } from '../token.errors.ts'

const BACKFILL_MS = 60 * 60 * 1000

/** The project of the address, when the token is its own or its program's. Every other project is no place for it: 401. */
export async function ingestScope(ctx: Ctx, raw: RawInput): Promise<ProjectScope> {
  if (ctx.actor.kind !== 'integration') throw tokenNotAccepted()
  const { projectId, programId } = ctx.actor
  const row = await sqlOne<{ id: string; program_id: string | null; code: string; is_archived: boolean }>(
    ctx,
    `select id, program_id, code, is_archived from projects
     where id = $1 and not is_deleted and (id = $2 or program_id = $3)`,
    [raw.params.id ?? '', projectId, programId],
  )
  if (!row) throw tokenNotAccepted()
  return {
    kind: 'project',
    projectId: row.id,
    programId: row.program_id,
    code: row.code,
    role: null,
    isArchived: row.is_archived,
    isReadOnly: row.is_archived,
  }
}

export function loadIngestToken(ctx: Ctx<unknown>): Promise<ApiToken> {
  if (ctx.actor.kind !== 'integration') throw tokenNotAccepted()
  return ctx.em.findOneOrFail(ApiToken, { id: ctx.actor.tokenId })
}

/** A project is filled at a high rate in the first hour of a token, and kept up to date at a lower one. */
export function ingestRamp(name: string, bucket: Bucket): readonly Limit[] {
  return [
    limitOf(`${name}_backfill`, bucket, true, (config) => config.taskSyncBackfillLimit),
    limitOf(name, bucket, false, (config) => config.taskSyncSteadyStateLimit),
  ]
}

/** A token counts for its own projects only, so that it cannot use up another one's rate. */
export const ingestLimits = ingestRamp(
  'task_sync',
  (token, raw) => token.project_id ?? `${token.program_id} ${raw.params.id}`,
)

/** What the pushes of a token are counted by. */
type Bucket = (token: ApiToken, raw: Pick<RawInput, 'params'>) => string

function limitOf(name: string, bucket: Bucket, isBackfill: boolean, perMinute: (config: Config) => number): Limit {
  const rate = (config: Config): Rate => ({ limit: perMinute(config), windowSeconds: 60 })
  const key: Limit['key'] = async (ctx, raw) => {
    const token = await loadIngestToken(ctx)
    const isFresh = ctx.services.clock.now().getTime() - token.created_at.getTime() < BACKFILL_MS
    return isFresh === isBackfill ? bucket(token, raw) : null
  }
  return { name, rate, key }
}
