import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, references } from '../../platform/db/references.ts'

/**
 * An invitation by mail. Only the hash of its token is kept; a pending one past `expiresAt` counts as expired before
 * anybody writes it down.
 */
export const WorkspaceInviteSchema = defineEntity({
  name: 'WorkspaceInvite',
  tableName: 'workspace_invites',
  properties: {
    id: p.uuid().primary(),
    email: p.string().columnType('varchar(254)'),
    role: p.smallint(),
    /** `pending`, `accepted`, `revoked`, `expired` or `failed`. */
    status: p.text().default('pending'),
    token_hash: p.text(),
    invited_by_id: p.uuid().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    expires_at: p.datetime(),
    accepted_at: p.datetime().nullable(),
    accepted_by_id: p.uuid().nullable(),
  },
  uniques: [{ name: 'workspace_invites_token', properties: ['token_hash'] }],
  indexes: [
    {
      name: 'workspace_invites_pending_email',
      expression:
        'create unique index "workspace_invites_pending_email" on "workspace_invites" (lower("email")) where "status" = \'pending\'',
    },
    { properties: ['created_at', 'id'] },
  ],
})
references(WorkspaceInviteSchema, { invited_by_id: mayName('accounts'), accepted_by_id: mayName('accounts') }, 'commit')
