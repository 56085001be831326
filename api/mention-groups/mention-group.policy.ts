import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import type { GroupScope } from './mention-group.scope.ts'

/**
 * The specification calls the groups of a program a mirror of those of a project and names no roles for them. Each right
 * needs one role more there, as what is written in a program reaches all its projects: a Program Admin makes its groups
 * and a Program Manager fills them.
 */
export function managesGroups({ scope }: Ctx<GroupScope>): boolean {
  return atLeast(scope.role, scope.kind === 'program' ? ROLE.owner : ROLE.manager)
}

export function fillsGroups({ scope }: Ctx<GroupScope>): boolean {
  return atLeast(scope.role, scope.kind === 'program' ? ROLE.manager : ROLE.scheduler)
}
