import { type Route, route } from '../../platform/http/route.ts'
import { canRunSprints } from '../sprint.policy.ts'
import { sprintScope } from '../sprint.scope.ts'
import { closeBody, closeReply, closeRequestReply } from './close.schema.ts'
import { presentCloseRequest } from './close-request.present.ts'
import { readCloseRequest, requestClose } from './request-close.ts'

const tag = 'sprints'

export const closeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/sprints/{id}/close/',
    tag,
    summary: 'Close a sprint in the background',
    scope: sprintScope(),
    allow: canRunSprints,
    body: closeBody,
    status: 202,
    reply: closeReply,
    otherReplies: {
      400: { description: 'the sprint is not active, or unfinished work cannot go there' },
      403: { description: '`scope_accept_forbidden`: only those who run the sprint reject what waits' },
    },
    run: (ctx, { body }) => requestClose(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/sprints/{id}/close-request/',
    tag,
    summary: 'How far closing a sprint is, by its newest request',
    agentReadable: true,
    scope: sprintScope(),
    reply: closeRequestReply,
    run: (ctx) => readCloseRequest(ctx),
    present: presentCloseRequest,
  }),
]
