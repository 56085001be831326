import { type CatalogScope, catalogScope } from '../access/org-admin.ts'
import type { Ctx } from '../platform/context.ts'
import { LARGE_LIST, pageRequest } from '../platform/http/paging.ts'
import { resource } from '../platform/http/resource.ts'
import type { RawInput } from '../platform/http/route.ts'
import { loadCalendar, pageCalendars } from './calendar.queries.ts'
import {
  calendarBody,
  calendarReply,
  exceptionBody,
  exceptionReply,
  listCalendarsQuery,
  listExceptionsQuery,
} from './calendar.schema.ts'
import { deleteCalendar } from './delete-calendar.ts'
import { loadException, pageExceptions } from './exception.queries.ts'
import { createCalendar, updateCalendar } from './write-calendar.ts'
import { changeException, createException, removeException } from './write-exception.ts'

const mayWrite = (ctx: Ctx<CatalogScope>) => ctx.scope.isOrgAdmin

export const calendarCollection = resource({
  path: '/calendars/',
  item: 'id',
  tag: 'calendars',
  one: 'a calendar',
  many: 'The calendars of the workspace',
  scope: catalogScope,
  readsWithoutScope: true,
  mayCreate: mayWrite,
  mayChange: mayWrite,
  query: listCalendarsQuery,
  body: calendarBody,
  reply: calendarReply,
  removed: { 409: { description: 'In use (calendar_in_use).' } },
  rows: {
    page: pageCalendars,
    load: loadCalendar,
    create: createCalendar,
    update: updateCalendar,
    remove: deleteCalendar,
  },
})

/** The calendar that the path names. Whether it exists is asked after whether the caller may write it. */
interface ExceptionsScope extends CatalogScope {
  readonly calendarId: string
}

async function exceptionsScope(ctx: Ctx, raw: RawInput): Promise<ExceptionsScope> {
  return { ...(await catalogScope(ctx)), calendarId: raw.params.id ?? '' }
}

export const exceptionCollection = resource({
  path: '/calendars/{id}/exceptions/',
  item: 'exceptionId',
  tag: 'calendars',
  one: 'a range of days off or extra working days',
  many: 'Days off and extra working days of a calendar',
  scope: exceptionsScope,
  mayCreate: mayWrite,
  mayChange: mayWrite,
  query: listExceptionsQuery,
  body: exceptionBody,
  reply: exceptionReply,
  rows: {
    page: async (ctx, query) => {
      const { id } = await loadCalendar(ctx, ctx.scope.calendarId)
      return pageExceptions(ctx, id, pageRequest(query, LARGE_LIST))
    },
    load: async (ctx, exceptionId) => {
      const { id } = await loadCalendar(ctx, ctx.scope.calendarId)
      return loadException(ctx, id, exceptionId)
    },
    create: (ctx, input) => createException(ctx, ctx.scope.calendarId, input),
    update: (ctx, exceptionId, input) => changeException(ctx, { ...ctx.scope, exceptionId }, input),
    remove: (ctx, exceptionId) => removeException(ctx, { ...ctx.scope, exceptionId }),
  },
})
