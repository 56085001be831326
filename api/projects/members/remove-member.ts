import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { forbidden, refuseUnless } from '../../platform/errors.ts'
import { requestEviction } from '../../platform/realtime/evict.ts'
import { lockProjectRow } from '../lock-project-row.ts'

import { checkOtherOwner } from './last-owner.ts'
import { emitMember, memberRemoved } from './member.events.ts'
import { loadMember } from './member.queries.ts'
import type { ProjectMember } from './project-member.entity.ts'

/**
 * Takes a member out. Everyone may leave, also an archived project; removing others takes an Owner, who cannot remove
 * somebody of the same role. The last Owner stays.
 */
export async function removeMember(ctx: Ctx<ProjectScope>, memberId: string): Promise<void> {
  const { project, syncSeq } = await lockProjectRow(ctx, ctx.scope.projectId, { whenArchived: 'allowed' })
  const member = await loadMember(ctx, memberId)
  if (member.account_id !== actorId(ctx)) checkMayRemove(ctx, member, project.is_archived)
  await checkOtherOwner(ctx, member)
  member.is_deleted = true
  member.server_version += 1
  member.sync_seq = syncSeq
  await ctx.em.flush()
  emitMember(ctx, memberRemoved, member)
  requestEviction(ctx, { projectId: member.project_id, accountId: member.account_id })
}

function checkMayRemove(ctx: Ctx<ProjectScope>, member: ProjectMember, isArchived: boolean): void {
  refuseUnless(!isArchived, () => forbidden('This project is archived and cannot be changed.'))
  refuseUnless(atLeast(ctx.scope.role, ROLE.owner), () => forbidden())
  refuseUnless(member.role < (ctx.scope.role ?? 0), () =>
    forbidden('You cannot remove a member whose role is at or above your own.'),
  )
}
