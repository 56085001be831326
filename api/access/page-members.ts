import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { booleanFilter, orderBySql, searchSql } from '../platform/http/list-query.ts'
import { LARGE_LIST, type PageRequest, pageRequest } from '../platform/http/paging.ts'

export interface MemberListQuery {
  page?: string | undefined
  page_size?: string | undefined
  search?: string | undefined
  ordering?: string | undefined
  self?: string | undefined
}

/** The two membership tables differ only in their names. */
export interface MemberTable {
  readonly table: 'project_members' | 'program_members'
  readonly scopeColumn: 'project_id' | 'program_id'
  readonly scopeId: string
}

/** Ids of one page of live members, by role, then username, unless the caller orders otherwise. */
export async function pageMemberIds(
  ctx: Ctx<unknown>,
  source: MemberTable,
  query: MemberListQuery,
): Promise<{ count: number; ids: string[]; request: PageRequest }> {
  const request = pageRequest(query, LARGE_LIST)
  const params: unknown[] = [source.scopeId]
  const where = searchSql(query.search, ['a.username'], params)
  if (booleanFilter(query.self)) where.push(`m.account_id = $${params.push(actingAccount(ctx).id)}`)
  const from = `from ${source.table} m join accounts a on a.id = m.account_id
    where m.${source.scopeColumn} = $1 and not m.is_deleted ${where.map((condition) => `and ${condition}`).join(' ')}`
  const total = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const columns = { role: 'm.role', username: 'a.username', joined_at: 'm.created_at' }
  const order = orderBySql(query.ordering, columns, 'm.role desc, a.username', 'm.id')
  const rows = await sql<{ id: string }>(
    ctx,
    `select m.id ${from} order by ${order} limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, request.pageSize, request.offset],
  )
  return { count: total?.count ?? 0, ids: rows.map((row) => row.id), request }
}
