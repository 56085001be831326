import { instantText } from '../../platform/db/sql.ts'
import { programRoleLabel } from '../program.policy.ts'
import type { ProgramMemberView } from './member.queries.ts'

export function presentProgramMember({ member, user }: ProgramMemberView): object {
  return {
    id: member.id,
    server_version: member.server_version,
    program: member.program_id,
    user: member.account_id,
    user_detail: user,
    role: member.role,
    role_label: programRoleLabel(member.role),
    role_title: member.role_title,
    joined_at: instantText(member.created_at),
    role_changed_at: instantText(member.role_changed_at),
  }
}
