import type { PlanAssignment, PlanResource } from '../../importers/plan/imported-plan.ts'
import type { Ctx } from '../platform/context.ts'
import { loadAssignments } from './plan.queries.ts'

/** Who is assigned, without addresses: a file travels further than the people who may read them here. */
export async function loadPeople(
  ctx: Ctx<unknown>,
  projectId: string,
  taskIds: ReadonlyMap<string, string>,
): Promise<{ resources: PlanResource[]; assignments: PlanAssignment[] }> {
  const rows = await loadAssignments(ctx, projectId)
  const resources = new Map<string, PlanResource>()
  const assignments = rows.flatMap((row): PlanAssignment[] => {
    const task = taskIds.get(row.task_id)
    if (task === undefined) return []
    const known = resources.get(row.resource_id) ?? {
      id: String(resources.size + 1),
      name: row.name,
      type: 'work' as const,
      max_units: Number(row.max_units),
      email: null,
      calendar: null,
    }
    resources.set(row.resource_id, known)
    return [{ task, resource: known.id, units: Number(row.units), work_minutes: 0 }]
  })
  return { resources: [...resources.values()], assignments }
}
