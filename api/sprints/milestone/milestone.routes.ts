import { projectScope } from '../../access/project-scope.ts'
import { Reply, type Route, route } from '../../platform/http/route.ts'
import { canSetTargets } from '../sprint.policy.ts'
import { presentSprint } from '../sprint.present.ts'
import { sprintReply } from '../sprint.schema.ts'
import { sprintScope } from '../sprint.scope.ts'
import { promoteToMilestone, unbindMilestone } from './bind-milestone.ts'
import { milestonesQuery, milestonesReply, promoteBody } from './milestone.schema.ts'
import { findMilestones } from './milestone-list.queries.ts'

const bind = { method: 'POST', tag: 'sprints', scope: sprintScope(), allow: canSetTargets, reply: sprintReply } as const

export const milestoneRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/projects/{id}/milestones/',
    tag: 'sprints',
    summary: 'Milestones of a project by date, and whether a sprint works towards each',
    agentReadable: true,
    scope: projectScope(),
    query: milestonesQuery,
    reply: milestonesReply,
    run: (ctx, { query }) => findMilestones(ctx, query.unbound === true),
  }),
  route({
    ...bind,
    path: '/sprints/{id}/promote-to-milestone/',
    summary: 'Let a sprint work towards a milestone: one named, or a new one at its end',
    body: promoteBody,
    otherReplies: {
      201: { description: 'with a new milestone', schema: sprintReply },
      409: { description: '`sprint_already_bound`' },
    },
    run: async (ctx, { body }) => {
      const { row, isNew } = await promoteToMilestone(ctx, body)
      return new Reply(isNew ? 201 : 200, await presentSprint(ctx, row))
    },
  }),
  route({
    ...bind,
    path: '/sprints/{id}/unbind-milestone/',
    summary: 'Free a sprint of its milestone',
    run: async (ctx) => presentSprint(ctx, await unbindMilestone(ctx)),
  }),
]
