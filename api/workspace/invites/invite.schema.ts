import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'
import { workspaceRole } from '../members/member.schema.ts'

const inviteStatus = z.enum(['pending', 'accepted', 'revoked', 'expired', 'failed'])

export const listInvitesQuery = z.object({
  ...pageQuery,
  status: z.union([inviteStatus, z.literal('all')], { error: 'Not a status' }).default('pending'),
})

export const createInviteBody = z.object({
  email: z.string().trim().max(254).pipe(z.email('Enter a valid e-mail address')),
  role: workspaceRole.default(100),
})

/** `username` and `password` are needed unless the address has an account already. */
export const acceptInviteBody = z.object({
  token: z.string().min(1).max(256),
  username: z.string().max(1024).optional(),
  password: z.string().max(1024).optional(),
  display_name: z.string().trim().max(300).optional(),
})

export const inviteReply = z
  .object({
    id: z.guid(),
    email: z.string(),
    role: z.string(),
    role_value: z.int(),
    status: inviteStatus,
    invited_by: z.string().nullable().describe('initials'),
    created_at: z.string(),
    expires_at: z.string(),
    accepted_at: z.string().nullable(),
    accepted_by: z.guid().nullable(),
  })
  .meta({ id: 'WorkspaceInvite' })

export const acceptedReply = z.object({ detail: z.string(), username: z.string() }).meta({ id: 'InviteAccepted' })
export const requeuedReply = z.object({ requeued: z.int() }).meta({ id: 'InvitesQueued' })
export const queuedReply = z.object({ queued: z.boolean() }).meta({ id: 'InviteQueued' })
