import { z } from 'zod'
import { isAdmin, workspaceScope } from '../access/workspace-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { cursorPageOf, cursorQuery, cursorRequest, presentCursorPage } from '../platform/http/cursor-paging.ts'
import { LARGE_LIST } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { wireId } from '../platform/http/wire-kinds.ts'
import { isUuid } from '../platform/ids.ts'
import { pageAuditEvents } from './audit-event.queries.ts'

const auditEventReply = z
  .object({
    id: z.guid(),
    event_type: z.string(),
    actor_id: z.guid().nullable(),
    actor_label: z.string(),
    target_type: z.string(),
    target_id: z.guid().nullable(),
    target_label: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    created_at: z.string(),
  })
  .meta({ id: 'AuditEvent' })

const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'Send a date or an ISO 8601 timestamp' })
  .refine((text) => /^(19|2[01])/.test(text), 'Out of range')

const auditQuery = z.object({
  ...cursorQuery,
  event_type: z.string().max(64).optional(),
  actor: wireId.optional(),
  since: instant.optional().describe('not before'),
  until: instant.optional().describe('before; a date is its beginning in UTC'),
})

async function listAuditEvents(ctx: Ctx<unknown>, query: z.output<typeof auditQuery>) {
  // Ids are made in the order of time.
  const page = await pageAuditEvents(ctx, query, cursorRequest(query, LARGE_LIST, isUuid))
  const results = page.results.map((row) => ({ ...row, created_at: instantText(row.created_at) }))
  return { page: { ...page, results }, query }
}

export const auditRoutes = [
  route({
    method: 'GET',
    path: '/workspace/audit-events/',
    tag: 'workspace',
    summary: 'What administrators did, newest first',
    scope: workspaceScope,
    allow: isAdmin,
    query: auditQuery,
    reply: cursorPageOf(auditEventReply),
    run: (ctx, { query }) => listAuditEvents(ctx, query),
    present: ({ page, query }, ctx) => presentCursorPage(page, ctx.services.config, '/workspace/audit-events/', query),
  }),
]
