import { randomBytes } from 'node:crypto'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { fieldError } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { hashToken, newId } from '../platform/ids.ts'
import { AGENT_SCOPE } from './authenticate-token.ts'
import { tooManyTokens } from './token.errors.ts'
import { apiTokenMinted } from './token.events.ts'
import { insertToken, lockAndCountTokens, type TokenOwner, type TokenRow } from './token.queries.ts'
import { recordTokenAudit } from './token-audit.ts'

const FULL_SCOPE = 'legacy:full'
const AGENT_MAX_DAYS = 365
const DAY_MS = 86_400_000

export interface MintedToken {
  readonly token: TokenRow
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
  const cap = ctx.services.config.maxPersonalAccessTokens
  if ((await lockAndCountTokens(ctx, ownerId)) >= cap) throw tooManyTokens(cap)
  return mint(ctx, { owner_id: ownerId }, { name: input.name, scopes, expires_at: expiresAt, status_map: null })
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
  const minted = await mint(ctx, owner, {
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

interface TokenFacts {
  readonly name: string
  readonly scopes: string[]
  readonly expires_at: Date | null
  readonly status_map: Record<string, string> | null
}

async function mint(ctx: Ctx<unknown>, owner: TokenOwner, facts: TokenFacts): Promise<MintedToken> {
  const hex = randomBytes(32).toString('hex')
  const raw = `svc_${hex}`
  const token = await insertToken(ctx, {
    ...facts,
    ...owner,
    id: newId(),
    token_hash: hashToken(raw),
    token_prefix: hex.slice(0, 8),
    created_by_id: actingAccount(ctx).id,
    created_at: ctx.services.clock.now(),
  })
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
