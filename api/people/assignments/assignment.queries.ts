import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { orderBySql } from '../../platform/http/list-query.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { type SkillFit, skillFits } from '../skills/skill-fit.ts'
import type { ListAssignmentsQuery } from './assignment.schema.ts'

export interface AssignmentRow {
  id: string
  project_id: string
  task_id: string
  resource_id: string
  resource_name: string
  units: string
}

/** An assignment with how well the resource fits what the task asks for. */
export interface FittedAssignment {
  readonly row: AssignmentRow
  readonly fit: SkillFit
}

/** The project of an assignment that the path names. */
export interface AssignmentScope extends ProjectScope {
  readonly row: AssignmentRow
}

const COLUMNS = 'a.id, a.project_id, a.task_id, a.resource_id, r.name as resource_name, a.units'
const LIVE = `task_resources a join resources r on r.id = a.resource_id
  join tasks t on t.id = a.task_id and not t.is_deleted`
const ORDERINGS = { task: 't.name', resource: 'r.name', units: 'a.units' }

export async function assignmentScope(ctx: Ctx, raw: RawInput): Promise<AssignmentScope> {
  const row = await findAssignment(ctx, raw.params.id ?? '')
  const scope = row && (await findProjectScope(ctx, row.project_id))
  if (!row || !scope) throw notFound()
  return { ...scope, row }
}

export function findAssignment(ctx: Pick<Ctx, 'em'>, id: string): Promise<AssignmentRow | undefined> {
  return sqlOne<AssignmentRow>(ctx, `select ${COLUMNS} from ${LIVE} where a.id = $1`, [id])
}

export async function fitAssignments(
  ctx: Pick<Ctx, 'em'>,
  rows: readonly AssignmentRow[],
): Promise<FittedAssignment[]> {
  return [...(await skillFits(ctx, rows))].map(([row, fit]) => ({ row, fit }))
}

export async function fitAssignment(ctx: Pick<Ctx, 'em'>, row: AssignmentRow): Promise<FittedAssignment> {
  return (await fitAssignments(ctx, [row]))[0] as FittedAssignment
}

/** Assignments on live tasks of the caller's projects, by project, task and resource. */
export async function pageAssignments(
  ctx: Ctx<unknown>,
  query: ListAssignmentsQuery,
): Promise<OffsetPage<FittedAssignment>> {
  const request = pageRequest(query, LARGE_LIST)
  const params: unknown[] = [actorId(ctx)]
  const conditions = [
    ...(query.task === undefined ? [] : [`and a.task_id = $${params.push(query.task)}::uuid`]),
    ...(query.resource === undefined ? [] : [`and a.resource_id = $${params.push(query.resource)}::uuid`]),
  ]
  const from = `from ${LIVE} join projects p on p.id = a.project_id and not p.is_deleted
    join project_members m on m.project_id = p.id and m.account_id = $1 and not m.is_deleted
    where true ${conditions.join(' ')}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const order = orderBySql(query.ordering, ORDERINGS, 'p.name, t.name, r.name', 'a.id')
  const rows = await sql<AssignmentRow>(
    ctx,
    `select ${COLUMNS} ${from} order by ${order} limit ${request.pageSize} offset ${request.offset}`,
    params,
  )
  return { count: counted?.count ?? 0, results: await fitAssignments(ctx, rows), request }
}
