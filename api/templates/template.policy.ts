import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'

/** Publishing, applying and undoing: Project Manager and above, of the source and of the target. */
export function managesTemplates(ctx: Ctx<Pick<ProjectScope, 'role'>>): boolean {
  return atLeast(ctx.scope.role, ROLE.manager)
}
