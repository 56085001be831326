import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import { actingAccount } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { wholeText } from '../../platform/http/list-query.ts'
import { windowRequest } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { findRecentProjects, saveVisit } from './visit.queries.ts'

/** Clients tell of each page that is opened; one of them in a while is enough to know. */
const VISIT_LASTS_MS = 300_000
const RECENT = { defaultSize: 5, maxSize: 10 }

const tag = 'visits'
const recentReply = z.array(
  z
    .object({
      id: z.guid(),
      name: z.string(),
      program_id: z.guid().nullable(),
      program_name: z.string().nullable(),
      visited_at: z.string().meta({ format: 'date-time' }),
    })
    .meta({ id: 'RecentProject' }),
)

/** Visits are private: they are noted also on what is read-only. */
export const visitRoutes = [
  route({
    method: 'POST',
    path: '/projects/{id}/visit/',
    tag,
    summary: 'Say that the caller looks into a project; false when it was said a moment ago',
    scope: projectScope(),
    whenArchived: 'allowed',
    reply: z.object({ recorded: z.boolean() }).meta({ id: 'ProjectVisit' }),
    run: async (ctx) => {
      const at = ctx.services.clock.now()
      const unlessSince = new Date(at.getTime() - VISIT_LASTS_MS)
      const visit = { accountId: actingAccount(ctx).id, projectId: ctx.scope.projectId, at, unlessSince }
      return { recorded: await saveVisit(ctx, visit) }
    },
  }),
  route({
    method: 'GET',
    path: '/me/recent-projects/',
    tag,
    summary: 'Projects in use that the caller visited last',
    query: z.object({ limit: wholeText(1).optional().describe('1 to 10; 5 when left out') }),
    reply: recentReply,
    run: (ctx, { query }) => findRecentProjects(ctx, actingAccount(ctx).id, windowRequest(query, RECENT).limit),
    present: (rows) => rows.map((row) => ({ ...row, visited_at: instantText(row.visited_at) })),
  }),
]
