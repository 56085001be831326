import type { ProjectScope } from '../../access/project-scope.ts'
import { deleteEdgesOfTasks } from '../../dependencies/delete-dependency.ts'
import type { Ctx } from '../../platform/context.ts'
import { forbidden, refuseUnless } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { badRequest } from '../task.errors.ts'
import { tasksRestructured } from '../task.events.ts'
import { canDeleteTask, canEditTask } from '../task.policy.ts'
import { dropSchedules } from '../task.queries.ts'
import { closeOutline, type OpenOutline, openOutline, type Restructured } from './open-outline.ts'
import type { Outline, OutlineRow } from './outline.ts'
import {
  cannotUngroupSubtask,
  containerHasSubtasks,
  invalidTaskId,
  taskWithoutWbsPath,
  unknownTask,
} from './structure.errors.ts'
import { linkIdsOf, markDeleted } from './structure.queries.ts'

export interface Ungrouped extends Restructured {
  readonly container_id: string
  readonly lifted_ids: string[]
  readonly removed_dependency_ids: string[]
}

/** Lifts the children of a container into its place and deletes it with its own links. */
export async function ungroupTask(ctx: Ctx<ProjectScope>, input: { task_id?: unknown }): Promise<Ungrouped> {
  const taskId = typeof input.task_id === 'string' && isUuid(input.task_id) ? input.task_id.toLowerCase() : undefined
  refuseUnless(taskId !== undefined, invalidTaskId)
  const open = await openOutline(ctx)
  const { outline } = open
  const container = findContainer(open, taskId)
  const children = [...outline.childrenOf(taskId)]
  refuseUnless(children.length > 0, () => badRequest('The task has no children to lift.'))
  refuseUnless(canDeleteTask(ctx, container), forbidden)
  refuseUnless(
    children.every((id) => canEditTask(ctx, outline.find(id) as OutlineRow)),
    forbidden,
  )
  lift(outline, taskId, children)
  const removed = await removeContainer(ctx, taskId)
  const closed = await closeOutline(ctx, open, {
    name: 'ungroup',
    touched: children,
    event: tasksRestructured,
    deletedIds: [taskId],
    removedDependencyIds: removed,
  })
  return { container_id: taskId, lifted_ids: children, removed_dependency_ids: removed, ...closed }
}

function findContainer({ outline, pathless }: OpenOutline, taskId: string): OutlineRow {
  refuseUnless(!pathless.has(taskId), taskWithoutWbsPath)
  const row = outline.find(taskId)
  refuseUnless(row, () => unknownTask([taskId]))
  refuseUnless(!row.is_subtask, cannotUngroupSubtask)
  const hasSubtasks = outline.descendantsOf(taskId).some((id) => outline.find(id)?.is_subtask)
  refuseUnless(!hasSubtasks, containerHasSubtasks)
  return row
}

function lift(outline: Outline, taskId: string, children: readonly string[]): void {
  const parentId = outline.parentOf(taskId)
  const slot = outline.childrenOf(parentId).indexOf(taskId)
  children.forEach((id, index) => {
    outline.move(id, parentId, slot + index)
  })
  outline.remove(taskId)
  outline.number(parentId)
}

/** Returns the ids of the links that went with the container. */
async function removeContainer(ctx: Ctx<ProjectScope>, taskId: string): Promise<string[]> {
  const linkIds = await linkIdsOf(ctx, taskId)
  const { deletedAt } = await markDeleted(ctx, ctx.scope.projectId, [taskId])
  await deleteEdgesOfTasks(ctx, [taskId], deletedAt)
  await dropSchedules(ctx, ctx.scope.projectId, [taskId])
  return linkIds
}
