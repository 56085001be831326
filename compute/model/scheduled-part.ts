import { holdingLinks, isInactive } from '../plan/holding-links.ts'
import type { Plan } from '../plan/plan-document.ts'

/**
 * The part of a plan that is scheduled. Tasks whose status is BACKLOG wait for a decision: they are left out with their
 * links, and what lies inside of them counts for the nearest task around them. Nothing waits for what is inactive in a
 * planner's file. A plan without any is answered as it is, and so is a document that is no plan: whoever computes says
 * what is wrong with it.
 */
export function scheduledPart(plan: Plan): Plan {
  if (!Array.isArray(plan?.tasks)) return plan
  if (!plan.tasks.some((task) => task?.status === 'BACKLOG' || isInactive(task))) return plan
  const parentOf = new Map(plan.tasks.map((task) => [task.id, task.parent ?? null]))
  const waiting = new Set(plan.tasks.flatMap((task) => (task.status === 'BACKLOG' ? [task.id] : [])))
  const nearest = (parent: string | null | undefined): string | null => {
    let at = parent ?? null
    for (let steps = 0; at !== null && waiting.has(at) && steps <= parentOf.size; steps++) at = parentOf.get(at) ?? null
    return at
  }
  const isIn = (id: string) => !waiting.has(id)
  return {
    ...plan,
    tasks: plan.tasks.filter(({ id }) => isIn(id)).map((task) => ({ ...task, parent: nearest(task.parent) })),
    ...(Array.isArray(plan.dependencies) && {
      dependencies: holdingLinks(plan.tasks, plan.dependencies).filter(
        ({ predecessor, successor }) => isIn(predecessor) && isIn(successor),
      ),
    }),
    ...(Array.isArray(plan.assignments) && { assignments: plan.assignments.filter(({ task }) => isIn(task)) }),
  }
}
