import { projectRoleLabel } from '../../access/roles.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { MemberView } from './member.queries.ts'

export function presentMember({ member, user, otherProjectCount, otherProjectNames }: MemberView): object {
  return {
    id: member.id,
    server_version: member.serverVersion,
    project: member.projectId,
    user: member.accountId,
    user_detail: user,
    role: member.role,
    role_label: projectRoleLabel(member.role),
    joined_at: instantText(member.createdAt),
    role_changed_at: instantText(member.roleChangedAt),
    other_active_project_count: otherProjectCount,
    other_active_project_names: otherProjectNames,
  }
}
