import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'

/** Team Members and above on any task: what a task is measured against is not the assignee's alone to say. */
export function canWriteCriteria<S extends ProjectScope>(ctx: Ctx<S>): boolean {
  return atLeast(ctx.scope.role, ROLE.member)
}
