import type { ProgramScope } from '../../access/program-scope.ts'
import { findProjectScope, type ProjectScope, withScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { forbidden, Refusal, refuseUnless } from '../../platform/errors.ts'
import { loadTask } from '../../tasks/reading/task-page.ts'
import { presentOne } from '../../tasks/task.present.ts'
import { createTask } from '../../tasks/writing/create-task.ts'
import { labelPulledTask } from '../backlog.hooks.ts'
import type { ItemType } from './backlog-item.entity.ts'
import { isProjectOf, saveItem } from './backlog-item.queries.ts'
import { holdItem, loadItem, presentItem } from './write-item.ts'

const TASK_TYPES = {
  epic: 'epic',
  feature: 'task',
  story: 'story',
  task: 'task',
  bug: 'bug',
  spike: 'spike',
  chore: 'tech_debt',
} as const satisfies Record<ItemType, string>

/** Makes a task of an item in a project of the program, once as long as the task is there. */
export async function pullItem(ctx: Ctx<ProgramScope>, id: string, projectId: string | undefined): Promise<object> {
  await loadItem(ctx, id)
  refuseUnless(projectId !== undefined, () => new Refusal(400, 'Name the project in project_id.'))
  const target = withScope(ctx, await findTarget(ctx, projectId))
  const item = await holdItem(ctx, id)
  refuseUnless(item.status === 'proposed', () => new Refusal(409, 'The item is not proposed any more.'))
  const made = await createTask(
    { ...target, caller: { ...ctx.caller, source: 'backlog_pull' } },
    {
      name: item.title,
      notes: item.description,
      status: 'BACKLOG',
      type: TASK_TYPES[item.item_type],
      story_points: item.story_points,
    },
  )
  if (item.tags.length > 0) await labelPulledTask(ctx, { projectId, taskId: made.id, tags: item.tags })
  const pulled = { pulled_task_id: made.id, pulled_at: ctx.services.clock.now(), pulled_by_id: actorId(ctx) }
  await saveItem(ctx, id, { status: 'pulled', ...pulled })
  return {
    task: presentOne(await loadTask(target, made.id)),
    backlog_item: presentItem(await loadItem(ctx, id)),
  }
}

/** Projects of other programs read like none at all; who is of the program may know which projects it has. */
async function findTarget(ctx: Ctx<ProgramScope>, projectId: string): Promise<ProjectScope> {
  const scope = await findProjectScope(ctx, projectId)
  const isHere = await isProjectOf(ctx, projectId)
  refuseUnless(isHere, () => new Refusal(400, 'The project is not one of this program.'))
  refuseUnless(scope && atLeast(scope.role, ROLE.member), forbidden)
  refuseUnless(!scope.isReadOnly, () => forbidden('This project is archived and cannot be changed.'))
  return scope
}
