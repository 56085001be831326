import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { labelOf, presentWorkItem, statusOf } from './connection.present.ts'
import { listConnections, listItemsByDue } from './connection.queries.ts'
import { refreshOnOpen } from './request-sync.ts'

/** What the trackers of the caller said last; what is old is asked for again. */
export async function externalWork(ctx: Ctx<unknown>) {
  const connections = await listConnections(ctx)
  if (connections.length === 0) return { external_items: [], external_sources: [] }
  await refreshOnOpen(ctx, connections)
  return {
    external_items: (await listItemsByDue(ctx)).map(presentWorkItem),
    external_sources: connections.map((row) => ({
      source_type: row.source,
      label: labelOf(row),
      site_url: row.base_url,
      status: statusOf(ctx, row),
      last_sync: instantText(row.last_synced_at),
    })),
  }
}
