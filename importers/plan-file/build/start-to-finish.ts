import type { LinkTypeName } from '../../../compute/plan/constraint-names.ts'
import type { PlanTask } from '../../plan/imported-plan.ts'

/**
 * Days by which a start-to-finish link reaches further here than in a planner of hours. There a task that waits for a
 * start can end at the very moment before it, on the evening before; here it may end on the day of that start. A milestone
 * takes the start of its day on both sides.
 */
export function daysWithin(type: LinkTypeName, successor: Pick<PlanTask, 'is_milestone'> | undefined): number {
  return type === 'SF' && successor?.is_milestone !== true ? 1 : 0
}
