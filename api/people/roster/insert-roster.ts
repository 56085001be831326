import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids.ts'

export interface NewRosterRow {
  readonly resourceId: string
  readonly role_title?: string | undefined
  readonly units_override?: number | null | undefined
  readonly notes?: string | undefined
}

/** The roster of a new project as a set; of several rows for one resource the first stands. */
export async function insertRoster(
  ctx: Pick<Ctx, 'em'>,
  projectId: string,
  rows: readonly NewRosterRow[],
): Promise<void> {
  const first = new Map<string, NewRosterRow>()
  for (const row of rows) if (!first.has(row.resourceId)) first.set(row.resourceId, row)
  const unique = [...first.values()]
  if (unique.length === 0) return
  await sql(
    ctx,
    `insert into project_resources (id, project_id, resource_id, role_title, units_override, notes)
     select id, $1, resource_id, role_title, units, notes
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::numeric[], $6::text[])
       as row(id, resource_id, role_title, units, notes)`,
    [
      projectId,
      unique.map(() => newId()),
      unique.map((row) => row.resourceId),
      unique.map((row) => row.role_title ?? ''),
      unique.map((row) => row.units_override?.toFixed(2) ?? null),
      unique.map((row) => row.notes ?? ''),
    ],
  )
}
