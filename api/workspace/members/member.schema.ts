import { z } from 'zod'
import { civilDate } from '../../platform/http/wire-kinds.ts'

export const workspaceRole = z.union([z.literal(100), z.literal(300), z.literal(400)], {
  error: 'Not a role: use 100, 300 or 400',
})

export const memberPatch = z
  .object({
    role: workspaceRole.optional(),
    status: z.enum(['active', 'guest', 'deactivated']).optional(),
    availability_percent: z.int().min(0).max(100).optional(),
    availability_effective_from: civilDate.nullable().optional(),
    availability_effective_to: civilDate.nullable().optional(),
    availability_notes: z.string().max(2000).optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Send at least one field')

export type MemberPatch = z.output<typeof memberPatch>

export const memberReply = z
  .object({
    id: z.guid(),
    name: z.string(),
    initials: z.string(),
    color: z.string(),
    email: z.string(),
    role: z.string(),
    role_value: z.int(),
    groups: z.array(z.string()),
    project_count: z.int(),
    last_active: z.string().nullable(),
    status: z.enum(['active', 'guest', 'deactivated']),
    availability_percent: z.int(),
    availability_effective_from: z.string().nullable(),
    availability_effective_to: z.string().nullable(),
    availability_notes: z.string(),
    sso: z.boolean(),
    two_fa: z.boolean(),
  })
  .meta({ id: 'WorkspaceMember' })
