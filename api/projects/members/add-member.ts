import { checkReach } from '../../access/member-reach.ts'
import { loadProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProjectRow } from '../lock-project-row.ts'
import { emitMember, memberAdded } from './member.events.ts'
import { findLatestMember } from './member.queries.ts'
import { ProjectMember } from './project-member.entity.ts'

/** Adds somebody, or takes a former member back. Without a role: the project's default. */
export async function addMember(
  ctx: Ctx<ProjectScope>,
  input: { user: string; role?: number | undefined },
): Promise<ProjectMember> {
  await checkReach(ctx, input.user)
  const { project, syncSeq } = await lockProjectRow(ctx, ctx.scope.projectId)
  const role = input.role ?? project.default_member_role
  await checkBelowOwn(ctx, role)
  const former = await findLatestMember(ctx, input.user)
  refuseUnless(!former || former.is_deleted, () => new Refusal(409, 'This account is a member already.'))
  const now = ctx.services.clock.now()
  const member = former
    ? Object.assign(former, {
        role,
        is_deleted: false,
        group_id: null,
        created_at: now,
        role_changed_at: null,
        server_version: former.server_version + 1,
        sync_seq: syncSeq,
      })
    : ctx.em.create(ProjectMember, {
        id: newId(),
        sync_seq: syncSeq,
        project_id: project.id,
        account_id: input.user,
        role,
        created_at: now,
      })
  await ctx.em.flush()
  emitMember(ctx, memberAdded, member)
  return member
}

/**
 * Nobody hands out a role as high as one's own: ownership is transferred. The own one is read under the project's lock,
 * because it may have been lowered while waiting for it.
 */
export async function checkBelowOwn(ctx: Ctx<ProjectScope>, role: number): Promise<void> {
  const { role: own } = await loadProjectScope(ctx, ctx.scope.projectId)
  refuseUnless(atLeast(own, ROLE.owner), () => forbidden())
  refuseUnless(role < (own ?? 0), () => fieldError('role', 'The role must be below your own.'))
}
