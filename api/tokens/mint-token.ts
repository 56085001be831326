import { randomBytes } from 'node:crypto'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { fieldError } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { hashToken, newId } from '../platform/ids.ts'
import { ApiToken } from './api-token.entity.ts'
import { AGENT_SCOPE } from './authenticate-token.ts'
import { tooManyTokens } from './token.errors.ts'
import { apiTokenMinted } from './token.events.ts'
import { recordTokenAudit } from './token-audit.ts'

const FULL_SCOPE = 'legacy:full'
const AGENT_MAX_DAYS = 365
const DAY_MS = 86_400_000

export interface MintedToken {
  readonly token: ApiToken
  /** Shown once, stored nowhere. */
  readonly raw: string
}

/** A personal token. The cap holds under concurrency: the account row is locked while counting. */
export async function mintPersonalToken(
  ctx: Ctx<unknown>,
  input: { name: string; scopes?: string[] | undefined; expires_at?: string | null | undefined },
): Promise<MintedToken> {
  const ownerId = actingAccount(ctx).id
  const scopes = [...new Set(input.scopes ?? [FULL_SCOPE])]
  if (scopes.length > 1) throw fieldError('scopes', 'Choose either legacy:full or mcp:read.')
  const expiresAt = checkExpiry(ctx, input.expires_at)
  if (scopes[0] === AGENT_SCOPE) checkAgentExpiry(ctx, expiresAt)
  await sql(ctx, 'select 1 from accounts where id = $1 for update', [ownerId])
  const active = await sqlOne<{ count: number }>(
    ctx,
    'select count(*)::int as count from api_tokens where owner_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)',
    [ownerId, ctx.services.clock.now()],
  )
  const cap = ctx.services.config.maxPersonalAccessTokens
  if ((active?.count ?? 0) >= cap) throw tooManyTokens(cap)
  return mint(ctx, { owner_id: ownerId, name: input.name, scopes, expires_at: expiresAt, status_map: null })
}

/** A token of a project or a program for ingest. Its one scope is `legacy:full`. */
export async function mintIntegrationToken(
  ctx: Ctx<unknown>,
  owner: { project_id: string } | { program_id: string },
  input: {
    name: string
    scopes?: string[] | undefined
    expires_at?: string | null | undefined
    status_map?: Record<string, string> | undefined
  },
): Promise<MintedToken> {
  const scopes = [...new Set(input.scopes ?? [FULL_SCOPE])]
  if (scopes.length !== 1 || scopes[0] !== FULL_SCOPE)
    throw fieldError('scopes', 'Project and program tokens carry legacy:full only.')
  const expiresAt = checkExpiry(ctx, input.expires_at)
  const minted = await mint(ctx, {
    ...owner,
    name: input.name,
    scopes,
    expires_at: expiresAt,
    status_map: input.status_map ?? null,
  })
  if ('project_id' in owner) {
    emit(ctx, apiTokenMinted, {
      projectId: owner.project_id,
      payload: { token_prefix: minted.token.token_prefix, name: minted.token.name },
    })
  }
  return minted
}

async function mint(
  ctx: Ctx<unknown>,
  facts: {
    owner_id?: string
    project_id?: string
    program_id?: string
    name: string
    scopes: string[]
    expires_at: Date | null
    status_map: Record<string, string> | null
  },
): Promise<MintedToken> {
  const hex = randomBytes(32).toString('hex')
  const raw = `svc_${hex}`
  const token = ctx.em.create(ApiToken, {
    ...facts,
    id: newId(),
    token_hash: hashToken(raw),
    token_prefix: hex.slice(0, 8),
    created_by_id: actingAccount(ctx).id,
    created_at: ctx.services.clock.now(),
  })
  await ctx.em.flush()
  await recordTokenAudit(ctx, token, 'minted', { name: token.name, scopes: token.scopes })
  return { token, raw }
}

function checkExpiry(ctx: Ctx<unknown>, text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null
  const expiresAt = new Date(text)
  if (expiresAt.getTime() <= ctx.services.clock.now().getTime())
    throw fieldError('expires_at', 'Must lie in the future.')
  return expiresAt
}

function checkAgentExpiry(ctx: Ctx<unknown>, expiresAt: Date | null): void {
  if (expiresAt === null) throw fieldError('expires_at', 'An mcp:read token must expire.')
  const daysLeft = (expiresAt.getTime() - ctx.services.clock.now().getTime()) / DAY_MS
  if (daysLeft > AGENT_MAX_DAYS) throw fieldError('expires_at', `At most ${AGENT_MAX_DAYS} days ahead.`)
}
