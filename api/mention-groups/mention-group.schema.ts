import { z } from 'zod'
import { RESERVED_GROUP_KEYS } from '../access/automatic-groups.ts'
import { pageQuery } from '../platform/http/paging.ts'
import { wireId } from '../platform/http/wire-kinds.ts'
import { userSummary } from '../projects/members/member.schema.ts'

const MAX_NAME_LENGTH = 32
const MAX_DESCRIPTION_LENGTH = 140

/** A name that a text can mention; the @ before it is not part of it. */
const name = z
  .string()
  .trim()
  .transform((text) => text.replace(/^@/, ''))
  .pipe(
    z
      .string()
      .min(1, 'This field may not be blank')
      .max(MAX_NAME_LENGTH)
      .regex(/^[A-Za-z0-9_.-]*$/, 'Use letters, digits, full stops, hyphens and underscores')
      // A mention could not be told from the end of a sentence.
      .refine((text) => !text.endsWith('.'), 'May not end with a full stop')
      .refine((text) => !RESERVED_GROUP_KEYS.has(text.toLowerCase()), 'This name is taken by an automatic group'),
  )

export const listGroupsQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('name, created_at; a leading - turns it round'),
})
export type ListGroupsQuery = z.output<typeof listGroupsQuery>

export const groupPatch = z
  .object({
    name,
    description: z.string().trim().max(MAX_DESCRIPTION_LENGTH),
    email_default_on: z.boolean(),
  })
  .partial()
export const groupBody = groupPatch.extend({ name })
export type GroupInput = z.output<typeof groupBody>
export type GroupPatch = z.output<typeof groupPatch>

export const groupMemberBody = z.object({ user: wireId })

const shown = {
  id: z.guid(),
  server_version: z.int(),
  name: z.string(),
  description: z.string(),
  email_default_on: z.boolean(),
  members: z.array(userSummary),
  member_count: z.int(),
  muted_by_me: z.boolean(),
}
export const projectGroupReply = z.object({ ...shown, project: z.guid() }).meta({ id: 'MentionGroup' })
export const programGroupReply = z.object({ ...shown, program: z.guid() }).meta({ id: 'ProgramMentionGroup' })

export const reachReply = z
  .object({
    group_key: z.literal('program-stakeholders'),
    viewer_member_count: z.int(),
    external_stakeholder_count: z.int(),
  })
  .meta({ id: 'ProgramMentionReach' })
