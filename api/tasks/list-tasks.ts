import { isAssignedSql } from '../people/assignments/assigned-resources.queries.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { likeEscape, sql } from '../platform/db/sql.ts'
import { fieldError } from '../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import { isUuid } from '../platform/ids.ts'
import { agentFilter } from '../projects/project.queries.ts'
import { listedIds } from './listed-ids.ts'
import { presentTasks } from './task.present.ts'
import type { ListTasksQuery } from './task.schema.ts'
import { loadTaskPage } from './task-page.ts'
import { IS_SCHEDULABLE } from './task-row.ts'

/** Conditions of a list as SQL text over `tasks t` (and `task_schedules s` when `usesSchedule`), with their parameters. */
interface Filter {
  readonly conditions: string[]
  readonly params: unknown[]
  usesSchedule: boolean
  /** Whether more than rows of tasks decides what is listed. */
  usesOthers: boolean
}

/**
 * A page of the tasks of the caller's projects. The ids of the page come from an index alone, so that the last page
 * costs what the first costs; rows are read for the page only.
 */
export async function listTasks(ctx: Ctx, query: ListTasksQuery): Promise<OffsetPage<object>> {
  const request = pageRequest(query, LARGE_LIST)
  const projects = await memberProjects(ctx, query.project)
  const [project] = projects
  const filter = makeFilter(ctx, query, projects)
  const order = orderOf(query.ordering)
  const usesSchedule = filter.usesSchedule || order.usesSchedule
  const from = `from tasks t${usesSchedule ? ' left join task_schedules s on s.task_id = t.id' : ''}
    where ${filter.conditions.join(' and ')}`
  const isStable = projects.length === 1 && !usesSchedule && !filter.usesOthers
  const stable = isStable && project?.syncSeq ? { projectId: project.id, syncSeq: Number(project.syncSeq) } : null
  const listing = { from, order: order.text, params: filter.params, stable }
  const { count, ids } = await listedIds(ctx, listing, request)
  const page = await loadTaskPage(ctx, ids, new Map(projects.map(({ id, role }) => [id, role])))
  return { count, results: presentTasks(page), request }
}

interface MemberProject {
  readonly id: string
  readonly role: number
  /** Moves with every write of one of its tasks. */
  readonly syncSeq: string | null
}

/** The live projects the caller is a member of, or the one asked for. */
async function memberProjects(ctx: Ctx, projectId: string | undefined): Promise<MemberProject[]> {
  return sql<MemberProject>(
    ctx,
    `select m.project_id as id, m.role, c.sync_seq as "syncSeq" from project_members m
     join projects p on p.id = m.project_id and not p.is_deleted
     left join project_counters c on c.project_id = m.project_id
     where ${['m.account_id = $1 and not m.is_deleted', ...agentFilter(ctx)].join(' and ')}
     ${projectId === undefined ? '' : 'and m.project_id = $2'}`,
    projectId === undefined ? [actorId(ctx)] : [actorId(ctx), projectId],
  )
}

function makeFilter(ctx: Ctx, query: ListTasksQuery, projects: readonly MemberProject[]): Filter {
  const projectIds = projects.map(({ id }) => id)
  const usesOthers = query.mine === true || Boolean(query.labels) || query.short_id !== undefined
  const filter: Filter = { conditions: ['not t.is_deleted'], params: [], usesSchedule: false, usesOthers }
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
