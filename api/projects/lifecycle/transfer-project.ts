import type { ProjectScope } from '../../access/project-scope.ts'
import { findEnabledAccount } from '../../access/reach.queries.ts'
import { ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { forbidden, notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { auditProject } from '../audit-project.ts'
import { type LockedProject, lockProjectRow, touchProject } from '../lock-project-row.ts'
import { findMember } from '../members/member.queries.ts'
import type { ProjectMember } from '../members/project-member.entity.ts'
import type { Project } from '../project.entity.ts'
import { projectTransferred } from '../project.events.ts'

/** Makes another member the Owner; the acting one becomes Project Manager. */
export async function transferProject(ctx: Ctx<ProjectScope>, newOwnerId: string): Promise<Project> {
  const locked = await lockProjectRow(ctx, ctx.scope.projectId)
  const { project } = locked
  const ownId = actingAccount(ctx).id
  if (newOwnerId === ownId) return project
  refuseUnless(await findEnabledAccount(ctx, newOwnerId), notFound)
  const target = await findMember(ctx, newOwnerId)
  refuseUnless(target, () => new Refusal(400, 'The new Owner must be a member of the project.'))
  const own = await findMember(ctx, ownId)
  // It may have been handed on while this waited for the lock.
  refuseUnless(own?.role === ROLE.owner, () => forbidden())
  setRole(ctx, target, ROLE.owner, locked)
  setRole(ctx, own, ROLE.manager, locked)
  touchProject(ctx, locked)
  await ctx.em.flush()
  await auditProject(ctx, 'project_transferred', project, { new_owner_id: newOwnerId })
  emit(ctx, projectTransferred, { projectId: project.id, payload: { id: project.id, new_owner_id: newOwnerId } })
  return project
}

function setRole(ctx: Ctx<unknown>, member: ProjectMember, role: number, { syncSeq }: LockedProject): void {
  if (member.role === role) return
  member.role = role
  member.role_changed_at = ctx.services.clock.now()
  member.server_version += 1
  member.sync_seq = syncSeq
}
