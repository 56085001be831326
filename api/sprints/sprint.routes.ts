import { projectScope } from '../access/project-scope.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { pictureRoutes } from '../platform/http/picture-route.ts'
import { type Route, route } from '../platform/http/route.ts'
import { burndownReply } from './burndown/burndown.schema.ts'
import { readBurndown } from './burndown/burndown.ts'
import { drawBurndown } from './burndown/draw-burndown.ts'
import { cadenceRoutes } from './cadence/cadence.routes.ts'
import { capacityReply } from './capacity/capacity.schema.ts'
import { readCapacity } from './capacity/capacity.ts'
import { closeRoutes } from './close/close.routes.ts'
import { dailyRoutes } from './daily/daily.routes.ts'
import { listSprintDurationEvents } from './duration-events.queries.ts'
import { milestoneRoutes } from './milestone/milestone.routes.ts'
import { activateSprint, cancelSprint } from './move-sprint.ts'
import { outcomeRoutes } from './outcome/outcome.routes.ts'
import { pokerRoutes } from './poker/poker.routes.ts'
import { pulseRoutes } from './pulse/pulse.routes.ts'
import { rankBody, rankReply, rankSprint } from './ranking/rank-sprint.ts'
import { retroRoutes } from './retro/retro.routes.ts'
import { scopeChangeRoutes } from './scope/scope-change.routes.ts'
import { canDeleteSprint, canRunSprints } from './sprint.policy.ts'
import { presentDurationEvent, presentSprint, presentSprints } from './sprint.present.ts'
import { pageSprints } from './sprint.queries.ts'
import {
  activatedReply,
  durationEventsReply,
  listSprintsQuery,
  sprintBody,
  sprintPatch,
  sprintReply,
} from './sprint.schema.ts'
import { sprintScope } from './sprint.scope.ts'
import { standupRoutes } from './standup/standup.routes.ts'
import { suggestionRoutes } from './velocity/suggestion.routes.ts'
import { velocityRoutes } from './velocity/velocity.routes.ts'
import { createSprint, deleteSprint, loadSprint, updateSprint } from './write-sprint.ts'

const tag = 'sprints'
const read = { tag, agentReadable: true, scope: sprintScope() }
const write = { tag, scope: sprintScope(), allow: canRunSprints }
const notAllowedNow = { 400: { description: 'the state of the sprint does not allow it' } }

export const sprintRoutes: readonly Route[] = [
  ...cadenceRoutes,
  ...scopeChangeRoutes,
  ...closeRoutes,
  ...dailyRoutes,
  ...outcomeRoutes,
  ...milestoneRoutes,
  ...velocityRoutes,
  ...pokerRoutes,
  ...retroRoutes,
  ...pulseRoutes,
  ...standupRoutes,
  ...suggestionRoutes,
  route({
    method: 'GET',
    path: '/projects/{id}/sprints/',
    tag,
    summary: 'Sprints of a project',
    agentReadable: true,
    scope: projectScope(),
    query: listSprintsQuery,
    reply: pageOf(sprintReply),
    run: async (ctx, { query }) => {
      const page = await pageSprints(ctx, query)
      const results = await presentSprints(ctx, page.results)
      const path = `/projects/${ctx.scope.projectId}/sprints/`
      return presentPage({ ...page, results }, ctx.services.config, path, query)
    },
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/sprints/',
    tag,
    summary: 'Plan a sprint',
    scope: projectScope(),
    allow: canRunSprints,
    body: sprintBody,
    status: 201,
    reply: sprintReply,
    run: async (ctx, { body }) => presentSprint(ctx, await createSprint(ctx, body)),
  }),
  route({
    method: 'GET',
    path: '/sprints/{id}/',
    ...read,
    summary: 'Read a sprint',
    reply: sprintReply,
    run: async (ctx) => presentSprint(ctx, await loadSprint(ctx, ctx.scope.sprintId)),
  }),
  route({
    method: 'PUT',
    path: '/sprints/{id}/',
    ...write,
    summary: 'Replace a sprint; fields left out stay as they are',
    body: sprintBody,
    reply: sprintReply,
    run: async (ctx, { body }) => presentSprint(ctx, await updateSprint(ctx, body)),
  }),
  route({
    method: 'PATCH',
    path: '/sprints/{id}/',
    ...write,
    summary: 'Change the fields sent of a sprint',
    body: sprintPatch,
    reply: sprintReply,
    run: async (ctx, { body }) => presentSprint(ctx, await updateSprint(ctx, body)),
  }),
  route({
    method: 'DELETE',
    path: '/sprints/{id}/',
    ...write,
    allow: canDeleteSprint,
    summary: 'Remove a sprint that never began',
    status: 204,
    otherReplies: notAllowedNow,
    run: (ctx) => deleteSprint(ctx),
  }),
  route({
    method: 'POST',
    path: '/sprints/{id}/activate/',
    ...write,
    summary: 'Begin a sprint and take its commitment',
    reply: activatedReply,
    otherReplies: { ...notAllowedNow, 409: { description: 'another sprint of the project is active' } },
    run: async (ctx) => {
      const { row, warnings } = await activateSprint(ctx)
      return { ...(await presentSprint(ctx, row)), warnings }
    },
  }),
  route({
    method: 'POST',
    path: '/sprints/{id}/cancel/',
    ...write,
    summary: 'Call a sprint off; one that is active by Project Managers',
    reply: sprintReply,
    otherReplies: notAllowedNow,
    run: async (ctx) => presentSprint(ctx, await cancelSprint(ctx)),
  }),
  route({
    method: 'GET',
    path: '/sprints/{id}/capacity/',
    ...read,
    summary: 'Hours asked of everyone in a sprint, beside the hours they have',
    reply: capacityReply,
    run: async (ctx) => readCapacity(ctx, await loadSprint(ctx, ctx.scope.sprintId)),
  }),
  ...pictureRoutes({
    method: 'GET',
    path: '/sprints/{id}/burndown/',
    ...read,
    summary: 'What a sprint had left, day by day, and whether it is ahead or behind',
    reply: burndownReply,
    run: async (ctx) => readBurndown(ctx, await loadSprint(ctx, ctx.scope.sprintId)),
    draw: drawBurndown,
  }),
  route({
    method: 'GET',
    path: '/sprints/{id}/duration-events/',
    ...read,
    summary: 'Durations that were changed while the sprint was active, newest first',
    reply: durationEventsReply,
    run: async (ctx) => {
      const events = await listSprintDurationEvents(ctx, ctx.scope.sprintId)
      return { events: events.map(presentDurationEvent) }
    },
  }),
  route({
    method: 'POST',
    path: '/sprints/{id}/reorder/',
    ...write,
    summary: 'Put the tasks of an active sprint into an order',
    body: rankBody,
    reply: rankReply,
    otherReplies: { ...notAllowedNow, 409: { description: 'not all its tasks, or not as they stand' } },
    run: (ctx, { body }) => rankSprint(ctx, body.tasks),
  }),
]
