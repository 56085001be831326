import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, isAuthor, ROLE } from '../access/roles.ts'
import { actorId, type Ctx } from '../platform/context.ts'

/** The part of a row that decides who may edit it. */
export interface OwnedTask {
  readonly assignee_id: string | null
}

type RoleHolder = Pick<ProjectScope, 'role'>

export function canCreateTasks(ctx: Ctx<RoleHolder>): boolean {
  return ctx.actor.kind === 'system' || isAuthor(ctx.scope.role)
}

/** Project Managers and the system; owners of every rule that lower roles may not pass. */
export function isManager(ctx: Ctx<RoleHolder>): boolean {
  return ctx.actor.kind === 'system' || atLeast(ctx.scope.role, ROLE.manager)
}

/** Resource Managers and above say whether an estimate holds; it is no authoring. */
export function mayJudgeEstimates(ctx: Ctx<RoleHolder>): boolean {
  return ctx.actor.kind === 'system' || atLeast(ctx.scope.role, ROLE.scheduler)
}

/** Managers edit every row, members the rows assigned to them, the Resource Manager band none. */
export function canEditTask(ctx: Ctx<RoleHolder>, task: OwnedTask): boolean {
  if (ctx.actor.kind === 'system') return true
  return mayEdit(ctx.scope.role, actorId(ctx), task)
}

/** Deleting and restoring follow the edit rule. */
export const canDeleteTask = canEditTask

export function mayEdit(role: number | null, accountId: string | null, task: OwnedTask): boolean {
  if (atLeast(role, ROLE.manager)) return true
  return isAuthor(role) && accountId !== null && task.assignee_id === accountId
}

/** In mode `pm_only` the three estimates are the managers' to write. */
export function mayEditEstimates(role: number | null, estimationMode: string, canEdit: boolean): boolean {
  return canEdit && (estimationMode !== 'pm_only' || atLeast(role, ROLE.manager))
}

/**
 * Who reads story points. The specification makes them null for callers below the velocity audience, so they follow the
 * rule of everything that tells a pace (`access/team-signals.ts`): the team reads its points; managers do when it shares
 * them, or when nobody else is a member. Writing them stays open to managers.
 */
export function canReadStoryPoints(role: number | null, areShared: boolean): boolean {
  return role !== null && (role < ROLE.manager || areShared)
}

export function canLogTime(role: number | null): boolean {
  return atLeast(role, ROLE.member)
}

/** Moving rows is open to members and above; the rows named decide the rest. */
export function canRestructure(ctx: Ctx<RoleHolder>): boolean {
  return ctx.actor.kind === 'system' || atLeast(ctx.scope.role, ROLE.member)
}
