import { type ProjectScope, projectScopeOf } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import type { Limit } from '../platform/http/rate-limits.ts'
import type { RawInput } from '../platform/http/route.ts'
import type { Config, Rate } from '../platform/settings/config.ts'
import { findIngestProject } from './ingest-project.queries.ts'
import { tokenNotAccepted } from './token.errors.ts'
import { loadShownToken, type TokenRow } from './token.queries.ts'

const MEMO_KEY = 'ingest-token'
const BACKFILL_MS = 60 * 60 * 1000

/** The project of the address, when the token is its own or its program's. Every other project is no place for it: 401. */
export async function ingestScope(ctx: Ctx, raw: RawInput): Promise<ProjectScope> {
  if (ctx.actor.kind !== 'integration') throw tokenNotAccepted()
  const row = await findIngestProject(ctx, raw.params.id ?? '', ctx.actor)
  if (!row) throw tokenNotAccepted()
  return projectScopeOf({ ...row, project_id: row.id, role: null })
}

/** The token of the caller, read once a request. */
export async function loadIngestToken(ctx: Ctx<unknown>): Promise<TokenRow> {
  if (ctx.actor.kind !== 'integration') throw tokenNotAccepted()
  const known = ctx.memo.get(MEMO_KEY) as TokenRow | undefined
  const token = known ?? (await loadShownToken(ctx, ctx.actor.tokenId))
  ctx.memo.set(MEMO_KEY, token)
  return token
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
type Bucket = (token: TokenRow, raw: Pick<RawInput, 'params'>) => string

function limitOf(name: string, bucket: Bucket, isBackfill: boolean, perMinute: (config: Config) => number): Limit {
  const rate = (config: Config): Rate => ({ limit: perMinute(config), windowSeconds: 60 })
  const key: Limit['key'] = async (ctx, raw) => {
    const token = await loadIngestToken(ctx)
    const isFresh = ctx.services.clock.now().getTime() - Date.parse(token.created_at) < BACKFILL_MS
    return isFresh === isBackfill ? bucket(token, raw) : null
  }
  return { name, rate, key }
}
