import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids.ts'

export interface OwnedShare {
  readonly resourceId: string
  readonly units: string
}

export interface UpsertedAssignment {
  readonly id: string
  readonly isNew: boolean
}

/**
 * Assigns each resource, or changes its units; of a resource named twice the last entry counts. Answers only what
 * changed. The project's lock must be held.
 */
export async function upsertAssignments(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  shares: readonly OwnedShare[],
): Promise<UpsertedAssignment[]> {
  const unitsOf = new Map(shares.map((share) => [share.resourceId, share.units]))
  return sql<UpsertedAssignment>(
    ctx,
    `insert into task_resources (id, project_id, task_id, resource_id, units)
     select id, $1, $2, resource_id, units from unnest($3::uuid[], $4::uuid[], $5::numeric[]) as row(id, resource_id, units)
     on conflict (task_id, resource_id) do update
       set units = excluded.units, server_version = task_resources.server_version + 1
       where task_resources.units <> excluded.units
     returning id, server_version = 1 as "isNew"`,
    [ctx.scope.projectId, taskId, [...unitsOf.keys()].map(newId), [...unitsOf.keys()], [...unitsOf.values()]],
  )
}
