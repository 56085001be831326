import { workspaceRoleLabel } from '../../access/workspace-scope.ts'
import { initialsOf } from '../../accounts/account.entity.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { InviteRow } from './invite.queries.ts'

export function presentInvite(row: InviteRow): object {
  const { username, first_name, last_name } = row
  return {
    id: row.id,
    email: row.email,
    role: workspaceRoleLabel(row.role),
    role_value: row.role,
    status: row.status,
    invited_by:
      username === null ? null : initialsOf({ username, first_name: first_name ?? '', last_name: last_name ?? '' }),
    created_at: instantText(row.created_at),
    expires_at: instantText(row.expires_at),
    accepted_at: instantText(row.accepted_at),
    accepted_by: row.accepted_by_id,
  }
}
