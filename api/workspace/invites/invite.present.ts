import { initialsOf } from '../../auth/account.entity.ts'
import { instantText } from '../../platform/db/sql.ts'
import { workspaceRoleLabel } from '../workspace-scope.ts'
import type { InviteRow } from './invite.queries.ts'

export function presentInvite(row: InviteRow): object {
  const { inviterUsername: username, inviterFirstName, inviterLastName } = row
  return {
    id: row.id,
    email: row.email,
    role: workspaceRoleLabel(row.role),
    role_value: row.role,
    status: row.status,
    invited_by:
      username === null
        ? null
        : initialsOf({ username, first_name: inviterFirstName ?? '', last_name: inviterLastName ?? '' }),
    created_at: instantText(row.createdAt),
    expires_at: instantText(row.expiresAt),
    accepted_at: instantText(row.acceptedAt),
    accepted_by: row.acceptedById,
  }
}
