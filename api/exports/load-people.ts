import type { PlanAssignment, PlanResource } from '../../importers/plan/imported-plan.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

/** Names of the labels of each task, in the order of the project's list. */
export async function loadLabels(ctx: Ctx<unknown>, projectId: string): Promise<Map<string, string[]>> {
  const rows = await sql<{ task_id: string; names: string[] }>(
    ctx,
    `select tl.task_id, array_agg(l.name::text order by l.position, l.id) as names
     from labels l join task_labels tl on tl.label_id = l.id
     where l.project_id = $1 and not l.is_deleted group by tl.task_id`,
    [projectId],
  )
  return new Map(rows.map((row) => [row.task_id, row.names]))
}

interface AssignmentRow {
  task_id: string
  resource_id: string
  name: string
  max_units: string
  units: string
}

/** Who is assigned, without addresses: a file travels further than the people who may read them here. */
export async function loadPeople(
  ctx: Ctx<unknown>,
  projectId: string,
  taskIds: ReadonlyMap<string, string>,
): Promise<{ resources: PlanResource[]; assignments: PlanAssignment[] }> {
  const rows = await sql<AssignmentRow>(
    ctx,
    `select a.task_id, a.resource_id, r.name, r.max_units, a.units
     from task_resources a join resources r on r.id = a.resource_id
     where a.project_id = $1 and not r.is_deleted order by r.name, r.id, a.task_id`,
    [projectId],
  )
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
