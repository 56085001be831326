import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'

/**
 * Who decides what is added to a sprint under way: Project Managers and above. Whoever the team names its Scrum Master or
 * Product Owner does too, once teams name anybody.
 */
export function canDecideScope(ctx: Ctx<Pick<ProjectScope, 'role'>>): boolean {
  return ctx.actor.kind === 'system' || atLeast(ctx.scope.role, ROLE.manager)
}

export function checkDecidesScope(ctx: Ctx<Pick<ProjectScope, 'role'>>): void {
  const detail = 'Only those who run the sprint decide what is added to it.'
  refuseUnless(canDecideScope(ctx), () => new Refusal(403, detail, { code: 'scope_accept_forbidden' }))
}
