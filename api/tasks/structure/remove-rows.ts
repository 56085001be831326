import { deleteEdgesOfTasks } from '../../dependencies/delete-dependency.ts'
import type { Ctx } from '../../platform/context.ts'
import { dropSchedules } from '../task.queries.ts'
import { Outline, type OutlineRow } from './outline.ts'
import { unparkFormerPhases } from './park-phases.ts'
import { loadOutlineRows, markDeleted, releaseSubtasks, storePlaces } from './structure.queries.ts'

/**
 * Soft-deletes rows with their links and dates. The caller names whole subtrees, or rows below which nothing stays: what
 * stays below a deleted row would have no path.
 */
export async function removeRows(ctx: Ctx<unknown>, projectId: string, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  const { deletedAt, parentIds } = await markDeleted(ctx, projectId, taskIds)
  await deleteEdgesOfTasks(ctx, [...taskIds], deletedAt)
  await dropSchedules(ctx, projectId, taskIds)
  await unparkFormerPhases(ctx, projectId, parentIds)
}

/**
 * Makes the children of rows that are about to be deleted the last children of the nearest row that stays, in their
 * order, with all that stands below them.
 */
export async function liftSurvivors(ctx: Ctx<unknown>, projectId: string, doomedIds: readonly string[]): Promise<void> {
  const live = await loadOutlineRows(ctx, projectId)
  const outline = new Outline(live.filter((row): row is OutlineRow => row.wbs_order !== null))
  const doomed = new Set(doomedIds.filter((id) => outline.find(id)))
  const homeOf = (id: string): string | null => {
    let home = outline.parentOf(id)
    while (home !== null && doomed.has(home)) home = outline.parentOf(home)
    return home
  }
  const survivors = outline
    .descendantsOf(null)
    .filter((id) => !doomed.has(id) && doomed.has(outline.parentOf(id) ?? ''))
    .map((id) => ({ id, home: homeOf(id) }))
  if (survivors.length === 0) return
  for (const id of doomed) outline.remove(id)
  for (const { id, home } of survivors) outline.move(id, home)
  await storePlaces(ctx, projectId, outline.changes())
  await releaseSubtasks(
    ctx,
    projectId,
    survivors.map((row) => row.id),
  )
}
