import { z } from 'zod'
import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { type Route, route } from '../platform/http/route.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { derivationQuery, derivationReply } from './derivation/derivation.schema.ts'
import { readDerivation } from './derivation/read-derivation.ts'
import { monteCarloRoutes } from './monte-carlo/monte-carlo.routes.ts'
import { programScheduleRoutes } from './program/program-schedule.routes.ts'
import { questionRoutes } from './questions/question.routes.ts'
import { taskRunRoutes } from './task-runs/task-run.routes.ts'

const tag = 'Schedule'

export const scheduleRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/projects/{id}/schedule/',
    tag,
    summary: 'Ask for the critical path to be computed again',
    scope: projectScope(),
    allow: canRecompute,
    status: 202,
    reply: z.object({ queued: z.boolean() }).meta({ id: 'RecomputeQueued' }),
    run: async (ctx) => {
      requestRecompute(ctx, ctx.scope.projectId)
      return { queued: true }
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/schedule/derivation/',
    tag,
    summary: 'Why a date of a task, or a percentile of the forecast, is what it is',
    agentReadable: true,
    scope: projectScope(),
    query: derivationQuery,
    reply: derivationReply,
    run: (ctx, { query }) => readDerivation(ctx, query),
  }),
  ...questionRoutes,
  ...programScheduleRoutes,
  ...monteCarloRoutes,
  ...taskRunRoutes,
]

function canRecompute(ctx: Ctx<ProjectScope>): boolean {
  return atLeast(ctx.scope.role, ROLE.scheduler)
}
