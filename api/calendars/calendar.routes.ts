import { type CatalogScope, catalogScope } from '../access/org-admin.ts'
import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { applyCalendars, presentApplied, previewCalendars, readAppliedCalendars } from './applied-calendars.ts'
import { presentCalendar, presentException } from './calendar.present.ts'
import { loadCalendar } from './calendar.queries.ts'
import {
  appliedReply,
  applyBody,
  calendarBody,
  calendarPatch,
  calendarReply,
  exceptionBody,
  exceptionPatch,
  exceptionReply,
  listCalendarsQuery,
  listExceptionsQuery,
  previewQuery,
  previewReply,
} from './calendar.schema.ts'
import { deleteCalendar } from './delete-calendar.ts'
import { pageCalendars, pageExceptions, viewCalendar } from './page-calendars.ts'
import { createCalendar, updateCalendar } from './write-calendar.ts'
import { createException, deleteException, findException, updateException } from './write-exception.ts'

const tag = 'calendars'
const scope = catalogScope
const canWrite = (ctx: Ctx<CatalogScope>) => ctx.scope.isOrgAdmin
const canApply = (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.scheduler)
const exceptionIds = (params: Readonly<Record<string, string>>) => ({
  calendarId: params.id as string,
  exceptionId: params.exceptionId as string,
})

export const calendarRoutes = [
  route({
    method: 'GET',
    path: '/calendars/',
    tag,
    summary: 'The calendars of the workspace',
    query: listCalendarsQuery,
    reply: pageOf(calendarReply),
    run: async (ctx, { query }) => ({ page: await pageCalendars(ctx, query), query }),
    present: ({ page, query }, ctx) =>
      presentPage({ ...page, results: page.results.map(presentCalendar) }, ctx.services.config, '/calendars/', query),
  }),
  route({
    method: 'POST',
    path: '/calendars/',
    tag,
    summary: 'Add a calendar',
    scope,
    allow: canWrite,
    body: calendarBody,
    status: 201,
    reply: calendarReply,
    run: async (ctx, { body }) => viewCalendar(ctx, await createCalendar(ctx, body)),
    present: presentCalendar,
  }),
  route({
    method: 'GET',
    path: '/calendars/{id}/',
    tag,
    summary: 'One calendar with its exceptions',
    reply: calendarReply,
    run: async (ctx, { params }) => viewCalendar(ctx, await loadCalendar(ctx, params.id as string)),
    present: presentCalendar,
  }),
  route({
    method: 'PUT',
    path: '/calendars/{id}/',
    tag,
    summary: 'Replace a calendar',
    scope,
    allow: canWrite,
    body: calendarBody,
    reply: calendarReply,
    run: async (ctx, { params, body }) => viewCalendar(ctx, await updateCalendar(ctx, params.id as string, body)),
    present: presentCalendar,
  }),
  route({
    method: 'PATCH',
    path: '/calendars/{id}/',
    tag,
    summary: 'Change a calendar',
    scope,
    allow: canWrite,
    body: calendarPatch,
    reply: calendarReply,
    run: async (ctx, { params, body }) => viewCalendar(ctx, await updateCalendar(ctx, params.id as string, body)),
    present: presentCalendar,
  }),
  route({
    method: 'DELETE',
    path: '/calendars/{id}/',
    tag,
    summary: 'Delete a calendar that is not in use',
    scope,
    allow: canWrite,
    status: 204,
    otherReplies: { 409: { description: 'In use (calendar_in_use).' } },
    run: (ctx, { params }) => deleteCalendar(ctx, params.id as string),
  }),
  route({
    method: 'GET',
    path: '/calendars/{id}/exceptions/',
    tag,
    summary: 'Days off and extra working days of a calendar',
    query: listExceptionsQuery,
    reply: pageOf(exceptionReply),
    run: async (ctx, { params, query }) => ({
      page: await pageExceptions(ctx, params.id as string, query),
      path: `/calendars/${params.id}/exceptions/`,
      query,
    }),
    present: ({ page, path, query }, ctx) =>
      presentPage({ ...page, results: page.results.map(presentException) }, ctx.services.config, path, query),
  }),
  route({
    method: 'POST',
    path: '/calendars/{id}/exceptions/',
    tag,
    summary: 'Add a range of days off or extra working days',
    scope,
    allow: canWrite,
    body: exceptionBody,
    status: 201,
    reply: exceptionReply,
    run: (ctx, { params, body }) => createException(ctx, params.id as string, body),
    present: presentException,
  }),
  route({
    method: 'GET',
    path: '/calendars/{id}/exceptions/{exceptionId}/',
    tag,
    summary: 'One exception',
    reply: exceptionReply,
    run: async (ctx, { params }) => {
      const calendar = await loadCalendar(ctx, params.id as string)
      return findException(ctx, calendar.id, params.exceptionId as string)
    },
    present: presentException,
  }),
  route({
    method: 'PUT',
    path: '/calendars/{id}/exceptions/{exceptionId}/',
    tag,
    summary: 'Replace an exception',
    scope,
    allow: canWrite,
    body: exceptionBody,
    reply: exceptionReply,
    run: (ctx, { params, body }) => updateException(ctx, exceptionIds(params), body),
    present: presentException,
  }),
  route({
    method: 'PATCH',
    path: '/calendars/{id}/exceptions/{exceptionId}/',
    tag,
    summary: 'Change an exception',
    scope,
    allow: canWrite,
    body: exceptionPatch,
    reply: exceptionReply,
    run: (ctx, { params, body }) => updateException(ctx, exceptionIds(params), body),
    present: presentException,
  }),
  route({
    method: 'DELETE',
    path: '/calendars/{id}/exceptions/{exceptionId}/',
    tag,
    summary: 'Remove an exception',
    scope,
    allow: canWrite,
    status: 204,
    run: (ctx, { params }) => deleteException(ctx, exceptionIds(params)),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/calendars/',
    tag,
    summary: 'The calendars applied to a project',
    scope: projectScope(),
    reply: appliedReply,
    run: (ctx) => readAppliedCalendars(ctx),
    present: presentApplied,
  }),
  route({
    method: 'PUT',
    path: '/projects/{id}/calendars/',
    tag,
    summary: 'Replace the calendars applied to a project',
    scope: projectScope(),
    allow: canApply,
    body: applyBody,
    reply: appliedReply,
    run: (ctx, { body }) => applyCalendars(ctx, body),
    present: presentApplied,
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
