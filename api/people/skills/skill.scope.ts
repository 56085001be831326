import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import { maxProjectRole } from '../../access/roles.queries.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { isUuid } from '../../platform/ids.ts'
import { canStaff } from '../people.policy.ts'
import { findLiveTask } from '../task-of-body.queries.ts'
import { findRequirement, type RequirementRow } from './requirement.queries.ts'

/** Who may write skills and tags: a Resource Manager of any live project, or a superuser. */
export interface SkillScope {
  readonly isSkillKeeper: boolean
}

export async function skillScope(ctx: Ctx): Promise<SkillScope> {
  const account = actingAccount(ctx)
  return { isSkillKeeper: account.isSuperuser || atLeast(await maxProjectRole(ctx, account.id), ROLE.scheduler) }
}

export const canKeepSkills = (ctx: Ctx<SkillScope>) => ctx.scope.isSkillKeeper

/** The project of a requirement that the path names. */
export interface RequirementScope extends ProjectScope {
  readonly row: RequirementRow
}

export async function requirementScope(ctx: Ctx, raw: RawInput): Promise<RequirementScope> {
  const row = await findRequirement(ctx, raw.params.id ?? '')
  const scope = row && (await findProjectScope(ctx, row.project_id))
  if (!row || !scope) throw notFound()
  return { ...scope, row }
}

/** The project a requirement moves to with its task: seen, not archived, and the caller's to staff. */
export async function scopeOfNewTask(ctx: Ctx<unknown>, taskId: string): Promise<ProjectScope> {
  const task = isUuid(taskId) ? await findLiveTask(ctx, taskId) : undefined
  const scope = task && (await findProjectScope(ctx, task.project_id))
  refuseUnless(scope, () => fieldError('task', 'Object does not exist.'))
  refuseUnless(!scope.isReadOnly, () => forbidden('This project is archived and cannot be changed.'))
  refuseUnless(canStaff({ ...ctx, scope }), forbidden)
  return scope
}
