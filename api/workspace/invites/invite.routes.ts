import { isAdmin, workspaceScope } from '../../access/workspace-scope.ts'
import { LARGE_LIST, pageOf, pageRequest, presentPage } from '../../platform/http/paging.ts'
import { byAccount, byIp } from '../../platform/http/rate-limits.ts'
import { route } from '../../platform/http/route.ts'
import { acceptInvite } from './accept-invite.ts'
import { createInvite } from './create-invite.ts'
import { presentInvite } from './invite.present.ts'
import { pageInvites } from './invite.queries.ts'
import {
  acceptedReply,
  acceptInviteBody,
  createInviteBody,
  inviteReply,
  listInvitesQuery,
  queuedReply,
  requeuedReply,
} from './invite.schema.ts'
import { resendAllInvites, resendInvite } from './resend-invite.ts'
import { revokeInvite } from './revoke-invite.ts'

const tag = 'workspace'
const scope = workspaceScope
const resendLimit = byAccount('invite_resend', (config) => config.throttleInviteResendRate)

export const inviteRoutes = [
  route({
    method: 'GET',
    path: '/workspace/invites/',
    tag,
    summary: 'Invitations; pending ones unless `status` says otherwise',
    scope,
    allow: isAdmin,
    query: listInvitesQuery,
    reply: pageOf(inviteReply),
    run: async (ctx, { query }) => ({
      page: await pageInvites(ctx, query.status, pageRequest(query, LARGE_LIST)),
      query,
    }),
    present: ({ page, query }, ctx) =>
      presentPage(
        { ...page, results: page.results.map(presentInvite) },
        ctx.services.config,
        '/workspace/invites/',
        query,
      ),
  }),
  route({
    method: 'POST',
    path: '/workspace/invites/',
    tag,
    summary: 'Invite somebody by mail',
    scope,
    allow: isAdmin,
    body: createInviteBody,
    status: 201,
    reply: inviteReply,
    run: (ctx, { body }) => createInvite(ctx, body),
    present: presentInvite,
  }),
  route({
    method: 'POST',
    path: '/workspace/invites/accept/',
    tag,
    summary: 'Accept an invitation by the token of the mail',
    audience: 'public',
    limits: [byIp('invite_accept', (config) => config.throttleInviteAcceptRate)],
    // Hashing takes a while; no transaction is held open meanwhile.
    transaction: false,
    body: acceptInviteBody,
    reply: acceptedReply,
    run: (ctx, { body }) => acceptInvite(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/workspace/invites/resend-all/',
    tag,
    summary: 'Send every pending or failed invitation again, with new links',
    scope,
    allow: isAdmin,
    limits: [resendLimit],
    status: 202,
    reply: requeuedReply,
    run: (ctx) => resendAllInvites(ctx),
  }),
  route({
    method: 'DELETE',
    path: '/workspace/invites/{id}/',
    tag,
    summary: 'Revoke a pending invitation',
    scope,
    allow: isAdmin,
    status: 204,
    run: (ctx, { params }) => revokeInvite(ctx, params.id as string),
  }),
  route({
    method: 'POST',
    path: '/workspace/invites/{id}/resend/',
    tag,
    summary: 'Send a pending or failed invitation again, with a new link',
    scope,
    allow: isAdmin,
    limits: [resendLimit],
    status: 202,
    reply: queuedReply,
    otherReplies: { 409: { description: 'Neither pending nor failed.' } },
    run: (ctx, { params }) => resendInvite(ctx, params.id as string),
  }),
]
