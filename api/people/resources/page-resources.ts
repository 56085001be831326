import type { z } from 'zod'
import { findProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { booleanFilter, orderBySql, searchSql } from '../../platform/http/list-query.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { fitName, skillFits } from '../skills/skill-fit.ts'
import { presentResource } from './resource.present.ts'
import { type ResourceView, viewResources } from './resource.queries.ts'
import type { listResourcesQuery } from './resource.schema.ts'
import { loadViewer } from './viewer.ts'

type Query = z.output<typeof listResourcesQuery>

/** Requirements of the task that the resource `r` meets; how many there are is the same for all. */
const UNMET = `(select count(*) from task_skill_requirements q where q.task_id = ?::uuid and not exists (
  select 1 from resource_skills t where t.resource_id = r.id and t.skill_id = q.skill_id
  and t.proficiency >= q.min_proficiency))`

/**
 * A page of the catalogue by name. What only some callers may ask for is left out for the others without a word:
 * filters by projects they are no member of, e-mail addresses, deactivated rows.
 */
export async function pageResources(ctx: Ctx<unknown>, query: Query): Promise<OffsetPage<object>> {
  const request = pageRequest(query, LARGE_LIST)
  const viewer = await loadViewer(ctx)
  const taskId = await readableTask(ctx, query.task)
  const params: unknown[] = []
  const where = searchSql(query.search, viewer.isAdmin ? ['r.name', 'r.email'] : ['r.name'], params)
  if (!(viewer.isAdmin && booleanFilter(query.include_deleted))) where.push('not r.is_deleted')
  if (query.exclude_project && (await findProjectScope(ctx, query.exclude_project))) {
    params.push(query.exclude_project)
    where.push(`r.id not in (select resource_id from project_resources where project_id = $${params.length}::uuid)`)
  }
  const from = `from resources r where ${where.length > 0 ? where.join(' and ') : 'true'}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const fit = await fitOrder(ctx, taskId, `$${params.length + 1}`)
  const order = orderBySql(query.ordering, { name: 'r.name' }, 'r.name', 'r.id')
  const ids = await sql<{ id: string }>(
    ctx,
    `select r.id ${from} order by ${fit}${order}
     limit ${request.pageSize} offset ${request.offset}`,
    taskId === null ? params : [...params, taskId],
  )
  const views = await viewResources(
    ctx,
    ids.map((row) => row.id),
  )
  const fits = await presentFits(ctx, taskId, [...views.keys()])
  const results = ids.map(({ id }) => ({ ...presentResource(views.get(id) as ResourceView, viewer), ...fits.get(id) }))
  return { count: counted?.count ?? 0, results, request }
}

/** The task when it stands in a project of the caller and asks for skills. */
async function readableTask(ctx: Ctx<unknown>, taskId: string | undefined): Promise<string | null> {
  if (taskId === undefined) return null
  const task = await sqlOne<{ project_id: string }>(
    ctx,
    `select t.project_id from tasks t where t.id = $1 and not t.is_deleted
     and exists (select 1 from task_skill_requirements q where q.task_id = t.id)`,
    [taskId],
  )
  return task && (await findProjectScope(ctx, task.project_id)) ? taskId : null
}

/** Exact, then partial, then missing; over all pages and not only inside one. `place` stands for the task. */
async function fitOrder(ctx: Ctx<unknown>, taskId: string | null, place: string): Promise<string> {
  if (taskId === null) return ''
  const required = await sqlOne<{ count: number }>(
    ctx,
    'select count(*)::int as count from task_skill_requirements where task_id = $1',
    [taskId],
  )
  return `case ${UNMET.replace('?', () => place)} when 0 then 0 when ${required?.count ?? 0} then 2 else 1 end, `
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
