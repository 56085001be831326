import type { z } from 'zod'
import { findProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { booleanFilter } from '../../platform/http/list-query.ts'
import type { OffsetPage } from '../../platform/http/paging.ts'
import { fitName, skillFits } from '../skills/skill-fit.ts'
import { presentResource } from './resource.present.ts'
import { type ResourceView, viewResources } from './resource.queries.ts'
import type { listResourcesQuery } from './resource.schema.ts'
import { findAskingTask, pageResourceIds } from './resource-list.queries.ts'
import { loadViewer } from './viewer.ts'

type Query = z.output<typeof listResourcesQuery>

/**
 * A page of the catalogue by name. What only some callers may ask for is left out for the others without a word:
 * filters by projects they are no member of, e-mail addresses, deactivated rows.
 */
export async function pageResources(ctx: Ctx<unknown>, query: Query): Promise<OffsetPage<object>> {
  const viewer = await loadViewer(ctx)
  const taskId = await readableTask(ctx, query.task)
  const excluded = query.exclude_project ? await findProjectScope(ctx, query.exclude_project) : null
  const { results: ids, ...page } = await pageResourceIds(ctx, {
    page: query.page,
    page_size: query.page_size,
    search: query.search,
    ordering: query.ordering,
    searchesEmail: viewer.isAdmin,
    showsDeactivated: viewer.isAdmin && booleanFilter(query.include_deleted) === true,
    excludedProjectId: excluded?.projectId ?? null,
    taskId,
  })
  const views = await viewResources(ctx, ids)
  const fits = await presentFits(ctx, taskId, [...views.keys()])
  const results = ids.map((id) => ({ ...presentResource(views.get(id) as ResourceView, viewer), ...fits.get(id) }))
  return { ...page, results }
}

/** The task when it stands in a project of the caller and asks for skills. */
async function readableTask(ctx: Ctx<unknown>, taskId: string | undefined): Promise<string | null> {
  if (taskId === undefined) return null
  const task = await findAskingTask(ctx, taskId)
  return task && (await findProjectScope(ctx, task.project_id)) ? taskId : null
}

async function presentFits(
  ctx: Ctx<unknown>,
  taskId: string | null,
  resourceIds: readonly string[],
): Promise<Map<string, object>> {
  if (taskId === null) return new Map()
  const pairs = resourceIds.map((id) => ({ task_id: taskId, resource_id: id }))
  const fits = await skillFits(ctx, pairs)
  return new Map(
    [...fits].map(([pair, fit]) => [pair.resource_id, { skill_fit: fitName(fit), missing_skills: fit.missing }]),
  )
}
