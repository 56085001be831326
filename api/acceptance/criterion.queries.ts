import { findProjectScope, type ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { orderBySql, searchSql } from '../platform/http/list-query.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import type { RawInput } from '../platform/http/route.ts'
import type { ListCriteriaQuery } from './acceptance.schema.ts'
import { CRITERIA, CRITERION_COLUMNS, type CriterionRow } from './criterion-row.ts'

/** The project of a criterion that the path names. */
export interface CriterionScope extends ProjectScope {
  readonly criterionId: string
}

const LIVE = `${CRITERIA} join tasks t on t.id = c.task_id and not t.is_deleted`
const ORDERINGS = { position: 'c.position', text: 'c.text', met: 'c.met' }

export async function criterionScope(ctx: Ctx, raw: RawInput): Promise<CriterionScope> {
  const row = await sqlOne<{ id: string; project_id: string }>(
    ctx,
    `select c.id, c.project_id from ${LIVE} where c.id = $1 and not c.is_deleted`,
    [raw.params.id ?? ''],
  )
  const scope = row && (await findProjectScope(ctx, row.project_id))
  if (!row || !scope) throw notFound()
  return { ...scope, criterionId: row.id }
}

/** A criterion of a live task. */
export async function loadCriterion(ctx: Pick<Ctx, 'em'>, id: string): Promise<CriterionRow> {
  const row = await sqlOne<CriterionRow>(
    ctx,
    `select ${CRITERION_COLUMNS} from ${LIVE} where c.id = $1 and not c.is_deleted`,
    [id],
  )
  refuseUnless(row, notFound)
  return row
}

/** Criteria of live tasks in the caller's projects, task by task in their order. */
export async function pageCriteria(ctx: Ctx<unknown>, query: ListCriteriaQuery): Promise<OffsetPage<CriterionRow>> {
  const request = pageRequest(query, LARGE_LIST)
  const params: unknown[] = [actorId(ctx)]
  const conditions = [
    'not c.is_deleted',
    ...(query.task === undefined ? [] : [`c.task_id = $${params.push(query.task)}::uuid`]),
    ...searchSql(query.search, ['c.text', 'c.given_text', 'c.when_text', 'c.then_text'], params),
  ]
  const from = `from ${LIVE} join projects p on p.id = c.project_id and not p.is_deleted
    join project_members m on m.project_id = p.id and m.account_id = $1 and not m.is_deleted
    where ${conditions.join(' and ')}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const order = orderBySql(query.ordering, ORDERINGS, 'p.name, p.id, t.number, c.position', 'c.id')
  const results = await sql<CriterionRow>(
    ctx,
    `select ${CRITERION_COLUMNS} ${from} order by ${order} limit ${request.pageSize} offset ${request.offset}`,
    params,
  )
  return { count: counted?.count ?? 0, results, request }
}
