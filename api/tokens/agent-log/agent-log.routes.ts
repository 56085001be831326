import { z } from 'zod'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { instantText, sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { LARGE_LIST, pageOf, pageQuery, pageRequest, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { isUuid } from '../../platform/ids.ts'

const tag = 'agents'

const agentActionReply = z
  .object({
    id: z.guid(),
    schema_version: z.int(),
    sequence: z.int(),
    actor_kind: z.enum(['mcp_token']),
    actor_token_prefix: z.string(),
    principal: z.guid().nullable(),
    action: z.string(),
    method: z.string(),
    object_type: z.string(),
    object_id: z.string(),
    project: z.guid().nullable(),
    capability_used: z.string(),
    verdict: z.enum(['allowed', 'refused', 'requires_approval']),
    refusal_reason: z.enum(['identity', 'policy', '']),
    refusal_detail: z.string(),
    engine_version: z.string(),
    payload_hash: z.string(),
    record_hash: z.string(),
    summary: z.string(),
    occurred_at: z.string(),
  })
  .meta({ id: 'AgentAction' })

const listQuery = z.object({
  ...pageQuery,
  verdict: z.string().optional().describe('allowed, refused or requires_approval'),
  constraint: z.string().optional().describe('the rule that refused'),
  project: z.string().optional().describe('id of a project'),
})

const COLUMNS = `id, schema_version, sequence, actor_kind, actor_token_prefix, principal_id, action, method, object_type,
  object_id, project_id, capability_used, verdict, refusal_reason, refusal_detail, engine_version, payload_hash,
  record_hash, summary, occurred_at`

/** One's own tokens' records, and those about the projects one is a member of. */
const VISIBLE = `(a.principal_id = $1 or exists (
  select 1 from project_members m join projects p on p.id = m.project_id and not p.is_deleted
  where m.project_id = a.project_id and m.account_id = $1 and not m.is_deleted))`

type ActionRow = Record<string, unknown> & {
  principal_id: string | null
  project_id: string | null
  sequence: string
  occurred_at: string
}

export const agentLogRoutes = [
  route({
    method: 'GET',
    path: '/agent-actions/',
    tag,
    summary: 'What agents asked and were told, newest first',
    query: listQuery,
    reply: pageOf(agentActionReply),
    run: async (ctx, { query }) =>
      presentPage(await pageActions(ctx, query), ctx.services.config, '/agent-actions/', query),
  }),
  route({
    method: 'GET',
    path: '/agent-actions/{id}/',
    tag,
    summary: 'One record of the agent log',
    reply: agentActionReply,
    run: async (ctx, { params }) => {
      const row = await sqlOne<ActionRow>(
        ctx,
        `select ${COLUMNS} from agent_actions a where ${VISIBLE} and a.id = $2`,
        [actingAccount(ctx).id, params.id],
      )
      if (!row) throw notFound()
      return present(row)
    },
  }),
]

async function pageActions(ctx: Ctx, query: z.output<typeof listQuery>) {
  const request = pageRequest(query, LARGE_LIST)
  const where = [VISIBLE]
  const params: unknown[] = [actingAccount(ctx).id]
  const filter = (column: string, value: string | undefined) => {
    if (value) where.push(`a.${column} = $${params.push(value)}`)
  }
  filter('verdict', query.verdict)
  filter('constraint_name', query.constraint)
  if (query.project && !isUuid(query.project)) where.push('false')
  else filter('project_id', query.project)
  const from = `from agent_actions a where ${where.join(' and ')}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const rows = await sql<ActionRow>(
    ctx,
    `select ${COLUMNS} ${from} order by a.sequence desc limit ${request.pageSize} offset ${request.offset}`,
    params,
  )
  return { count: counted?.count ?? 0, results: rows.map(present), request }
}

function present(row: ActionRow): object {
  const { principal_id, project_id, sequence, occurred_at, ...facts } = row
  return {
    ...facts,
    sequence: Number(sequence),
    principal: principal_id,
    project: project_id,
    occurred_at: instantText(occurred_at),
  }
}
