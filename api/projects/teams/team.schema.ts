import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'

export const TEAM_ROLES = ['member', 'admin'] as const

export const listTeamQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional(),
})

export const teamMemberPatch = z.object({
  role: z.enum(TEAM_ROLES).optional(),
  is_scrum_master: z.boolean().optional().describe('takes the facet from whoever has it'),
  is_product_owner: z.boolean().optional().describe('takes the facet from whoever has it'),
})

export const teamReply = z
  .object({
    id: z.guid(),
    project: z.guid(),
    name: z.string(),
    short_id: z.string(),
    description: z.string(),
    is_default: z.boolean(),
    member_count: z.int(),
    server_version: z.int(),
  })
  .meta({ id: 'Team' })

export const teamMemberReply = z
  .object({
    id: z.guid(),
    team: z.guid(),
    user: z.guid(),
    user_detail: z.object({
      id: z.guid(),
      username: z.string(),
      display_name: z.string(),
      email: z.string().optional().describe('only for workspace Admins and the person'),
    }),
    role: z.enum(TEAM_ROLES),
    role_label: z.string(),
    is_scrum_master: z.boolean(),
    is_product_owner: z.boolean(),
    created_at: z.string().meta({ format: 'date-time' }),
    server_version: z.int(),
  })
  .meta({ id: 'TeamMember' })

export const teamPlaceReply = z
  .object({ role: z.enum(TEAM_ROLES), is_scrum_master: z.boolean(), is_product_owner: z.boolean() })
  .meta({ id: 'TeamPlace' })
