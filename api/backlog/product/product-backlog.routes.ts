import { projectScope } from '../../access/project-scope.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { managesBacklog, withFacets } from '../../projects/teams/facets.ts'
import { canEditTask } from '../../tasks/task.policy.ts'
import { taskScope } from '../../tasks/task-scope.ts'
import { placeCard, placeCardBody, placedCardReply } from './place-card.ts'
import {
  productBacklogReply,
  reorderBacklogBody,
  reorderQueueBody,
  rerankedReply,
  updatedReply,
} from './product-backlog.schema.ts'
import { rankBacklogByScore, reorderBacklog, reorderQueue } from './rank-backlog.ts'
import { readProductBacklog } from './read-product-backlog.ts'

const tag = 'backlog'
const rank = { method: 'POST', tag, scope: withFacets(projectScope()), allow: managesBacklog } as const

export const productBacklogRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/projects/{id}/product-backlog/',
    tag,
    summary: 'Stories under their epics in the order they are to be done, and how ready they are',
    agentReadable: true,
    scope: projectScope(),
    reply: productBacklogReply,
    run: (ctx) => readProductBacklog(ctx),
  }),
  route({
    ...rank,
    path: '/projects/{id}/product-backlog/reorder/',
    summary: 'Put the stories of the backlog into an order',
    body: reorderBacklogBody,
    reply: updatedReply,
    otherReplies: { 409: { description: 'not all the stories, or not as they stand' } },
    run: (ctx, { body }) => reorderBacklog(ctx, body.stories),
  }),
  route({
    ...rank,
    path: '/projects/{id}/product-backlog/auto-rank/',
    summary: 'Rank the stories of the backlog by their scores',
    reply: rerankedReply,
    run: (ctx) => rankBacklogByScore(ctx),
  }),
  route({
    ...rank,
    path: '/projects/{id}/queue/reorder/',
    summary: 'Put some of the planned and open tasks into an order',
    body: reorderQueueBody,
    reply: updatedReply,
    otherReplies: { 409: { description: 'a task is not as it was read' } },
    run: (ctx, { body }) => reorderQueue(ctx, body.tasks),
  }),
  route({
    method: 'POST',
    path: '/tasks/{id}/reorder/',
    tag,
    summary: 'Put a task before or behind another of its column of the board, or at its end',
    scope: taskScope(),
    allow: (ctx) => canEditTask(ctx, ctx.scope),
    body: placeCardBody,
    reply: placedCardReply,
    otherReplies: { 400: { description: 'not one place, or the other task stands in another column' } },
    run: (ctx, { body }) => placeCard(ctx, body),
  }),
]
