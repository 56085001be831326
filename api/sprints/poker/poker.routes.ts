import { z } from 'zod'
import { type Route, route } from '../../platform/http/route.ts'
import { runsScope, withFacets } from '../../projects/teams/facets.ts'
import { sprintScope } from '../sprint.scope.ts'
import { cancelRound, commitRound, openRound, presentRound, reopen, reveal, vote } from './play-poker.ts'
import { listLiveRounds } from './poker.queries.ts'
import { commitBody, openBody, pokerReply, voteBody } from './poker.schema.ts'
import { pokerScope } from './poker.scope.ts'

const tag = 'sprints'
const refused = (codes: string) => ({ 409: { description: codes } })
const ofSprint = withFacets(sprintScope())
/** Rounds are led by who runs the sprint. */
const lead = { method: 'POST', tag, scope: withFacets(pokerScope), allow: runsScope, reply: pokerReply } as const

export const pokerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/sprints/{id}/poker/',
    tag,
    summary: 'Estimation rounds of a sprint that have not ended, newest first',
    scope: sprintScope(),
    reply: z.array(pokerReply),
    run: async (ctx) => (await listLiveRounds(ctx, ctx.scope.sprintId)).map(presentRound),
  }),
  route({
    method: 'POST',
    path: '/sprints/{id}/poker/',
    tag,
    summary: 'Let the team estimate a task of a planned sprint',
    scope: ofSprint,
    allow: runsScope,
    body: openBody,
    reply: pokerReply,
    otherReplies: refused('`sprint_not_planned`, or `already_live`: the task is being estimated'),
    run: (ctx, { body }) => openRound(ctx, body.task),
  }),
  route({
    ...lead,
    path: '/poker/{id}/vote/',
    summary: 'Lay a card, in place of the one laid before',
    allow: (ctx) => ctx.scope.isOnTeam,
    body: voteBody,
    otherReplies: refused('`not_open`'),
    run: (ctx, { body }) => vote(ctx, body),
  }),
  route({
    ...lead,
    path: '/poker/{id}/reveal/',
    summary: 'Turn the cards over',
    otherReplies: refused('`not_open`'),
    run: (ctx) => reveal(ctx),
  }),
  route({
    ...lead,
    path: '/poker/{id}/reopen/',
    summary: 'Turn the cards face down again',
    otherReplies: refused('`not_revealed`'),
    run: (ctx) => reopen(ctx),
  }),
  route({
    ...lead,
    path: '/poker/{id}/commit/',
    summary: 'End a round with the points of its task',
    body: commitBody,
    otherReplies: refused('`not_live`'),
    run: (ctx, { body }) => commitRound(ctx, body.points),
  }),
  route({
    ...lead,
    path: '/poker/{id}/cancel/',
    summary: 'End a round without an estimate',
    otherReplies: refused('`not_live`'),
    run: (ctx) => cancelRound(ctx),
  }),
]
