import { projectScope } from '../../access/project-scope.ts'
import { pictureRoutes } from '../../platform/http/picture-route.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { projectForecastReply, sprintForecastReply } from '../forecast/project-forecast.schema.ts'
import { readProjectForecast } from '../forecast/read-project-forecast.ts'
import { readSprintForecast } from '../forecast/read-sprint-forecast.ts'
import { drawVelocity } from './draw-velocity.ts'
import { readVelocity } from './read-velocity.ts'
import { velocityReply } from './velocity.schema.ts'

const read = { method: 'GET', tag: 'sprints', scope: projectScope() } as const

export const velocityRoutes: readonly Route[] = [
  ...pictureRoutes({
    ...read,
    path: '/projects/{id}/velocity/',
    summary: 'What the team completed in its newest sprints, and how much that varies',
    agentReadable: true,
    reply: velocityReply,
    run: (ctx) => readVelocity(ctx),
    draw: drawVelocity,
  }),
  route({
    ...read,
    path: '/projects/{id}/forecast/',
    summary: 'The team’s pace and where milestones stood at the last close of a sprint',
    agentReadable: 'compute',
    reply: projectForecastReply,
    run: (ctx) => readProjectForecast(ctx),
  }),
  route({
    ...read,
    path: '/projects/{id}/sprint-forecast/',
    summary: 'When what is left may be done, by a simulation on what the team completed',
    agentReadable: 'compute',
    reply: sprintForecastReply,
    run: (ctx) => readSprintForecast(ctx),
  }),
]
