import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { OffsetPage } from '../../platform/http/paging.ts'
import { presentResource } from '../resources/resource.present.ts'
import { type ResourceView, viewResources } from '../resources/resource.queries.ts'
import { loadViewer } from '../resources/viewer.ts'
import { findRosterRow, pageRosterRows, type RosterRow } from './roster.queries.ts'

/** Rosters of the caller's projects with their resources, as the caller may see them. */
export async function pageRoster(
  ctx: Ctx<unknown>,
  query: Parameters<typeof pageRosterRows>[1],
): Promise<OffsetPage<object>> {
  const page = await pageRosterRows(ctx, query)
  return { ...page, results: await presentRoster(ctx, page.results) }
}

export async function presentRosterRow(ctx: Ctx<unknown>, id: string): Promise<object> {
  const row = await findRosterRow(ctx, id)
  refuseUnless(row, notFound)
  return (await presentRoster(ctx, [row]))[0] as object
}

async function presentRoster(ctx: Ctx<unknown>, rows: readonly RosterRow[]): Promise<object[]> {
  const viewer = await loadViewer(ctx)
  const views = await viewResources(ctx, [...new Set(rows.map((row) => row.resource_id))])
  return rows.map(({ project_id, resource_id, ...row }) => {
    const view = views.get(resource_id) as ResourceView
    return {
      id: row.id,
      server_version: row.server_version,
      project: project_id,
      resource: resource_id,
      resource_detail: presentResource(view, viewer),
      role_title: row.role_title,
      units_override: row.units_override,
      effective_max_units: row.units_override ?? view.row.max_units,
      notes: row.notes,
    }
  })
}
