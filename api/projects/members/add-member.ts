import { checkReach } from '../../access/member-reach.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProjectRow } from '../lock-project-row.ts'
import { emitMember, memberAdded } from './member.events.ts'
import { ProjectMember } from './project-member.entity.ts'

/** Adds somebody, or takes a former member back. Without a role: the project's default. */
export async function addMember(
  ctx: Ctx<ProjectScope>,
  input: { user: string; role?: number | undefined },
): Promise<ProjectMember> {
  await checkReach(ctx, input.user)
  const { project, syncSeq } = await lockProjectRow(ctx, ctx.scope.projectId)
  const role = input.role ?? project.defaultMemberRole
  checkBelowOwn(ctx, role)
  const known = await ctx.em.find(
    ProjectMember,
    { projectId: project.id, accountId: input.user },
    { orderBy: { isDeleted: 'asc', createdAt: 'desc' }, limit: 1 },
  )
  const former = known[0]
  refuseUnless(!former || former.isDeleted, () => new Refusal(409, 'This account is a member already.'))
  const now = ctx.services.clock.now()
  const member = former
    ? Object.assign(former, {
        role,
        isDeleted: false,
        groupId: null,
        createdAt: now,
        roleChangedAt: null,
        serverVersion: former.serverVersion + 1,
        syncSeq,
      })
    : ctx.em.create(ProjectMember, {
        id: newId(),
        syncSeq,
        projectId: project.id,
        accountId: input.user,
        role,
        createdAt: now,
      })
  await ctx.em.flush()
  emitMember(ctx, memberAdded, member)
  return member
}

/** Nobody hands out a role as high as one's own: ownership is transferred. */
export function checkBelowOwn(ctx: Ctx<ProjectScope>, role: number): void {
  refuseUnless(ctx.scope.role !== null && role < ctx.scope.role, () =>
    fieldError('role', 'The role must be below your own.'),
  )
}
