import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'

/** Taking the whole plan away: Project Manager and above, as for bringing one in. Archived projects can be read out. */
export function canExport(ctx: Ctx<ProjectScope>): boolean {
  return atLeast(ctx.scope.role, ROLE.manager)
}
