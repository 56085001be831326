import { mayReadVelocity } from '../../access/team-signals.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { sprintScope } from '../sprint.scope.ts'
import { decideMany, decideOne } from './decide-scope.ts'
import { presentAudit } from './scope-change.present.ts'
import { listScopeChanges } from './scope-change.queries.ts'
import { acceptedReply, auditReply, decideBody, decidedReply, rejectedReply } from './scope-change.schema.ts'
import { scopeChangeScope } from './scope-change.scope.ts'

const tag = 'sprints'
const otherReplies = { 403: { description: '`scope_accept_forbidden`: only those who run the sprint decide' } }
const decideSome = { method: 'POST', tag, scope: sprintScope(), body: decideBody, otherReplies } as const
const decideNamed = { method: 'POST', tag, scope: scopeChangeScope, reply: decidedReply, otherReplies } as const

export const scopeChangeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/sprints/{id}/scope-changes/',
    tag,
    summary: 'What was added to a sprint under way, newest first',
    agentReadable: true,
    scope: sprintScope(),
    reply: auditReply,
    run: async (ctx) => presentAudit(await listScopeChanges(ctx, ctx.scope.sprintId), await mayReadVelocity(ctx)),
  }),
  route({
    ...decideSome,
    path: '/sprints/{id}/scope-changes/accept/',
    summary: 'Take what waits into the sprint: those named, or all',
    reply: acceptedReply,
    run: (ctx, { body }) => decideMany(ctx, body.ids ?? [], 'accepted'),
  }),
  route({
    ...decideSome,
    path: '/sprints/{id}/scope-changes/reject/',
    summary: 'Keep what waits out of the sprint: those named, or all',
    reply: rejectedReply,
    run: (ctx, { body }) => decideMany(ctx, body.ids ?? [], 'rejected'),
  }),
  route({
    ...decideNamed,
    path: '/scope-changes/{id}/accept/',
    summary: 'Take one addition into its sprint',
    run: (ctx, { params }) => decideOne(ctx, params.id as string, 'accepted'),
  }),
  route({
    ...decideNamed,
    path: '/scope-changes/{id}/reject/',
    summary: 'Keep one addition out of its sprint',
    run: (ctx, { params }) => decideOne(ctx, params.id as string, 'rejected'),
  }),
]
