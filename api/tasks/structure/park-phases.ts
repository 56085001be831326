import type { Ctx } from '../../platform/context.ts'
import { markReshaped } from '../rollup/roll-up-phases.ts'
import { emitTouched } from '../task.events.ts'
import { parkWork, unparkWork } from './structure.queries.ts'

/**
 * Rows that gained their first structural child become phases: their own status and duration are put aside, and plain
 * work turns into a container until the last child is gone.
 */
export async function parkNewPhases(ctx: Ctx<unknown>, projectId: string, parentIds: readonly string[]): Promise<void> {
  if (parentIds.length === 0) return
  const parked = await parkWork(ctx, projectId, parentIds)
  markReshaped(
    ctx,
    projectId,
    parked.map((row) => row.id),
  )
  emitTouched(ctx, projectId, parked, ['structure_role', 'own_status', 'own_estimate', 'is_summary', 'is_phase'])
}

/**
 * Rows that lost their last structural child are work again, unless somebody declared them containers; either way they
 * have their own status and duration back.
 */
export async function unparkFormerPhases(
  ctx: Ctx<unknown>,
  projectId: string,
  parentIds: readonly string[],
): Promise<void> {
  if (parentIds.length === 0) return
  markReshaped(ctx, projectId, parentIds)
  const restored = await unparkWork(ctx, projectId, parentIds)
  emitTouched(ctx, projectId, restored, ['structure_role', 'own_status', 'own_estimate', 'status', 'duration'])
}
