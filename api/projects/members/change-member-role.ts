import type { ProjectScope } from '../../access/project-scope.ts'
import { ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { requestEviction } from '../../platform/realtime/evict.ts'
import { lockProjectRow } from '../lock-project-row.ts'
import { checkBelowOwn } from './add-member.ts'
import { checkOtherOwner } from './last-owner.ts'
import { emitMember, memberRoleChanged } from './member.events.ts'
import { loadMember } from './member.queries.ts'
import type { ProjectMember } from './project-member.entity.ts'

/** Gives a member another role. The same role again changes and announces nothing. */
export async function changeMemberRole(
  ctx: Ctx<ProjectScope>,
  memberId: string,
  input: { role: number },
): Promise<ProjectMember> {
  const { syncSeq } = await lockProjectRow(ctx, ctx.scope.projectId)
  const member = await loadMember(ctx, memberId)
  if (member.role === input.role) return member
  await checkBelowOwn(ctx, input.role)
  await checkOtherOwner(ctx, member)
  member.role = input.role
  // A role given by hand is no longer the group's to change.
  member.group_id = null
  member.role_changed_at = ctx.services.clock.now()
  member.server_version += 1
  member.sync_seq = syncSeq
  await ctx.em.flush()
  emitMember(ctx, memberRoleChanged, member)
  if (member.role < ROLE.member) requestEviction(ctx, { projectId: member.project_id, accountId: member.account_id })
  return member
}
