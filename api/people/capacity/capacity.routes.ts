import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import { route } from '../../platform/http/route.ts'
import { canStaff } from '../people.policy.ts'
import { readAllocation } from './allocation.ts'
import {
  allocationQuery,
  allocationReply,
  deprecationHeaders,
  heatmapQuery,
  heatmapReply,
  summaryReply,
  utilizationQuery,
  utilizationReply,
} from './capacity.schema.ts'
import { readHeatmap } from './heatmap.ts'
import { readSummary } from './summary.ts'
import { readUtilization } from './utilization.ts'

const read = {
  method: 'GET',
  tag: 'capacity',
  scope: projectScope(),
  allow: canStaff<ProjectScope>,
  otherReplies: { 409: { description: 'No task has dates yet.' } },
} as const

export const capacityRoutes = [
  route({
    ...read,
    path: '/projects/{id}/utilization/',
    summary: 'How much of each day of everybody’s time the tasks take',
    query: utilizationQuery,
    reply: utilizationReply,
    run: (ctx, { query }) => readUtilization(ctx, query),
  }),
  route({
    ...read,
    path: '/projects/{id}/resources/heatmap/',
    summary: 'How much of each week of everybody’s time the tasks take, in percent',
    query: heatmapQuery,
    replyHeaders: deprecationHeaders,
    reply: heatmapReply,
    run: (ctx, { query }) => readHeatmap(ctx, query),
  }),
  route({
    ...read,
    path: '/projects/{id}/resources/summary/',
    summary: 'The next eight weeks of the people of a project in a few numbers',
    reply: summaryReply,
    run: (ctx) => readSummary(ctx),
  }),
  route({
    ...read,
    path: '/projects/{id}/resource-allocation/',
    summary: 'What people are assigned to in a project, person by person',
    query: allocationQuery,
    reply: allocationReply,
    run: (ctx, { query }) => readAllocation(ctx, query),
  }),
]
