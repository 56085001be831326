import { z } from 'zod'
import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { byAccount, byIp } from '../platform/http/rate-limits.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listLinks, mintLink, revokeLink } from './manage-links.ts'
import { openLink } from './open-link.ts'
import { type ListedLink, presentLink, sharePath } from './share.present.ts'
import {
  type ContentKind,
  linkReply,
  mintedLinkReply,
  mintLinkBody,
  sharedBoardReply,
  sharedScheduleReply,
} from './share.schema.ts'

const tag = 'sharing'
const canShare = (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.manager)
const present = (listed: ListedLink, ctx: Ctx<ProjectScope>) => presentLink(listed, ctx.services.clock.now())

export const shareRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/projects/{id}/share-links/',
    tag,
    summary: 'Public links of a project, newest first',
    scope: projectScope(),
    allow: canShare,
    reply: z.array(linkReply),
    run: (ctx) => listLinks(ctx),
    present: (links, ctx) => links.map((link) => present(link, ctx)),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/share-links/',
    tag,
    summary: 'Make a public link; its token is in this reply only',
    scope: projectScope(),
    allow: canShare,
    limits: [byAccount('share_mint', (config) => config.throttleShareMintRate)],
    idempotency: { exempt: 'issues a one-time secret' },
    holdsSecret: true,
    body: mintLinkBody,
    status: 201,
    reply: mintedLinkReply,
    run: (ctx, { body }) => mintLink(ctx, body),
    present: (minted, ctx) => ({
      ...present(minted, ctx),
      token: minted.token,
      share_path: sharePath(minted.link, minted.token),
    }),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/share-links/{link_id}/revoke/',
    tag,
    summary: 'End a public link',
    scope: projectScope(),
    allow: canShare,
    whenArchived: 'allowed',
    reply: linkReply,
    run: (ctx, { params }) => revokeLink(ctx, params.link_id as string),
    present,
  }),
  publicRoute('board', 'A shared board; as a page for browsers', sharedBoardReply),
  publicRoute('schedule', 'A shared schedule; as a page for browsers', sharedScheduleReply),
]

function publicRoute(kind: ContentKind, summary: string, reply: z.ZodType): Route {
  return route({
    method: 'GET',
    path: `/share/${kind}/{token}/`,
    tag,
    summary,
    audience: 'public',
    limits: [byIp('share_access', (config) => config.throttleShareAccessRate)],
    params: z.object({ token: z.string().max(256) }),
    reply,
    alsoAs: 'text/html',
    otherReplies: {
      304: { description: 'unchanged since the ETag in If-None-Match' },
      410: { description: 'revoked, expired, or the project is gone' },
    },
    run: (ctx, { params: { token } }) => openLink(ctx, kind, token),
  })
}
