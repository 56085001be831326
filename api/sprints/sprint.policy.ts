import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'

type Asking = Pick<ProjectScope, 'role'>

const hasRole = (ctx: Ctx<Asking>, floor: number): boolean =>
  ctx.actor.kind === 'system' || atLeast(ctx.scope.role, floor)

/** Planning and running sprints is the team's: create, change, activate, close, rank. */
export const canRunSprints = (ctx: Ctx<Asking>): boolean => hasRole(ctx, ROLE.member)

/** A sprint under way is called off by managers; one that never began by the team. */
export function canCancel(ctx: Ctx<Asking>, state: string): boolean {
  return hasRole(ctx, state === 'ACTIVE' ? ROLE.manager : ROLE.member)
}

export const canDeleteSprint = (ctx: Ctx<Asking>): boolean => hasRole(ctx, ROLE.manager)

/** The planning targets, what is said of the outcome, and binding a milestone. */
export const canSetTargets = (ctx: Ctx<Asking>): boolean => hasRole(ctx, ROLE.scheduler)
