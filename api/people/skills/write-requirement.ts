import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { checkTask, type TaskOfBodyScope } from '../task-of-body.ts'
import type { Proficiency } from './proficiency.ts'
import { loadRequirement, type RequirementRow } from './requirement.queries.ts'
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
  await checkIsNew(ctx, taskId, input.skill, null)
  const id = newId()
  const { level, isNamed } = input.min_proficiency ?? DEFAULT_MINIMUM
  await sql(
    ctx,
    `insert into task_skill_requirements (id, project_id, task_id, skill_id, min_proficiency, is_named)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, projectId, taskId, input.skill, level, isNamed],
  )
  return loadRequirement(ctx, id)
}

/** Changes what was sent; another task may stand in another project that the caller staffs as well. */
export async function updateRequirement(ctx: Ctx<RequirementScope>, input: RequirementFields): Promise<RequirementRow> {
  const { id } = ctx.scope.row
  const target = input.task === undefined ? ctx.scope : await scopeOfNewTask(ctx, input.task)
  for (const projectId of [...new Set([ctx.scope.projectId, target.projectId])].sort())
    await lockProject(ctx, projectId)
  const stored = await loadRequirement(ctx, id)
  const taskId = input.task ?? stored.task_id
  const skillId = input.skill ?? stored.skill_id
  await checkTask(ctx, taskId, 'any')
  if (skillId !== stored.skill_id) await holdSkill(ctx, skillId)
  await checkIsNew(ctx, taskId, skillId, id)
  await sql(
    ctx,
    `update task_skill_requirements set project_id = $2, task_id = $3, skill_id = $4,
       min_proficiency = coalesce($5, min_proficiency), is_named = coalesce($6, is_named),
       server_version = server_version + 1 where id = $1`,
    [
      id,
      target.projectId,
      taskId,
      skillId,
      input.min_proficiency?.level ?? null,
      input.min_proficiency?.isNamed ?? null,
    ],
  )
  return loadRequirement(ctx, id)
}

export async function deleteRequirement(ctx: Ctx<RequirementScope>): Promise<void> {
  await lockProject(ctx, ctx.scope.projectId)
  const deleted = await sql(ctx, 'delete from task_skill_requirements where id = $1 returning id', [ctx.scope.row.id])
  refuseUnless(deleted.length > 0, notFound)
}

async function checkIsNew(ctx: Ctx<unknown>, taskId: string, skillId: string, ownId: string | null): Promise<void> {
  const twin = await sqlOne(
    ctx,
    `select 1 as ok from task_skill_requirements where task_id = $1 and skill_id = $2 and id is distinct from $3::uuid`,
    [taskId, skillId, ownId],
  )
  refuseUnless(!twin, () => fieldError('non_field_errors', 'The task asks for this skill already.'))
}
