import { programScope } from '../access/program-scope.ts'
import { route } from '../platform/http/route.ts'
import {
  presentRiskPolicy,
  presentRollupConfig,
  readProgram,
  riskPolicyPatch,
  riskPolicyReply,
  rollupConfigPatch,
  rollupConfigReply,
  updateRiskPolicy,
  updateRollupConfig,
} from './policies.ts'
import { managesProgram, ownsProgram } from './program.policy.ts'
import { presentProgram } from './program.present.ts'
import { programReply } from './program.schema.ts'
import { viewProgram } from './program-view.ts'
import { sponsorshipBody, transferSponsorship } from './transfer-sponsorship.ts'

const tag = 'programs'

export const programPolicyRoutes = [
  route({
    method: 'GET',
    path: '/programs/{id}/rollup-config/',
    tag,
    summary: 'Which figures a program shows and how it adds up',
    scope: programScope(),
    reply: rollupConfigReply,
    run: (ctx) => readProgram(ctx),
    present: presentRollupConfig,
  }),
  route({
    method: 'PATCH',
    path: '/programs/{id}/rollup-config/',
    tag,
    summary: 'Change the figures of a program',
    scope: programScope(),
    allow: managesProgram,
    body: rollupConfigPatch,
    reply: rollupConfigReply,
    run: (ctx, { body }) => updateRollupConfig(ctx, body),
    present: presentRollupConfig,
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/risk-policy/',
    tag,
    summary: 'How a program treats slips and open risks',
    scope: programScope(),
    reply: riskPolicyReply,
    run: (ctx) => readProgram(ctx),
    present: presentRiskPolicy,
  }),
  route({
    method: 'PATCH',
    path: '/programs/{id}/risk-policy/',
    tag,
    summary: 'Change how a program treats slips and open risks',
    scope: programScope(),
    allow: managesProgram,
    body: riskPolicyPatch,
    reply: riskPolicyReply,
    run: (ctx, { body }) => updateRiskPolicy(ctx, body),
    present: presentRiskPolicy,
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/transfer-sponsorship/',
    tag,
    summary: 'Hand the program to another member',
    scope: programScope(),
    allow: ownsProgram,
    whenArchived: 'allowed',
    body: sponsorshipBody,
    reply: programReply,
    otherReplies: { 404: { description: 'No such account.' } },
    run: async (ctx, { body }) => viewProgram(ctx, (await transferSponsorship(ctx, body)).id),
    present: presentProgram,
  }),
]
