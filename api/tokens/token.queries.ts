import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../platform/http/paging.ts'
import { ApiToken } from './api-token.entity.ts'
import type { TokenOwner } from './token-audit.ts'

/** Tokens of one owner, newest first, revoked ones included. */
export async function pageTokens(
  ctx: Ctx<unknown>,
  owner: TokenOwner,
  request: PageRequest,
): Promise<OffsetPage<ApiToken>> {
  const [results, count] = await ctx.em.findAndCount(ApiToken, owner, {
    orderBy: { created_at: 'desc', id: 'desc' },
    limit: request.pageSize,
    offset: request.offset,
  })
  return { count, results, request }
}

export async function loadToken(ctx: Ctx<unknown>, owner: TokenOwner, tokenId: string): Promise<ApiToken> {
  const token = await ctx.em.findOne(ApiToken, { ...owner, id: tokenId })
  if (!token) throw notFound()
  return token
}
