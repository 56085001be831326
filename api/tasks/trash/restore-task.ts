import type { ProjectScope } from '../../access/project-scope.ts'
import { lockEdgeProjects } from '../../dependencies/lock-edges.ts'
import type { Ctx } from '../../platform/context.ts'
import { forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { parkNewPhases, unparkFormerPhases } from '../structure/park-phases.ts'
import { nextLabel } from '../structure/structure.queries.ts'
import { taskRestored, tasksRestructured } from '../task.events.ts'
import { canDeleteTask } from '../task.policy.ts'
import { restoreEdges } from './restore-edges.ts'
import {
  type DeletedRow,
  findDeletedRow,
  isPathFree,
  linkedProjects,
  loadGoneTogether,
  nearestLiveParent,
  reviveSubtree,
} from './trash.queries.ts'

/**
 * Brings a deleted task back with the rows below it and the links that went with it. It returns to its place; when that
 * is taken or its parent is gone, it becomes the last child of the nearest row that lives.
 */
export async function restoreTask(ctx: Ctx<ProjectScope>, taskId: string): Promise<void> {
  const { projectId, programId } = ctx.scope
  await lockEdgeProjects(ctx, { programId, projectIds: [projectId, ...(await linkedProjects(ctx, taskId))] })
  const row = await findDeletedRow(ctx, projectId, taskId)
  refuseUnless(row, notFound)
  const gone = await loadGoneTogether(ctx, taskId)
  const judged = gone.filter((other) => other.id === taskId || !other.is_subtask)
  refuseUnless(
    judged.every((other) => canDeleteTask(ctx, other)),
    forbidden,
  )
  const place = await findPlace(ctx, projectId, row)
  await reviveSubtree(ctx, projectId, { taskId, ...place })
  const ids = gone.map((other) => other.id)
  await parkNewPhases(ctx, projectId, [...ids, ...(place.parentId === null ? [] : [place.parentId])])
  await unparkFormerPhases(ctx, projectId, ids)
  await restoreEdges(ctx, ids, row.deleted_at)
  emit(ctx, taskRestored, { projectId, payload: { id: taskId } })
  if (judged.length > 1) emit(ctx, tasksRestructured, { projectId, payload: { project_id: projectId } })
  requestRecompute(ctx, projectId)
}

interface Place {
  readonly parentId: string | null
  readonly isSubtask: boolean
  readonly wbsOrder: number[] | null
}

/** A row that stood outside the tree stays there; a subtask is one of its own task only. */
async function findPlace(ctx: Ctx<unknown>, projectId: string, row: DeletedRow): Promise<Place> {
  if (row.wbs_order === null) return { parentId: null, isSubtask: false, wbsOrder: null }
  const parent = await nearestLiveParent(ctx, projectId, row.parent_id)
  const parentId = parent?.id ?? null
  const above = parent?.wbs_order ?? []
  const isSubtask = row.is_subtask && parentId !== null && parentId === row.parent_id
  const oldPath = [...above, ...row.wbs_order.slice(-1)]
  const isOldPlace = parentId === row.parent_id && (await isPathFree(ctx, projectId, oldPath))
  const wbsOrder = isOldPlace ? oldPath : [...above, await nextLabel(ctx, projectId, above)]
  return { parentId, isSubtask, wbsOrder }
}
