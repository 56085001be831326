import { projectRoleLabel } from '../../access/roles.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { MemberView } from './member.queries.ts'

export function presentMember({ member, user, otherProjectCount, otherProjectNames }: MemberView): object {
  return {
    id: member.id,
    server_version: member.server_version,
    project: member.project_id,
    user: member.account_id,
    user_detail: user,
    role: member.role,
    role_label: projectRoleLabel(member.role),
    joined_at: instantText(member.created_at),
    role_changed_at: instantText(member.role_changed_at),
    other_active_project_count: otherProjectCount,
    other_active_project_names: otherProjectNames,
  }
}
