import { workspaceRoleLabel } from '../../access/workspace-scope.ts'
import { displayNameOf, initialsOf } from '../../accounts/account.entity.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { MemberRow } from './member.queries.ts'

const COLORS = ['#2563eb', '#0891b2', '#059669', '#65a30d', '#d97706', '#dc2626', '#9333ea', '#db2777']

/** The same person has the same colour everywhere: it follows from the id, whose last digits are random. */
function colorOf(accountId: string): string {
  return COLORS[Number.parseInt(accountId.slice(-4), 16) % COLORS.length] as string
}

export function presentMember(row: MemberRow): object {
  return {
    id: row.id,
    name: displayNameOf(row),
    initials: initialsOf(row),
    color: colorOf(row.id),
    email: row.email,
    role: workspaceRoleLabel(row.role),
    role_value: row.role,
    groups: row.groups,
    project_count: row.project_count,
    last_active: instantText(row.last_login),
    status: row.status,
    availability_percent: row.availability_percent,
    availability_effective_from: row.availability_effective_from,
    availability_effective_to: row.availability_effective_to,
    availability_notes: row.availability_notes,
    sso: row.has_identity,
    two_fa: false,
  }
}
