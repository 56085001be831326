import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import { AUDIENCES, type Audience } from '../access/signals.ts'
import type { Ctx } from '../platform/context.ts'
import { forbidden, refuseUnless } from '../platform/errors.ts'
import type { Team } from './signal.queries.ts'

/** Managers and the Scrum Master of the team move audiences within the ceilings and ask to raise these. */
export function canSetAudience(ctx: Ctx<Pick<ProjectScope, 'role'>>, team: Team): boolean {
  return ctx.actor.kind === 'system' || atLeast(ctx.scope.role, ROLE.manager) || team.isScrumMaster
}

export function checkSetsAudience(ctx: Ctx<Pick<ProjectScope, 'role'>>, team: Team): void {
  refuseUnless(canSetAudience(ctx, team), forbidden)
}

export function rankOf(audience: Audience): number {
  return AUDIENCES.indexOf(audience)
}
