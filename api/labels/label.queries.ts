import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText, sql, sqlOne } from '../platform/db/sql.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { orderBySql, searchSql } from '../platform/http/list-query.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import type { ListLabelsQuery } from './label.schema.ts'

export interface LabelRow {
  id: string
  name: string
  color: string
  position: number
  server_version: number
  created_at: string
  task_count: number
}

const COLUMNS = `l.id, l.name, l.color, l.position, l.server_version, l.created_at, (
  select count(*)::int from task_labels c join tasks t on t.id = c.task_id and not t.is_deleted
  where c.label_id = l.id) as task_count`
const ORDERINGS = { position: 'l.position', name: 'l.folded_name' }

/** A live label of the scope's project. */
export async function loadLabel(ctx: Ctx<ProjectScope>, id: string): Promise<LabelRow> {
  const row = await sqlOne<LabelRow>(
    ctx,
    `select ${COLUMNS} from labels l where l.id = $1 and l.project_id = $2 and not l.is_deleted`,
    [id, ctx.scope.projectId],
  )
  refuseUnless(row, notFound)
  return row
}

export async function pageLabels(ctx: Ctx<ProjectScope>, query: ListLabelsQuery): Promise<OffsetPage<LabelRow>> {
  const request = pageRequest(query, LARGE_LIST)
  const params: unknown[] = [ctx.scope.projectId]
  const where = ['l.project_id = $1', 'not l.is_deleted', ...searchSql(query.search, ['l.name'], params)]
  const from = `from labels l where ${where.join(' and ')}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const order = orderBySql(query.ordering, ORDERINGS, 'l.position, l.folded_name', 'l.id')
  const results = await sql<LabelRow>(
    ctx,
    `select ${COLUMNS} ${from} order by ${order} limit ${request.pageSize} offset ${request.offset}`,
    params,
  )
  return { count: counted?.count ?? 0, results, request }
}

export function presentLabel(row: LabelRow): object {
  return { ...row, created_at: instantText(row.created_at) }
}
