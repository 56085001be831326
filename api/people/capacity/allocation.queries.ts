import { type RawBuilder, sql } from 'kysely'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { SPAN_START } from './capacity.queries.ts'
import type { CapacityWindow } from './capacity-window.ts'

export interface AllocationFilter {
  readonly projectIds: readonly string[]
  readonly window: CapacityWindow
  readonly resourceIds: readonly string[] | undefined
  readonly statuses: readonly string[] | undefined
}

/** Assignments, wherever their days lie. Nobody who is deactivated. */
function assigned({ projectIds, resourceIds, statuses }: AllocationFilter): RawBuilder<unknown> {
  return sql`from task_resources a join resources r on r.id = a.resource_id and not r.is_deleted
    join tasks t on t.id = a.task_id and not t.is_deleted left join lateral ${datesOf('t')} on true
    where a.project_id = any(${projectIds}::uuid[])
      ${resourceIds === undefined ? sql`` : sql`and r.id = any(${resourceIds}::uuid[])`}
      ${statuses === undefined ? sql`` : sql`and t.status = any(${statuses}::text[])`}`
}

/** Days that touch the window, and none at all. */
function touches({ firstDay, lastDay }: CapacityWindow): RawBuilder<boolean> {
  return sql`(s.early_finish is null or (${SPAN_START} <= ${formatCivilDay(lastDay)}::date
    and s.early_finish >= ${formatCivilDay(firstDay)}::date))`
}

export interface AllocationRow {
  readonly resource_id: string
  readonly assignment_id: string
  readonly id: string
  readonly name: string
  readonly project_id: string
  readonly early_start: string | null
  readonly early_finish: string | null
  readonly scheduled_start: string | null
  readonly units: string
  readonly status: string
}

/**
 * How many assignments everybody has who has one, by name. The days are looked at while counting: as conditions of the
 * join, a kept plan takes them to leave a ninth of the rows, and then looks up the assignments task by task.
 */
export async function countAllocations(db: Db, filter: AllocationFilter) {
  const found = await sql<{ id: string; count: number }>`
    select r.id, c.count
    from (select a.resource_id, count(*) filter (where ${touches(filter.window)}) as count ${assigned(filter)} group by 1) c
      join resources r on r.id = c.resource_id
    where c.count > 0 order by lower(r.name), r.id`.execute(tables(db))
  return found.rows
}

/** What people are assigned to, of everybody the earliest first and what has no days behind it. */
export async function loadAllocations(db: Db, filter: AllocationFilter): Promise<AllocationRow[]> {
  const found = await sql<AllocationRow>`
    select a.resource_id, a.id as assignment_id, t.id, t.name, t.project_id, s.early_start, s.early_finish,
      s.scheduled_start, a.units, t.status
    ${assigned(filter)} and ${touches(filter.window)}
    order by s.early_start nulls last, t.wbs_order nulls last, t.id`.execute(tables(db))
  return found.rows
}

export type AllocatedPerson = Awaited<ReturnType<typeof loadAllocatedPeople>>[number]

export function loadAllocatedPeople(db: Db, ids: readonly string[]) {
  return tables(db)
    .selectFrom('resources')
    .select(['id', 'name', 'email', 'max_units'])
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Capacities that the project gives people in place of their own. */
export async function loadOverrides(db: Db, projectId: string): Promise<Map<string, string>> {
  const rows = await tables(db)
    .selectFrom('project_resources')
    .select(['resource_id', 'units_override'])
    .where('project_id', '=', projectId)
    .where('units_override', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.resource_id, row.units_override as string]))
}
