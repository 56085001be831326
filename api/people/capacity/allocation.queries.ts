import { type RawBuilder, sql } from 'kysely'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { type Db, tables } from '../../database.ts'
import { SPAN_START } from './capacity.queries.ts'
import type { CapacityWindow } from './capacity-window.ts'

export interface AllocationFilter {
  readonly projectIds: readonly string[]
  readonly window: CapacityWindow
  readonly resourceIds: readonly string[] | undefined
  readonly statuses: readonly string[] | undefined
}

/** Assignments whose days touch the window, and those without days. Nobody who is deactivated. */
function matching({ projectIds, window, resourceIds, statuses }: AllocationFilter): RawBuilder<unknown> {
  return sql`from task_resources a join resources r on r.id = a.resource_id and not r.is_deleted
    join tasks t on t.id = a.task_id and not t.is_deleted left join task_schedules s on s.task_id = t.id
    where a.project_id = any(${projectIds}::uuid[])
      and (s.task_id is null or (${SPAN_START} <= ${formatCivilDay(window.lastDay)}::date
        and s.early_finish >= ${formatCivilDay(window.firstDay)}::date))
      ${resourceIds === undefined ? sql`` : sql`and r.id = any(${resourceIds}::uuid[])`}
      ${statuses === undefined ? sql`` : sql`and t.status = any(${statuses}::text[])`}`
}

export interface AllocatedPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly max_units: string
  readonly count: number
}

/** Who is assigned to anything that matches, by name, and to how much. */
export async function countAllocations(db: Db, filter: AllocationFilter): Promise<AllocatedPerson[]> {
  const found = await sql<AllocatedPerson>`
    select r.id, r.name, r.email, r.max_units, m.count
    from (select a.resource_id, count(*) as count ${matching(filter)} group by 1) m join resources r on r.id = m.resource_id
    order by lower(r.name), r.id`.execute(tables(db))
  return found.rows
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

/** What they are assigned to, the earliest first and what has no days behind it. */
export async function loadAllocations(db: Db, filter: AllocationFilter): Promise<AllocationRow[]> {
  const found = await sql<AllocationRow>`
    select a.resource_id, a.id as assignment_id, t.id, t.name, t.project_id, s.early_start, s.early_finish,
      s.scheduled_start, a.units, t.status
    ${matching(filter)} order by s.early_start nulls last, t.wbs_order nulls last, t.id`.execute(tables(db))
  return found.rows
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
