import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'

/** Rosters, assignments and skill requirements: Resource Managers and above. */
export function canStaff<S extends ProjectScope>(ctx: Ctx<S>): boolean {
  return ctx.actor.kind === 'system' || atLeast(ctx.scope.role, ROLE.scheduler)
}
