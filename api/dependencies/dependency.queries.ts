import { actorId, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import type { PageRequest } from '../platform/http/paging.ts'
import type { DependencyFilters } from './dependency.schema.ts'

export type DepType = 'FS' | 'SS' | 'FF' | 'SF'
export type LagUnit = 'working' | 'elapsed'

/** A task as the end of a link, with what the caller is to its project and program. */
export interface LinkEnd {
  readonly id: string
  readonly name: string
  readonly wbs: string
  readonly number: number
  readonly isMilestone: boolean
  readonly projectId: string
  readonly projectCode: string
  readonly projectName: string
  readonly programId: string | null
  readonly isArchived: boolean
  readonly role: number | null
  readonly programRole: number | null
}

export interface DependencyRow {
  readonly id: string
  readonly predecessorId: string
  readonly successorId: string
  readonly predecessorProjectId: string
  readonly successorProjectId: string
  readonly depType: DepType
  readonly lag: number
  readonly lagUnit: LagUnit
  readonly is_pending: boolean
  readonly accepted_by_id: string | null
  readonly accepted_at: string | null
  readonly isDriving: boolean
}

const COLUMNS = `d.id, d.predecessor_id as "predecessorId", d.successor_id as "successorId",
  d.predecessor_project_id as "predecessorProjectId", d.successor_project_id as "successorProjectId",
  d.dep_type as "depType", d.lag, d.lag_unit as "lagUnit", d.is_pending as "is_pending",
  d.accepted_by_id as "accepted_by_id", d.accepted_at as "accepted_at", d.is_driving as "isDriving"`

/** Live tasks of live projects by id, whoever may see them. */
export async function findLinkEnds(ctx: Ctx<unknown>, taskIds: readonly string[]): Promise<Map<string, LinkEnd>> {
  const rows = await sql<LinkEnd>(
    ctx,
    `select t.id, t.name, coalesce(array_to_string(t.wbs_order, '.'), '') as wbs, t.number,
       t.is_milestone as "isMilestone", p.id as "projectId", p.code as "projectCode", p.name as "projectName",
       p.program_id as "programId", p.is_archived as "isArchived", m.role, pm.role as "programRole"
     from tasks t join projects p on p.id = t.project_id and not p.is_deleted
     left join project_members m on m.project_id = p.id and m.account_id = $2 and not m.is_deleted
     left join program_members pm on pm.program_id = p.program_id and pm.account_id = $2 and not pm.is_deleted
     where t.id = any($1::uuid[]) and not t.is_deleted`,
    [taskIds, actorId(ctx)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findDependency(ctx: Ctx<unknown>, id: string): Promise<DependencyRow | undefined> {
  return sqlOne<DependencyRow>(ctx, `select ${COLUMNS} from dependencies d where d.id = $1 and not d.is_deleted`, [id])
}

/** Links the caller may read: those with an end in a project of theirs. */
export async function pageDependencies(
  ctx: Ctx<unknown>,
  filters: DependencyFilters,
  request: PageRequest,
): Promise<{ count: number; rows: DependencyRow[] }> {
  const params: unknown[] = [await findOwnProjectIds(ctx)]
  const bind = (value: unknown) => `$${params.push(value)}`
  // Ids and not a subquery, so that the two indexes by project serve.
  const isReadable = '(d.predecessor_project_id = any($1::uuid[]) or d.successor_project_id = any($1::uuid[]))'
  const conditions = ['not d.is_deleted', isReadable]
  if (filters.project) conditions.push(`d.predecessor_project_id = ${bind(filters.project)}`)
  if (filters.dep_type) conditions.push(`d.dep_type = ${bind(filters.dep_type)}`)
  if (filters.task) {
    const task = bind(filters.task)
    conditions.push(`(d.predecessor_id = ${task} or d.successor_id = ${task})`)
  }
  if (filters.pending_for_project) {
    conditions.push(`d.is_pending and d.successor_project_id = ${bind(filters.pending_for_project)}`)
  }
  const from = `from dependencies d where ${conditions.join(' and ')}`
  // A query freezes its parameters, so the count gets a copy.
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, [...params])
  const window = `limit ${bind(request.pageSize)} offset ${bind(request.offset)}`
  const rows = await sql<DependencyRow>(
    ctx,
    `select ${COLUMNS} ${from} order by ${orderOf(filters.ordering)} ${window}`,
    params,
  )
  return { count: counted?.count ?? 0, rows }
}

/**
 * Those of the projects that wait for a task of another one, both ends still to do: its dates drive theirs, and what is
 * computed of such a project alone leaves it out.
 */
export async function findWaitingProjects(ctx: Pick<Ctx, 'em'>, projectIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select distinct d.successor_project_id as id from dependencies d
     join tasks p on p.id = d.predecessor_id and not p.is_deleted and p.status not in ('COMPLETE', 'BACKLOG')
     join tasks s on s.id = d.successor_id and not s.is_deleted and s.status not in ('COMPLETE', 'BACKLOG')
     where d.successor_project_id = any($1::uuid[]) and d.predecessor_project_id <> d.successor_project_id
       and not d.is_deleted and not d.is_pending`,
    [projectIds],
  )
  return new Set(rows.map((row) => row.id))
}

async function findOwnProjectIds(ctx: Ctx<unknown>): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select p.id from project_members m join projects p on p.id = m.project_id and not p.is_deleted
     where m.account_id = $1 and not m.is_deleted`,
    [actorId(ctx)],
  )
  return rows.map((row) => row.id)
}

function orderOf(ordering: string | undefined): string {
  if (ordering === 'dep_type') return 'd.dep_type, d.id'
  if (ordering === '-dep_type') return 'd.dep_type desc, d.id'
  return 'd.id'
}

export interface CardDates {
  readonly id: string
  readonly early_start: string | null
  readonly early_finish: string | null
  readonly is_critical: boolean | null
}

export async function findCardDates(ctx: Ctx<unknown>, taskIds: readonly string[]): Promise<Map<string, CardDates>> {
  if (taskIds.length === 0) return new Map()
  const rows = await sql<CardDates>(
    ctx,
    'select task_id as id, early_start, early_finish, is_critical from task_schedules where task_id = any($1::uuid[])',
    [taskIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function hasTwin(
  ctx: Ctx<unknown>,
  link: { predecessorId: string; successorId: string; depType: DepType },
  exceptId: string | null,
): Promise<boolean> {
  const row = await sqlOne(
    ctx,
    `select 1 from dependencies where predecessor_id = $1 and successor_id = $2 and dep_type = $3 and not is_deleted
     and ($4::uuid is null or id <> $4)`,
    [link.predecessorId, link.successorId, link.depType, exceptId],
  )
  return row !== undefined
}

/** Working days of all live tasks and of all lags inside a project, one link left out. */
export async function sumProjectSpan(ctx: Ctx<unknown>, projectId: string, exceptId: string | null): Promise<number> {
  const row = await sqlOne<{ days: string }>(
    ctx,
    `select (select coalesce(sum(duration), 0) from tasks where project_id = $1 and not is_deleted)
       + (select coalesce(sum(abs(lag)), 0) from dependencies where predecessor_project_id = $1
            and successor_project_id = $1 and not is_deleted and ($2::uuid is null or id <> $2)) as days`,
    [projectId, exceptId],
  )
  return Number(row?.days ?? 0)
}
