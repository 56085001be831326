import { z } from 'zod'
import { memberRole } from '../../levels/setting-fields.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'

export const listMembersQuery = z.object({
  search: z.string().optional(),
  ordering: z.string().optional(),
  self: z.string().optional().describe('true: only one’s own row'),
})

export const addMemberBody = z.object({ user: wireId, role: memberRole.optional() })
export const memberPatch = z.object({ role: memberRole })

export const userSummary = z
  .object({ id: z.guid(), username: z.string(), display_name: z.string(), email: z.string().optional() })
  .meta({ id: 'UserSummary' })

export const memberReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    project: z.guid(),
    user: z.guid(),
    user_detail: userSummary,
    role: z.int(),
    role_label: z.string(),
    joined_at: z.string(),
    role_changed_at: z.string().nullable(),
    other_active_project_count: z.int(),
    other_active_project_names: z.array(z.string()),
  })
  .meta({ id: 'ProjectMembership' })
