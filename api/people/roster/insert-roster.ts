import type { Ctx } from '../../platform/context.ts'
import { insertRosterRows } from './roster.queries.ts'

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
  const values = unique.map(({ resourceId, role_title = '', units_override, notes = '' }) => ({
    resource_id: resourceId,
    role_title,
    units_override: units_override?.toFixed(2) ?? null,
    notes,
  }))
  await insertRosterRows(ctx, projectId, values)
}
