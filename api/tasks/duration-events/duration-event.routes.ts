import { z } from 'zod'
import { instantText } from '../../platform/db/sql.ts'
import { pageOf, pageQuery, presentPage } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { taskScope } from '../task-scope.ts'
import { pageDurationEvents } from './duration-event.queries.ts'

const durationEventReply = z
  .object({
    id: z.guid(),
    task: z.guid(),
    actor: z.guid().nullable(),
    actor_name: z.string().nullable(),
    old_duration: z.int(),
    new_duration: z.int(),
    percent_complete_at_change: z.number(),
    percent_complete_after: z.number().nullable(),
    policy_applied: z.enum(['keep', 'prorate', 'confirm']),
    source: z.enum(['user_edit', 'cpm_cascade']),
    sprint: z.guid().nullable(),
    created_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'DurationEvent' })

export const durationEventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/tasks/{id}/duration-events/',
    tag: 'tasks',
    summary: 'How a task’s duration changed while it was in progress',
    scope: taskScope(),
    query: z.object({ ...pageQuery, ordering: z.string().max(64).optional() }),
    reply: pageOf(durationEventReply),
    run: async (ctx, { query }) => {
      const page = await pageDurationEvents(ctx, query)
      const results = page.results.map((row) => ({ ...row, created_at: instantText(row.created_at) }))
      const path = `/tasks/${ctx.scope.taskId}/duration-events/`
      return presentPage({ ...page, results }, ctx.services.config, path, query)
    },
  }),
]
