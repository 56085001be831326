import type { PlanTask } from '../../../importers/plan/imported-plan.ts'
import type { Ctx } from '../../platform/context.ts'
import { updateHeldTasks } from './plan.queries.ts'

type ConstrainedTask = Pick<PlanTask, 'id' | 'constraint_type' | 'constraint_date' | 'deadline' | 'milestone_at'>

/** Writes what holds the tasks of a plan beside their earliest starts; most are held to nothing else. */
export async function saveConstraints(
  ctx: Ctx<unknown>,
  tasks: readonly ConstrainedTask[],
  idOf: (id: string) => string,
): Promise<void> {
  const held = tasks.flatMap((task) => {
    // "As soon as possible" is no constraint.
    const kind = task.constraint_type === 'ASAP' ? null : (task.constraint_type ?? null)
    const deadline = task.deadline ?? null
    const moment = task.milestone_at ?? null
    if (kind === null && deadline === null && moment === null) return []
    const day = kind === null ? null : (task.constraint_date ?? null)
    return [{ id: idOf(task.id), constraint_type: kind, constraint_date: day, deadline, milestone_at: moment }]
  })
  if (held.length > 0) await updateHeldTasks(ctx, held)
}
