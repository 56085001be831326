import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { booleanFilter, orderBySql, searchSql } from '../platform/http/list-query.ts'

export interface MemberListQuery {
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

/** Ids of all live members, by role, then username, unless the caller orders otherwise. */
export async function listMemberIds(ctx: Ctx<unknown>, source: MemberTable, query: MemberListQuery): Promise<string[]> {
  const params: unknown[] = [source.scopeId]
  const where = searchSql(query.search, ['a.username'], params)
  if (booleanFilter(query.self)) where.push(`m.account_id = $${params.push(actingAccount(ctx).id)}`)
  const columns = { role: 'm.role', username: 'a.username', joined_at: 'm.created_at' }
  const order = orderBySql(query.ordering, columns, 'm.role desc, a.username', 'm.id')
  const rows = await sql<{ id: string }>(
    ctx,
    `select m.id from ${source.table} m join accounts a on a.id = m.account_id
    where m.${source.scopeColumn} = $1 and not m.is_deleted ${where.map((condition) => `and ${condition}`).join(' ')} order by ${order}`,
    params,
  )
  return rows.map((row) => row.id)
}
