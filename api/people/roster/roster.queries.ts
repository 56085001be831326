import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { orderBySql } from '../../platform/http/list-query.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import { presentResource } from '../resources/resource.present.ts'
import { type ResourceView, viewResources } from '../resources/resource.queries.ts'
import { loadViewer } from '../resources/viewer.ts'

export interface RosterRow {
  id: string
  server_version: number
  project_id: string
  resource_id: string
  role_title: string
  units_override: string | null
  notes: string
}

/** The project of a roster row that the path names. */
export interface RosterScope extends ProjectScope {
  readonly row: RosterRow
}

const COLUMNS = 'pr.id, pr.server_version, pr.project_id, pr.resource_id, pr.role_title, pr.units_override, pr.notes'
/** Deactivated resources stand on no roster. */
const LIVE = 'project_resources pr join resources r on r.id = pr.resource_id and not r.is_deleted'

export async function rosterScope(ctx: Ctx, raw: RawInput): Promise<RosterScope> {
  const row = await findRosterRow(ctx, raw.params.id ?? '')
  const scope = row && (await findProjectScope(ctx, row.project_id))
  if (!row || !scope) throw notFound()
  return { ...scope, row }
}

export function findRosterRow(ctx: Pick<Ctx, 'em'>, id: string): Promise<RosterRow | undefined> {
  return sqlOne<RosterRow>(ctx, `select ${COLUMNS} from ${LIVE} where pr.id = $1`, [id])
}

/** Rosters of the caller's projects by resource name. */
export async function pageRoster(
  ctx: Ctx<unknown>,
  query: { page?: string; page_size?: string; project?: string | undefined; ordering?: string | undefined },
): Promise<OffsetPage<object>> {
  const request = pageRequest(query, LARGE_LIST)
  const params: unknown[] = [actorId(ctx)]
  const filter = query.project === undefined ? '' : `and pr.project_id = $${params.push(query.project)}::uuid`
  const from = `from ${LIVE} join projects p on p.id = pr.project_id and not p.is_deleted
    join project_members m on m.project_id = p.id and m.account_id = $1 and not m.is_deleted where true ${filter}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const order = orderBySql(query.ordering, { resource: 'r.name', role_title: 'pr.role_title' }, 'r.name', 'pr.id')
  const rows = await sql<RosterRow>(
    ctx,
    `select ${COLUMNS} ${from} order by ${order} limit ${request.pageSize} offset ${request.offset}`,
    params,
  )
  return { count: counted?.count ?? 0, results: await presentRoster(ctx, rows), request }
}

export async function presentRosterRow(ctx: Ctx<unknown>, id: string): Promise<object> {
  const row = await findRosterRow(ctx, id)
  refuseUnless(row, notFound)
  return (await presentRoster(ctx, [row]))[0] as object
}

async function presentRoster(ctx: Ctx<unknown>, rows: readonly RosterRow[]): Promise<object[]> {
  const viewer = await loadViewer(ctx)
  const views = await viewResources(ctx, [...new Set(rows.map((row) => row.resource_id))])
  return rows.map((row) => {
    const view = views.get(row.resource_id) as ResourceView
    return {
      id: row.id,
      server_version: row.server_version,
      project: row.project_id,
      resource: row.resource_id,
      resource_detail: presentResource(view, viewer),
      role_title: row.role_title,
      units_override: row.units_override,
      effective_max_units: row.units_override ?? view.row.max_units,
      notes: row.notes,
    }
  })
}

/** Which of the resources stand on the project's roster; they cannot be deactivated before the open transaction ends. */
export async function rosteredOf(
  ctx: Pick<Ctx, 'em'>,
  projectId: string,
  resourceIds: readonly string[],
): Promise<Set<string>> {
  const rows = await sql<{ resource_id: string }>(
    ctx,
    `select pr.resource_id from ${LIVE} where pr.project_id = $1 and pr.resource_id = any($2::uuid[])
     order by pr.resource_id for share of r`,
    [projectId, resourceIds],
  )
  return new Set(rows.map((row) => row.resource_id))
}

/** Puts resources on the roster; answers the ones that were not there. The project's lock must be held. */
export async function joinRoster(
  ctx: Pick<Ctx, 'em'>,
  projectId: string,
  resourceIds: readonly string[],
): Promise<string[]> {
  const unique = [...new Set(resourceIds)]
  const joined = await sql<{ resource_id: string }>(
    ctx,
    `insert into project_resources (id, project_id, resource_id)
     select id, $1, resource_id from unnest($2::uuid[], $3::uuid[]) as row(id, resource_id)
     on conflict (project_id, resource_id) do nothing returning resource_id`,
    [projectId, unique.map(newId), unique],
  )
  return joined.map((row) => row.resource_id)
}
