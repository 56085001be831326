import { z } from 'zod'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import { booleanFilter } from '../platform/http/list-query.ts'
import { LARGE_LIST, pageOf, pageRequest, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import {
  findOwnNotification,
  markAllRead,
  type NotificationChange,
  type NotificationRow,
  pageOwnNotifications,
  updateOwnNotification,
} from './notification.queries.ts'
import { changeBody, listQuery, markAllBody, notificationReply, snoozeBody } from './notification.schema.ts'
import { snoozeEnd } from './snooze.ts'

const ROOT = '/me/notifications/'
const tag = 'notifications'
/** The same again sets the same, and what the row says may be shown to nobody by the time of a replay. */
const KEEPS_NO_TEXT = { exempt: 'the reply shows what its reader may no longer see' } as const

/** Everything here is the caller's own: a row of somebody else is not there. */
export const notificationRoutes = [
  route({
    method: 'GET',
    path: ROOT,
    tag,
    summary: 'What the caller was told, the newest first',
    query: listQuery,
    reply: pageOf(notificationReply),
    run: async (ctx, { query }) => {
      const isAsked = (sent: string | undefined) => booleanFilter(sent) === true
      const filter = {
        category: query.category || undefined,
        search: query.search,
        unreadOnly: isAsked(query.unread_only),
        archived: isAsked(query.archived),
        snoozed: isAsked(query.snoozed),
      }
      const request = pageRequest(query, LARGE_LIST)
      const page = await pageOwnNotifications(ctx, actingAccount(ctx).id, filter, ctx.services.clock.now(), request)
      return presentPage({ ...page, results: page.results.map(present) }, ctx.services.config, ROOT, query)
    },
  }),
  route({
    method: 'POST',
    path: `${ROOT}mark-all-read/`,
    tag,
    summary: 'Mark everything that is in view as read',
    body: markAllBody,
    reply: z.object({ updated: z.int() }).meta({ id: 'MarkAllReadResult' }),
    run: async (ctx) => ({ updated: await markAllRead(ctx, actingAccount(ctx).id, ctx.services.clock.now()) }),
  }),
  route({
    method: 'GET',
    path: `${ROOT}{id}/`,
    tag,
    summary: 'One notification',
    reply: notificationReply,
    run: (ctx, { params }) => read(ctx, params.id as string),
    present,
  }),
  route({
    method: 'PATCH',
    path: `${ROOT}{id}/`,
    tag,
    summary: 'Mark a notification as read or put it away',
    idempotency: KEEPS_NO_TEXT,
    body: changeBody,
    reply: notificationReply,
    run: (ctx, { params, body }) => change(ctx, params.id as string, body as NotificationChange),
    present,
  }),
  route({
    method: 'POST',
    path: `${ROOT}{id}/snooze/`,
    tag,
    summary: 'Let a notification sleep for a time, or wake it',
    idempotency: KEEPS_NO_TEXT,
    body: snoozeBody,
    reply: notificationReply,
    run: async (ctx, { params, body }) => {
      await read(ctx, params.id as string)
      return change(ctx, params.id as string, { snoozed_until: await snoozeEnd(ctx, body) })
    },
    present,
  }),
]

async function read(ctx: Ctx, id: string): Promise<NotificationRow> {
  const row = await findOwnNotification(ctx, actingAccount(ctx).id, id)
  if (!row) throw notFound()
  return row
}

async function change(ctx: Ctx, id: string, fields: NotificationChange): Promise<NotificationRow> {
  if (!(await updateOwnNotification(ctx, actingAccount(ctx).id, id, fields, ctx.services.clock.now()))) throw notFound()
  return read(ctx, id)
}

function present(row: NotificationRow): object {
  return {
    id: row.id,
    recipient: row.account_id,
    mention: row.mention_id === null ? null : presentMention(row),
    event_type: row.event_type,
    subject: row.subject,
    body: row.body,
    project: row.project_id,
    is_read: row.is_read,
    is_archived: row.is_archived,
    snoozed_until: instantText(row.snoozed_until),
    category: row.category,
    created_at: instantText(row.created_at),
    read_at: instantText(row.read_at),
    snippet: row.snippet ?? '',
    task_id: row.task_id,
  }
}

function presentMention(row: NotificationRow): object {
  const { author_id, author_username, author_name, group_key } = row
  const mentioner = author_id && { id: author_id, username: author_username, display_name: author_name }
  return {
    id: row.mention_id,
    mentioner: mentioner || null,
    mentioned_user: { id: row.account_id, username: row.own_username, display_name: row.own_name },
    mentioned_group_key: group_key ?? '',
    scope: group_key ? 'group' : 'individual',
    task_comment: row.comment_id,
    created_at: instantText(row.mentioned_at),
  }
}
