import { z } from 'zod'
import { memberRole } from '../../levels/setting-fields.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { userSummary } from '../../projects/members/member.schema.ts'

const roleTitle = z.string().trim().max(50)

export const addProgramMemberBody = z.object({ user: wireId, role: memberRole, role_title: roleTitle.optional() })

export const programMemberPatch = z
  .object({ role: memberRole.optional(), role_title: roleTitle.optional() })
  .refine((body) => body.role !== undefined || body.role_title !== undefined, 'Send role or role_title')

export const programMemberReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    program: z.guid(),
    user: z.guid(),
    user_detail: userSummary,
    role: z.int(),
    role_label: z.string(),
    role_title: z.string(),
    joined_at: z.string(),
    role_changed_at: z.string().nullable(),
  })
  .meta({ id: 'ProgramMembership' })
