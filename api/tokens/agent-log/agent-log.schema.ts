import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'

export const agentActionReply = z
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

export const listActionsQuery = z.object({
  ...pageQuery,
  verdict: z.string().optional().describe('allowed, refused or requires_approval'),
  constraint: z.string().optional().describe('the rule that refused'),
  project: z.string().optional().describe('id of a project'),
})
export type ListActionsQuery = z.output<typeof listActionsQuery>
