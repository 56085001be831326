import { projectScope } from '../access/project-scope.ts'
import { type Route, route } from '../platform/http/route.ts'
import { moveCeiling, ratchetDown, readPolicy, setAudience } from './change-policy.ts'
import { presentProposals } from './proposals/present-proposals.ts'
import { listOpen, listResolved } from './proposals/proposal.queries.ts'
import { castVote, withdraw } from './proposals/vote.ts'
import { loadTeam } from './signal.queries.ts'
import { audiencePatch, ceilingBody, policyReply, proposalReply, voteBody } from './signal.schema.ts'

const common = { tag: 'signals', scope: projectScope() } as const
const closed = { 409: { description: '`proposal_closed`: it was settled, or its time has run out' } }

export const signalRoutes: readonly Route[] = [
  route({
    ...common,
    method: 'GET',
    path: '/projects/{id}/signal-privacy/',
    summary: 'Whom the team tells its pace, its mood and the flow of its work',
    reply: policyReply,
    run: (ctx) => readPolicy(ctx),
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/projects/{id}/signal-privacy/',
    summary: 'Tell a signal further or less far, up to its ceiling; by managers and the Scrum Master',
    body: audiencePatch,
    reply: policyReply,
    run: (ctx, { body }) => setAudience(ctx, body),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/projects/{id}/signal-privacy/raise-ceiling/',
    summary: 'Ask the team to let a signal be told further; a lower ceiling holds at once',
    body: ceilingBody,
    reply: policyReply,
    otherReplies: {
      202: { description: 'the team votes', schema: proposalReply },
      409: { description: '`proposal_already_open`: the team votes on this signal already' },
    },
    run: (ctx, { body }) => moveCeiling(ctx, body),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/projects/{id}/signal-privacy/ratchet-down/',
    summary: 'Tell every signal to the team alone',
    ignoresInput: 'there is nothing to say beside that it is meant',
    reply: policyReply,
    run: (ctx) => ratchetDown(ctx),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/projects/{id}/signal-privacy/ceiling-proposals/',
    summary: 'What the team votes on, and what it settled lately',
    reply: proposalReply.array(),
    run: async (ctx) =>
      presentProposals(ctx, [...(await listOpen(ctx)), ...(await listResolved(ctx))], await loadTeam(ctx)),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/projects/{id}/signal-privacy/ceiling-proposals/{proposalId}/vote/',
    summary: 'Vote on a proposal, as a member of the team',
    body: voteBody,
    reply: proposalReply,
    otherReplies: closed,
    run: (ctx, { body, params }) => castVote(ctx, params.proposalId as string, body.choice),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/projects/{id}/signal-privacy/ceiling-proposals/{proposalId}/withdraw/',
    summary: 'Take a proposal back',
    ignoresInput: 'there is nothing to say beside that it is meant',
    reply: proposalReply,
    otherReplies: closed,
    run: (ctx, { params }) => withdraw(ctx, params.proposalId as string),
  }),
]
