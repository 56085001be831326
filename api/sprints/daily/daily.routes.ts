import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { previewForecast } from '../forecast/reforecast.ts'
import { sprintScope } from '../sprint.scope.ts'
import {
  activeSprintsReply,
  blockedReply,
  blockerTypes,
  carryoverReply,
  healthReply,
  reforecastReply,
} from './daily.schema.ts'
import { readActiveSprints, readBlocked, readIncomingCarryover, readSprintHealth } from './daily.ts'

const tag = 'sprints'

export const dailyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/me/active-sprints/',
    tag,
    summary: 'The sprints under way in the caller’s projects',
    reply: activeSprintsReply,
    run: (ctx) => readActiveSprints(ctx),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/sprint-health/',
    tag,
    summary: 'What should be looked at in how work lies in sprints',
    agentReadable: true,
    scope: projectScope(),
    reply: healthReply,
    run: (ctx) => readSprintHealth(ctx),
  }),
  route({
    method: 'GET',
    path: '/sprints/{id}/blocked/',
    tag,
    summary: 'What stands still in a sprint, longest first',
    agentReadable: true,
    scope: sprintScope(),
    query: z.object({
      blocker_type: blockerTypes.optional(),
      min_age_days: z
        .string()
        .regex(/^\d{1,5}$/, 'Send a number of days')
        .transform(Number)
        .optional(),
    }),
    reply: blockedReply,
    run: (ctx, { query }) => readBlocked(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/sprints/{id}/incoming_carryover/',
    tag,
    summary: 'What a sprint took over from those before it',
    agentReadable: true,
    scope: sprintScope(),
    reply: carryoverReply,
    run: (ctx) => readIncomingCarryover(ctx),
  }),
  route({
    method: 'GET',
    path: '/sprints/{id}/reforecast-preview/',
    tag,
    summary: 'What the team’s pace would say of a milestone now',
    agentReadable: true,
    scope: sprintScope(),
    query: z.object({ milestone_id: wireId.optional().describe('that of the sprint when left out') }),
    reply: reforecastReply,
    run: (ctx, { query }) => previewForecast(ctx, query.milestone_id),
  }),
]
