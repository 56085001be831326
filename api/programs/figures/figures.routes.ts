import { type ProgramScope, programScope } from '../../access/program-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { allocationQuery, contentionReply } from '../../people/capacity/capacity.schema.ts'
import type { Ctx } from '../../platform/context.ts'
import { route } from '../../platform/http/route.ts'
import { readContention } from './contention.ts'

const tag = 'programs'

export const programFigureRoutes = [
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
