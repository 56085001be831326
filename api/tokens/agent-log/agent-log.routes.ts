import { instantText } from '../../platform/db/sql.ts'
import { pageOf, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { type ActionRow, loadAction, pageActions } from './agent-log.queries.ts'
import { agentActionReply, listActionsQuery } from './agent-log.schema.ts'

const tag = 'agents'

export const agentLogRoutes = [
  route({
    method: 'GET',
    path: '/agent-actions/',
    tag,
    summary: 'What agents asked and were told, newest first',
    query: listActionsQuery,
    reply: pageOf(agentActionReply),
    run: async (ctx, { query }) => {
      const page = await pageActions(ctx, query)
      const results = page.results.map(present)
      return presentPage({ ...page, results }, ctx.services.config, '/agent-actions/', query)
    },
  }),
  route({
    method: 'GET',
    path: '/agent-actions/{id}/',
    tag,
    summary: 'One record of the agent log',
    reply: agentActionReply,
    run: (ctx, { params }) => loadAction(ctx, params.id as string),
    present,
  }),
]

function present({ principal_id, project_id, occurred_at, ...facts }: ActionRow): object {
  return { ...facts, principal: principal_id, project: project_id, occurred_at: instantText(occurred_at) }
}
