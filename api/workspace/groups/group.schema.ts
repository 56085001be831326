import { z } from 'zod'
import { memberRole } from '../../levels/setting-fields.ts'
import { pageQuery } from '../../platform/http/paging.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'

const groupFields = {
  name: z.string().trim().min(1, 'This field may not be blank').max(120),
  description: z.string().max(10_000),
  lead: wireId.nullable(),
}

export const listGroupsQuery = z.object({ ...pageQuery, search: z.string().optional() })
export const groupBody = z.object({
  name: groupFields.name,
  description: groupFields.description.default(''),
  lead: groupFields.lead.default(null),
})
export const groupPatch = z.object(groupFields).partial()
export type GroupPatch = z.output<typeof groupPatch>

export const groupMemberBody = z.object({ user: wireId })
export const groupProjectBody = z.object({
  project: wireId,
  role: memberRole.refine((role) => role < 400, 'A group cannot make Owners').default(100),
})

const person = z.object({ id: z.guid(), username: z.string(), display_name: z.string(), initials: z.string() })

export const groupReply = z
  .object({
    id: z.guid(),
    name: z.string(),
    description: z.string(),
    lead: z.string().nullable().describe('display name'),
    lead_user_id: z.guid().nullable(),
    member_count: z.int(),
    members: z.array(person),
    projects: z.array(z.object({ id: z.guid(), name: z.string(), role: z.int(), role_label: z.string() })),
  })
  .meta({ id: 'Group' })
