import { z } from 'zod'
import { type ProgramScope, programScope } from '../../access/program-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { allocationQuery, contentionReply } from '../../people/capacity/capacity.schema.ts'
import type { Ctx } from '../../platform/context.ts'
import { route } from '../../platform/http/route.ts'
import { readContention } from './contention.ts'
import { readRollup } from './rollup.ts'

const tag = 'programs'

const figure = z.union([
  z.object({
    available: z.literal(true),
    value: z.union([z.string(), z.number()]).nullable(),
    unit: z.enum(['calendar_days', 'date']).optional(),
  }),
  z.object({ available: z.literal(false), reason: z.string() }),
])
const rollupReply = z
  .object({
    aggregation_policy: z.enum(['worst', 'average', 'weighted_by_budget', 'task_weighted']),
    policy_available: z.boolean(),
    project_count: z.int(),
    program_health: z.enum(['on_track', 'at_risk', 'critical', 'unknown']),
    kpis: z.record(z.string(), figure),
  })
  .meta({ id: 'ProgramRollup' })

export const programFigureRoutes = [
  route({
    method: 'GET',
    path: '/programs/{id}/rollup/',
    tag,
    agentReadable: true,
    summary: 'The figures of a program, computed from its projects',
    scope: programScope(),
    reply: rollupReply,
    run: (ctx) => readRollup(ctx),
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/resource-contention/',
    tag,
    summary: 'What people are assigned to in all projects of a program, person by person',
    scope: programScope(),
    allow: (ctx: Ctx<ProgramScope>) => atLeast(ctx.scope.role, ROLE.scheduler),
    query: allocationQuery,
    reply: contentionReply,
    otherReplies: { 409: { description: 'No project of the program has dates yet.' } },
    run: (ctx, { query }) => readContention(ctx, query),
  }),
]
