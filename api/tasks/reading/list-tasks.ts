import type { Ctx } from '../../platform/context.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { listStaleDates } from '../../projects/status/stale-dates.ts'
import { presentTasks } from '../task.present.ts'
import type { ListTasksQuery } from '../task.schema.ts'
import { listedIds } from './listed-ids.ts'
import { findProjectsOfCaller, listingOf } from './task-list.queries.ts'
import { loadTaskPage } from './task-page.ts'

/**
 * A page of the tasks of the caller's projects. The ids of the page come from an index alone, so that the last page
 * costs what the first costs; rows are read for the page only.
 */
export async function listTasks(
  ctx: Ctx,
  query: ListTasksQuery,
): Promise<OffsetPage<object> & { readonly staleDates: readonly object[] }> {
  const request = pageRequest(query, LARGE_LIST)
  const projects = await findProjectsOfCaller(ctx, query.project)
  const listing = listingOf(
    ctx,
    query,
    projects.map(({ id }) => id),
  )
  const isOfTasksAlone = projects.length === 1 && !listing.usesSchedule && !listing.usesOthers
  const syncSeq = isOfTasksAlone ? (projects[0]?.sync_seq ?? null) : null
  const { count, ids } = await listedIds(ctx, listing, syncSeq, request)
  const page = await loadTaskPage(ctx, ids, new Map(projects.map(({ id, role }) => [id, role])))
  const stale = projects.flatMap(({ id, has_stale_dates }) => (has_stale_dates ? [id] : []))
  const staleDates = stale.length === 0 ? [] : await listStaleDates(ctx, stale)
  return { count, results: presentTasks(page), request, staleDates }
}
