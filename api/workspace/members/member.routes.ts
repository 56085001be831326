import { z } from 'zod'
import { isAdmin, isMember, workspaceScope } from '../../access/workspace-scope.ts'
import { actingAccount } from '../../platform/context.ts'
import { cursorPageOf, cursorQuery, cursorRequest, presentCursorPage } from '../../platform/http/cursor-paging.ts'
import type { PageSizes } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { presentMember } from './member.present.ts'
import { pageMembers } from './member.queries.ts'
import { memberPatch, memberReply } from './member.schema.ts'
import { removeMember, updateMember } from './update-member.ts'

const tag = 'workspace'
const scope = workspaceScope
const MEMBER_LIST: PageSizes = { defaultSize: 50, maxSize: 200 }

export const workspaceMemberRoutes = [
  route({
    method: 'GET',
    path: '/workspace/members/',
    tag,
    summary: 'Everybody for Admins; anyone else the own row',
    scope,
    allow: isMember,
    query: z.object(cursorQuery),
    reply: cursorPageOf(memberReply),
    run: async (ctx, { query }) => {
      const onlyAccountId = isAdmin(ctx) ? null : actingAccount(ctx).id
      return { page: await pageMembers(ctx, cursorRequest(query, MEMBER_LIST), onlyAccountId), query }
    },
    present: ({ page, query }, ctx) =>
      presentCursorPage(
        { ...page, results: page.results.map(presentMember) },
        ctx.services.config,
        '/workspace/members/',
        query,
      ),
  }),
  route({
    method: 'PATCH',
    path: '/workspace/members/{user_id}/',
    tag,
    summary: 'Change a member’s role, status or availability',
    scope,
    allow: isAdmin,
    body: memberPatch,
    reply: memberReply,
    run: (ctx, { params, body }) => updateMember(ctx, params.user_id as string, body),
    present: presentMember,
  }),
  route({
    method: 'DELETE',
    path: '/workspace/members/{user_id}/',
    tag,
    summary: 'Deactivate a member',
    scope,
    allow: isAdmin,
    status: 204,
    run: (ctx, { params }) => removeMember(ctx, params.user_id as string),
  }),
]
