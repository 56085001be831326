import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { route } from '../../platform/http/route.ts'
import { appliedReply, applyBody, previewQuery, previewReply } from './applied-calendar.schema.ts'
import { applyCalendars, previewCalendars, readAppliedCalendars } from './applied-calendars.ts'

const tag = 'calendars'

export const appliedCalendarRoutes = [
  route({
    method: 'GET',
    path: '/projects/{id}/calendars/',
    tag,
    summary: 'The calendars applied to a project',
    scope: projectScope(),
    reply: appliedReply,
    run: readAppliedCalendars,
  }),
  route({
    method: 'PUT',
    path: '/projects/{id}/calendars/',
    tag,
    summary: 'Replace the calendars applied to a project',
    scope: projectScope(),
    allow: (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.scheduler),
    body: applyBody,
    reply: appliedReply,
    run: (ctx, { body }) => applyCalendars(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/calendars/preview/',
    tag,
    summary: 'Working days of a project in a range',
    scope: projectScope(),
    query: previewQuery,
    reply: previewReply,
    run: (ctx, { query }) => previewCalendars(ctx, query),
  }),
]
