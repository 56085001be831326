import { programScope } from '../../access/program-scope.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { programMonteCarloBody, programMonteCarloReply } from './program-monte-carlo.schema.ts'
import { programScheduleReply } from './program-schedule.schema.ts'
import { readProgramSchedule } from './read-program-schedule.ts'
import { simulateProgram } from './simulate-program.ts'

export const programScheduleRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/programs/{id}/schedule/',
    tag: 'Schedule',
    summary: 'The projects of a program as one network, computed now',
    agentReadable: true,
    scope: programScope(),
    reply: programScheduleReply,
    otherReplies: { 422: { description: 'too many tasks, or a task that cannot be computed' } },
    run: readProgramSchedule,
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/monte-carlo/',
    tag: 'Schedule',
    summary: 'Simulate the finish of a program and of its projects',
    limits: [byAccount('monte_carlo', (config) => config.throttleMonteCarloRate)],
    scope: programScope(),
    whenArchived: 'allowed',
    body: programMonteCarloBody,
    idempotency: { exempt: 'it writes nothing' },
    transaction: false,
    reply: programMonteCarloReply,
    otherReplies: {
      402: { description: 'over a cap of the edition' },
      422: { description: 'too many tasks, or a task that cannot be computed' },
    },
    run: (ctx, { body }) => simulateProgram(ctx, body),
  }),
]
