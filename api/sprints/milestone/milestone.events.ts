import type { Ctx } from '../../platform/context.ts'
import { defineEvent, emit } from '../../platform/events/define-event.ts'
import { EMPTY_ROLLUP, loadMilestoneRollups, type MilestoneRollup } from './rollup.ts'

type RollupFrame = MilestoneRollup & { readonly milestone_id: string }

export const milestoneRollupUpdated = defineEvent<RollupFrame>({ socket: 'milestone_rollup_updated' })

/** Tells how far milestones are after a write of the sprints or tasks that work towards them. */
export async function announceRollups(
  ctx: Ctx<unknown>,
  projectId: string,
  milestoneIds: readonly (string | null)[],
): Promise<void> {
  const ids = [...new Set(milestoneIds.flatMap((id) => id ?? []))]
  if (ids.length === 0) return
  const rollups = await loadMilestoneRollups(ctx, ids)
  for (const milestone_id of ids) {
    const rollup = rollups.get(milestone_id) ?? EMPTY_ROLLUP
    emit(ctx, milestoneRollupUpdated, { projectId, payload: { milestone_id, ...rollup } })
  }
}
