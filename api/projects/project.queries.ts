import type { FieldVersions } from '../platform/concurrent-edits.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { booleanFilter, orderBySql, searchSql } from '../platform/http/list-query.ts'
import type { PageRequest } from '../platform/http/paging.ts'

const PROJECT_ORDER = { start_date: 'p.start_date', name: 'p.name' }
export const DEFAULT_PROJECT_ORDER = 'p.start_date, p.name'

interface ListQuery {
  search?: string | undefined
  ordering?: string | undefined
  program__isnull?: string | undefined
}

/** Ids of one page of the caller's projects. `program__isnull=true` means ungrouped ones that are not archived. */
export async function pageProjectIds(
  ctx: Ctx<unknown>,
  query: ListQuery,
  request: PageRequest,
): Promise<{ ids: string[]; count: number }> {
  const params: unknown[] = [actingAccount(ctx).id]
  const where = [...searchSql(query.search, ['p.name'], params), ...groupFilter(query), ...agentFilter(ctx)]
  const from = `from projects p
    join project_members m on m.project_id = p.id and m.account_id = $1 and not m.is_deleted
    where not p.is_deleted ${where.map((condition) => `and ${condition}`).join(' ')}`
  const total = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const order = orderBySql(query.ordering, PROJECT_ORDER, DEFAULT_PROJECT_ORDER, 'p.id')
  const rows = await sql<{ id: string }>(
    ctx,
    `select p.id ${from} order by ${order} limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, request.pageSize, request.offset],
  )
  return { ids: rows.map((row) => row.id), count: total?.count ?? 0 }
}

function groupFilter(query: ListQuery): string[] {
  const isUngrouped = booleanFilter(query.program__isnull)
  if (isUngrouped === undefined) return []
  return isUngrouped ? ['p.program_id is null', 'not p.is_archived'] : ['p.program_id is not null']
}

/** Projects that opted out are withheld from agents. */
export function agentFilter(ctx: Ctx<unknown>): string[] {
  if (ctx.actor.kind !== 'agent') return []
  return [
    `coalesce(p.mcp_enabled, (select g.mcp_enabled from programs g where g.id = p.program_id),
       (select w.mcp_enabled from workspace w where w.id = 1))`,
  ]
}

/** The caller's role in each of the projects where there is one. */
export async function rolesIn(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<Map<string, number>> {
  if (ctx.actor.kind !== 'account' && ctx.actor.kind !== 'agent') return new Map()
  const rows = await sql<{ project_id: string; role: number }>(
    ctx,
    `select project_id, role from project_members
     where account_id = $1 and project_id = any($2::uuid[]) and not is_deleted`,
    [ctx.actor.account.id, projectIds],
  )
  return new Map(rows.map((row) => [row.project_id, row.role]))
}

export async function openTaskCounts(
  ctx: Pick<Ctx, 'em'>,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ project_id: string; count: number }>(
    ctx,
    `select project_id, count(*)::int as count from tasks
     where project_id = any($1::uuid[]) and not is_deleted and status <> 'COMPLETE' group by project_id`,
    [projectIds],
  )
  return new Map(rows.map((row) => [row.project_id, row.count]))
}

/** At which version each column of the row was changed last. */
export async function findFieldVersions(ctx: Ctx<unknown>, projectId: string): Promise<FieldVersions> {
  const row = await sqlOne<{ field_versions: FieldVersions }>(
    ctx,
    'select field_versions from projects where id = $1',
    [projectId],
  )
  return row?.field_versions ?? {}
}

export interface GroupFigures {
  memberCount: number
  /** Plain mean over live tasks, one decimal; null without tasks. */
  percentComplete: number | null
}

export async function groupFigures(
  ctx: Pick<Ctx, 'em'>,
  projectIds: readonly string[],
): Promise<Map<string, GroupFigures>> {
  const rows = await sql<{ id: string } & GroupFigures>(
    ctx,
    `select p.id,
       (select count(*)::int from project_members m where m.project_id = p.id and not m.is_deleted) as "memberCount",
       (select round(avg(t.percent_complete)::numeric, 1)::float8 from tasks t
        where t.project_id = p.id and not t.is_deleted) as "percentComplete"
     from projects p where p.id = any($1::uuid[])`,
    [projectIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
