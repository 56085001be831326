import { isAssignedSql } from '../people/assignments/assigned-resources.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { likeEscape, sql, sqlOne } from '../platform/db/sql.ts'
import { fieldError } from '../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import { isUuid } from '../platform/ids.ts'
import { agentFilter } from '../projects/project.queries.ts'
import { presentTasks } from './task.present.ts'
import type { ListTasksQuery } from './task.schema.ts'
import { loadTaskPage, loadViewedProjects } from './task-page.ts'
import { IS_SCHEDULABLE } from './task-row.ts'

/** Conditions of a list as SQL text over `tasks t` (and `task_schedules s` when `usesSchedule`), with their parameters. */
interface Filter {
  readonly conditions: string[]
  readonly params: unknown[]
  usesSchedule: boolean
}

/**
 * A page of the tasks of the caller's projects. The ids of the page come from an index alone, so that the last page
 * costs what the first costs; rows are read for the page only.
 */
export async function listTasks(ctx: Ctx, query: ListTasksQuery): Promise<OffsetPage<object>> {
  const request = pageRequest(query, LARGE_LIST)
  const roles = await memberProjects(ctx, query.project)
  const filter = makeFilter(ctx, query, [...roles.keys()])
  const from = `from tasks t${filter.usesSchedule ? ' left join task_schedules s on s.task_id = t.id' : ''}
    where ${filter.conditions.join(' and ')}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, filter.params)
  const count = counted?.count ?? 0
  const order = orderOf(query.ordering)
  const idsFrom = order.usesSchedule && !filter.usesSchedule ? withSchedule(from) : from
  const ids = await sql<{ id: string }>(
    ctx,
    `select t.id ${idsFrom} order by ${order.text} limit ${request.pageSize} offset ${request.offset}`,
    filter.params,
  )
  const projects = await loadViewedProjects(ctx, roles)
  const page = await loadTaskPage(
    ctx,
    ids.map((row) => row.id),
    projects,
  )
  return { count, results: presentTasks(page), request }
}

function withSchedule(from: string): string {
  return from.replace('from tasks t', 'from tasks t left join task_schedules s on s.task_id = t.id')
}

/** The caller's role in each live project, or in the one asked for. */
async function memberProjects(ctx: Ctx, projectId: string | undefined): Promise<Map<string, number>> {
  const rows = await sql<{ project_id: string; role: number }>(
    ctx,
    `select m.project_id, m.role from project_members m join projects p on p.id = m.project_id and not p.is_deleted
     where ${['m.account_id = $1 and not m.is_deleted', ...agentFilter(ctx)].join(' and ')}
     ${projectId === undefined ? '' : 'and m.project_id = $2'}`,
    projectId === undefined ? [actorId(ctx)] : [actorId(ctx), projectId],
  )
  return new Map(rows.map((row) => [row.project_id, row.role]))
}

function makeFilter(ctx: Ctx, query: ListTasksQuery, projectIds: string[]): Filter {
  const filter: Filter = { conditions: ['not t.is_deleted'], params: [], usesSchedule: false }
  const where = (text: string, ...values: unknown[]) => {
    filter.conditions.push(text.replace('?', `$${filter.params.length + 1}`))
    filter.params.push(...values)
  }
  // One project reads as an equality, which lets the index give the order as well.
  if (projectIds.length === 1) where('t.project_id = ?::uuid', projectIds[0])
  else where('t.project_id = any(?::uuid[])', projectIds)
  if (query.status !== undefined) where('t.status = ?', query.status)
  if (query.type !== undefined) where('t.type = ?', query.type.toLowerCase())
  if (query.is_subtask !== undefined) where('t.is_subtask = ?::boolean', query.is_subtask)
  if (query.mine === true) whereMine(filter, actorId(ctx))
  if (query.sprint === 'none') where('t.sprint_id is null')
  else if (query.sprint !== undefined) where('t.sprint_id = ?::uuid', query.sprint)
  if (query.parent !== undefined) where('t.parent_id = ?::uuid and t.is_subtask', query.parent)
  if (query.search) where("t.name ilike ? escape '\\'", `%${likeEscape(query.search)}%`)
  if (query.short_id !== undefined) whereReference(where, query.short_id)
  if (query.labels) whereLabels(where, query.labels)
  const bySchedule = (text: string, value: unknown) => {
    filter.usesSchedule = true
    where(`${text} and ${IS_SCHEDULABLE}`, value)
  }
  if (query.is_critical !== undefined) bySchedule('s.is_critical = ?::boolean', query.is_critical)
  if (query.start__gte !== undefined) bySchedule('s.early_finish >= ?::date', query.start__gte)
  if (query.finish__lte !== undefined) bySchedule('s.early_start <= ?::date', query.finish__lte)
  return filter
}

type Where = (text: string, ...values: unknown[]) => void

/** `KEY-T-8` or `T-8`, in any case; anything else matches nothing. */
function whereReference(where: Where, reference: string): void {
  const match = /^(?:([A-Z][A-Z0-9-]{0,11})-)?T-([0-9]{1,9})$/.exec(reference.toUpperCase())
  if (!match) {
    where('false')
    return
  }
  where('t.number = ?::int', Number(match[2]))
  if (match[1] !== undefined) where('t.project_id in (select id from projects where code = ?)', match[1])
}

/** Mine is what is assigned to the account, or to a resource that stands for the person. */
function whereMine(filter: Filter, accountId: string | null): void {
  const account = `$${filter.params.push(accountId)}::uuid`
  filter.conditions.push(`(t.assignee_id = ${account} or ${isAssignedSql('t.id', account)})`)
}

/** Tasks that carry any of the labels. */
function whereLabels(where: Where, labels: string): void {
  const ids = labels.split(',').map((id) => id.trim())
  if (!ids.every(isUuid)) throw fieldError('labels', 'Must be a list of ids.')
  where('t.id in (select c.task_id from task_labels c where c.label_id = any(?::uuid[]))', `{${ids.join(',')}}`)
}

const ORDERINGS: Readonly<Record<string, { text: string; usesSchedule: boolean }>> = {
  id: { text: 't.id', usesSchedule: false },
  wbs_path: { text: 't.wbs_order', usesSchedule: false },
  name: { text: 't.name', usesSchedule: false },
  status: { text: 't.status', usesSchedule: false },
  early_start: { text: `case when ${IS_SCHEDULABLE} then s.early_start end`, usesSchedule: true },
}

/** The first known name counts; ties and everything unknown fall back to the id. */
function orderOf(ordering: string | undefined): { text: string; usesSchedule: boolean } {
  const asked = (ordering ?? '').split(',').find((name) => Object.hasOwn(ORDERINGS, name.replace(/^-/, '')))
  const known = ORDERINGS[asked?.replace(/^-/, '') ?? 'id']
  if (asked === undefined || known === undefined) return { text: 't.id', usesSchedule: false }
  const direction = asked.startsWith('-') ? 'desc' : 'asc'
  if (known.text === 't.id') return { text: `t.id ${direction}`, usesSchedule: false }
  return { text: `${known.text} ${direction} nulls last, t.id`, usesSchedule: known.usesSchedule }
}
