import { programScope } from '../../access/program-scope.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { programScheduleReply } from './program-schedule.schema.ts'
import { readProgramSchedule } from './read-program-schedule.ts'

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
]
