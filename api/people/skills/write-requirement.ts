import type { Ctx } from '../../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { checkTask, type TaskOfBodyScope } from '../task-of-body.ts'
import type { Proficiency } from './proficiency.ts'
import {
  deleteRequirementRow,
  hasTwinRequirement,
  insertRequirement,
  loadRequirement,
  type RequirementRow,
  updateRequirementColumns,
} from './requirement.queries.ts'
import { holdSkill } from './skill.queries.ts'
import type { RequirementFields } from './skill.schema.ts'
import { type RequirementScope, scopeOfNewTask } from './skill.scope.ts'

const DEFAULT_MINIMUM: Proficiency = { level: 1, isNamed: false }

/** Says what a task asks of whoever works on it. */
export async function createRequirement(
  ctx: Ctx<TaskOfBodyScope>,
  input: RequirementFields & { skill: string },
): Promise<RequirementRow> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  await checkTask(ctx, taskId, 'any')
  await holdSkill(ctx, input.skill)
  await checkIsNew(ctx, { id: null, task_id: taskId, skill_id: input.skill })
  const id = newId()
  const { level, isNamed } = input.min_proficiency ?? DEFAULT_MINIMUM
  await insertRequirement(ctx, {
    id,
    project_id: projectId,
    task_id: taskId,
    skill_id: input.skill,
    min_proficiency: level,
    is_named: isNamed,
  })
  return loadRequirement(ctx, id)
}

/** Changes what was sent; another task may stand in another project that the caller staffs as well. */
export async function updateRequirement(ctx: Ctx<RequirementScope>, input: RequirementFields): Promise<RequirementRow> {
  const { id } = ctx.scope.row
  const target = input.task === undefined ? ctx.scope : await scopeOfNewTask(ctx, input.task)
  for (const projectId of [...new Set([ctx.scope.projectId, target.projectId])].sort())
    await lockProject(ctx, projectId)
  const stored = await loadRequirement(ctx, id)
  const pair = { task_id: input.task ?? stored.task_id, skill_id: input.skill ?? stored.skill_id }
  await checkTask(ctx, pair.task_id, 'any')
  if (pair.skill_id !== stored.skill_id) await holdSkill(ctx, pair.skill_id)
  await checkIsNew(ctx, { id, ...pair })
  await updateRequirementColumns(ctx, id, {
    ...pair,
    project_id: target.projectId,
    min_proficiency: input.min_proficiency?.level ?? stored.min_proficiency,
    is_named: input.min_proficiency?.isNamed ?? stored.is_named,
  })
  return loadRequirement(ctx, id)
}

export async function deleteRequirement(ctx: Ctx<RequirementScope>): Promise<void> {
  await lockProject(ctx, ctx.scope.projectId)
  refuseUnless(await deleteRequirementRow(ctx, ctx.scope.row.id), notFound)
}

async function checkIsNew(
  ctx: Ctx<unknown>,
  requirement: { id: string | null; task_id: string; skill_id: string },
): Promise<void> {
  const isTwin = await hasTwinRequirement(ctx, requirement)
  refuseUnless(!isTwin, () => fieldError('non_field_errors', 'The task asks for this skill already.'))
}
