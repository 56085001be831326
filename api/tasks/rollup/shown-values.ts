import type { Ctx } from '../../platform/context.ts'
import type { StoredTask } from '../task.queries.ts'
import type { TaskValues } from '../task-values.ts'
import { loadSpans, phaseValues } from './phase-values.ts'
import { loadRollups } from './rollup.queries.ts'

/** What a summary shows in the place of stored values, so that a write that repeats it changes nothing. */
export async function loadShownValues(ctx: Ctx<unknown>, { row, shape }: StoredTask): Promise<Partial<TaskValues>> {
  if (!shape.hasChildren) return {}
  const rollup = (await loadRollups(ctx, [row.id])).get(row.id)
  if (rollup === undefined) return {}
  if (!shape.isPhase) return { percent_complete: rollup.percent ?? row.percent_complete }
  const spans = await loadSpans(ctx, [{ ...row, ...shape.span }])
  return phaseValues(row, rollup, spans.get(row.id) ?? null)
}
