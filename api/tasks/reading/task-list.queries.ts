import { type RawBuilder, sql } from 'kysely'
import { agentMayRead } from '../../access/agent-consent.queries.ts'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { datesMeet, datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'
import { isAssigned } from '../../people/assignments/assigned-resources.queries.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { likeEscape } from '../../platform/db/sql.ts'
import { fieldError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { schedulable } from '../schedulable.queries.ts'
import type { ListTasksQuery } from '../task.schema.ts'

type Condition = RawBuilder<unknown>

/** What is listed of `tasks t` (and their dates `s` when `usesSchedule`), in which order. */
export interface TaskListing {
  readonly conditions: readonly Condition[]
  readonly order: Condition
  readonly usesSchedule: boolean
  /** Whether more than rows of tasks decides what is listed. */
  readonly usesOthers: boolean
}

/** The live projects the caller is a member of, or the one asked for. `sync_seq` moves with every write of one of their tasks. */
export function findProjectsOfCaller(ctx: Ctx, projectId: string | undefined) {
  let found = tables(ctx)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .leftJoin('project_counters as c', 'c.project_id', 'p.id')
    .select(['p.id', 'm.role', 'c.sync_seq'])
    .select(sql<boolean>`p.dates_stale_since is not null`.as('has_stale_dates'))
    .where('p.is_deleted', '=', false)
    .where(agentMayRead(ctx, 'p'))
  if (projectId !== undefined) found = found.where('p.id', '=', projectId)
  return found.execute()
}

/** The listing that a query asks for in projects. */
export function listingOf(ctx: Ctx, query: ListTasksQuery, projectIds: readonly string[]): TaskListing {
  const conditions = [sql`not t.is_deleted`, ...conditionsOf(ctx, query, projectIds)]
  const bySchedule = scheduleConditions(query, projectIds)
  const order = orderOf(query.ordering)
  return {
    conditions: [...conditions, ...bySchedule],
    order: order.term,
    usesSchedule: bySchedule.length > 0 || order.usesSchedule,
    usesOthers: query.mine === true || Boolean(query.labels) || query.short_id !== undefined,
  }
}

function conditionsOf(ctx: Ctx, query: ListTasksQuery, projectIds: readonly string[]): Condition[] {
  const when = (isAsked: boolean, condition: () => Condition) => (isAsked ? [condition()] : [])
  return [
    // One project reads as an equality, which lets the index give the order as well.
    projectIds.length === 1
      ? sql`t.project_id = ${projectIds[0]}::uuid`
      : sql`t.project_id = any(${projectIds}::uuid[])`,
    ...when(query.status !== undefined, () => sql`t.status = ${query.status}`),
    ...when(query.type !== undefined, () => sql`t.type = ${query.type?.toLowerCase()}`),
    ...when(query.is_subtask !== undefined, () => sql`t.is_subtask = ${query.is_subtask}::boolean`),
    ...when(query.mine === true, () => isMine(actorId(ctx))),
    ...when(query.sprint !== undefined, () =>
      query.sprint === 'none' ? sql`t.sprint_id is null` : sql`t.sprint_id = ${query.sprint}::uuid`,
    ),
    ...when(query.parent !== undefined, () => sql`t.parent_id = ${query.parent}::uuid and t.is_subtask`),
    ...when(Boolean(query.search), () => sql`t.name ilike ${`%${likeEscape(query.search ?? '')}%`} escape '\\'`),
    ...when(query.short_id !== undefined, () => isCalled(query.short_id ?? '')),
    ...when(Boolean(query.labels), () => carriesAny(query.labels ?? '')),
  ]
}

/** Conditions on computed dates hold for what is scheduled alone. */
function scheduleConditions(query: ListTasksQuery, [projectId, ...others]: readonly string[]): Condition[] {
  const { is_critical: isCritical, start__gte: from, finish__lte: to } = query
  const onDates = [
    ...(isCritical === undefined ? [] : [sql`s.is_critical = ${isCritical}::boolean`]),
    ...(from === undefined ? [] : [sql`s.early_finish >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`s.early_start <= ${to}::date`]),
  ]
  if (onDates.length === 0) return []
  const all = sql.join(onDates, sql` and `)
  const isOneProject = projectId !== undefined && others.length === 0
  return [schedulable, isOneProject ? datesMeet(projectId, ['early_start', 'early_finish'], all) : all]
}

/** `KEY-T-8` or `T-8`, in any case; anything else matches nothing. */
function isCalled(reference: string): Condition {
  const match = /^(?:([A-Z][A-Z0-9-]{0,11})-)?T-([0-9]{1,9})$/.exec(reference.toUpperCase())
  if (!match) return sql`false`
  const isNumbered = sql`t.number = ${Number(match[2])}::int`
  if (match[1] === undefined) return isNumbered
  return sql`${isNumbered} and t.project_id in (select id from projects where code = ${match[1]})`
}

/** Mine is what is assigned to the account, or to a resource that stands for the person. */
function isMine(accountId: string | null): Condition {
  return sql`(t.assignee_id = ${accountId}::uuid or ${isAssigned(sql`t.id`, accountId)})`
}

function carriesAny(labels: string): Condition {
  const ids = labels.split(',').map((id) => id.trim())
  if (!ids.every(isUuid)) throw fieldError('labels', 'Must be a list of ids.')
  return sql`t.id in (select c.task_id from task_labels c where c.label_id = any(${ids}::uuid[]))`
}

interface Ordering {
  readonly term: Condition
  readonly usesSchedule: boolean
}

const BY_ID: Ordering = { term: sql`t.id`, usesSchedule: false }
const ORDERINGS: Readonly<Record<string, Ordering>> = {
  id: BY_ID,
  wbs_path: { term: sql`t.wbs_order`, usesSchedule: false },
  name: { term: sql`t.name`, usesSchedule: false },
  status: { term: sql`t.status`, usesSchedule: false },
  early_start: { term: sql`case when ${schedulable} then s.early_start end`, usesSchedule: true },
}

/** The first known name counts; ties and everything unknown fall back to the id. */
function orderOf(ordering: string | undefined): Ordering {
  const asked = (ordering ?? '').split(',').find((name) => Object.hasOwn(ORDERINGS, name.replace(/^-/, '')))
  const known = ORDERINGS[asked?.replace(/^-/, '') ?? 'id']
  if (asked === undefined || known === undefined) return BY_ID
  const direction = sql.raw(asked.startsWith('-') ? 'desc' : 'asc')
  if (known === BY_ID) return { term: sql`t.id ${direction}`, usesSchedule: false }
  return { term: sql`${known.term} ${direction} nulls last, t.id`, usesSchedule: known.usesSchedule }
}

function fromOf({ conditions, usesSchedule }: TaskListing): Condition {
  const schedules = usesSchedule ? sql`left join lateral ${datesOf('t')} on true` : sql``
  return sql`from tasks t ${schedules} where ${sql.join(conditions, sql` and `)}`
}

/** Ids of one page in order, and how many there are in all. */
export async function pageIds(
  db: Db,
  listing: TaskListing,
  { offset, pageSize }: { offset: number; pageSize: number },
) {
  const from = fromOf(listing)
  const found = await sql<{ count: number; ids: string | null }>`
    select (select count(*) ${from}) as count, (select string_agg(id::text, ',') from (
      select t.id ${from} order by ${listing.order} limit ${pageSize} offset ${offset}) as page) as ids`.execute(
    tables(db),
  )
  const row = found.rows[0]
  return { count: row?.count ?? 0, ids: row?.ids?.split(',') ?? [] }
}

/** Every id of a list in order, and by what the list is told from others. */
export function wholeList(db: Db, listing: TaskListing) {
  const ids = sql<{ ids: Buffer | null }>`
    select string_agg(uuid_send(id), '') as ids from (select t.id ${fromOf(listing)} order by ${listing.order}) as listed`
  const { sql: text, parameters } = ids.compile(tables(db))
  return {
    key: JSON.stringify([text, parameters]),
    load: async () => (await ids.execute(tables(db))).rows[0]?.ids ?? null,
  }
}
