import { type RawBuilder, sql } from 'kysely'
import { personOf } from '../access/person-name.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { datesMeet, datesOf } from '../access/task-dates.queries.ts'
import { tables } from '../database.ts'
import { isAssigned } from '../people/assignments/assigned-resources.queries.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { schedulable } from '../tasks/schedulable.queries.ts'

/** Live tasks of the project that are not done. */
function openTasks(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('tasks as t')
    .where('t.project_id', '=', ctx.scope.projectId)
    .where('t.is_deleted', '=', false)
    .where('t.status', '<>', 'COMPLETE')
}

const HAS_CHILDREN = sql<boolean>`exists (select from tasks c where c.parent_id = t.id and not c.is_deleted)`

/** Those whose computed dates meet a condition and that are work themselves: what a phase says follows from below. */
function datedTasks(ctx: Ctx<ProjectScope>, meet: RawBuilder<boolean>) {
  return openTasks(ctx)
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .leftJoin('accounts as a', 'a.id', 't.assignee_id')
    .select(['t.id', 't.name', 's.scheduled_start', 's.early_start', 's.early_finish', personOf('a').as('assignee')])
    .where(meet)
    .where(schedulable)
    .where(sql<boolean>`not ${HAS_CHILDREN}`)
}

export type DatedTask = Awaited<ReturnType<typeof findLateCritical>>[number]

/** Critical tasks whose computed finish is past, the longest past first. */
export function findLateCritical(ctx: Ctx<ProjectScope>, today: string, limit: number) {
  const isLate = sql`s.is_critical and s.early_finish < ${today}::date`
  return datedTasks(ctx, datesMeet(ctx.scope.projectId, ['early_finish'], isLate))
    .orderBy('s.early_finish')
    .orderBy('t.id')
    .limit(limit)
    .execute()
}

const HAS_RESOURCE = sql<boolean>`exists (select from task_resources r where r.task_id = t.id)`

/** Tasks that begin between the days and have nobody, the next first. */
export function findUnassigned(ctx: Ctx<ProjectScope>, days: { from: string; to: string }, limit: number) {
  const beginsThen = sql`s.early_start between ${days.from}::date and ${days.to}::date`
  return datedTasks(ctx, datesMeet(ctx.scope.projectId, ['early_start'], beginsThen))
    .where('t.status', '=', 'NOT_STARTED')
    .where('t.assignee_id', 'is', null)
    .where(sql<boolean>`not ${HAS_RESOURCE}`)
    .orderBy('s.early_start')
    .orderBy('t.id')
    .limit(limit)
    .execute()
}

/**
 * Resources with more work at one time in the project than they have time for, from today on, the most loaded first: with
 * the day of their peak and the task that begins there. Every start adds its units and the day after every finish takes
 * them away, so that one pass over the steps finds the peak.
 */
export async function findOverloaded(ctx: Ctx<ProjectScope>, today: string, limit: number) {
  const { projectId } = ctx.scope
  const found = await sql<Overload>`
    with work as (
      select a.resource_id, a.units, t.id, t.name, coalesce(s.scheduled_start, s.early_start) as start, s.early_finish as finish
      from tasks t join lateral ${datesOf('t')} on true join task_resources a on a.task_id = t.id
      where t.project_id = ${projectId} and t.status <> 'COMPLETE' and ${schedulable} and s.early_finish >= ${today}::date
    ), steps as (
      select resource_id, units, start as day, id, name from work where start is not null
      union all select resource_id, -units, finish + 1, null, null from work where start is not null
    ), levels as (
      select *, sum(units) over (partition by resource_id order by day, units rows unbounded preceding) as load from steps
    ), peaks as (
      select distinct on (l.resource_id) l.resource_id, l.load, l.day, l.id, l.name from levels l
      where l.id is not null order by l.resource_id, l.load desc, l.day
    )
    select r.name, p.load::float8 as load, coalesce(o.units_override, r.max_units)::float8 as available,
      p.day::text as day, p.id as task_id, p.name as task_name
    from peaks p join resources r on r.id = p.resource_id
    left join project_resources o on o.resource_id = r.id and o.project_id = ${projectId}
    where p.load > coalesce(o.units_override, r.max_units)
    order by p.load - coalesce(o.units_override, r.max_units) desc, r.id limit ${limit}`.execute(tables(ctx))
  return found.rows
}

export interface Overload {
  readonly name: string
  readonly load: number
  readonly available: number
  readonly day: string
  readonly task_id: string
  readonly task_name: string
}

/** What the caller works on and is to be finished between the days. */
export function findTasksOfCaller(ctx: Ctx<ProjectScope>, days: { from: string; to: string }) {
  const accountId = actorId(ctx)
  const isMine: RawBuilder<boolean> = sql`(t.assignee_id = ${accountId}::uuid or ${isAssigned(sql`t.id`, accountId)})`
  return openTasks(ctx)
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.id', 't.name', 't.number', 't.status', 't.percent_complete', 't.is_milestone'])
    .select(['s.early_start', 's.early_finish', 's.total_float', 's.is_critical'])
    .where(schedulable)
    .where('s.early_finish', '>=', days.from)
    .where('s.early_finish', '<=', days.to)
    .where(isMine)
    .orderBy('s.early_finish')
    .orderBy('t.id')
    .limit(500)
    .execute()
}

interface BlockedFilter {
  readonly blockerType: string | null
  readonly since: Date | null
  readonly limit: number
}

/** Tasks that somebody flagged as blocked, the longest blocked first; why is nobody's business here. */
export function findBlocked(ctx: Ctx<ProjectScope>, { blockerType, since, limit }: BlockedFilter) {
  return openTasks(ctx)
    .leftJoin('accounts as a', 'a.id', 't.assignee_id')
    .leftJoin('accounts as b', 'b.id', 't.blocked_by_id')
    .leftJoin('tasks as o', (join) => join.onRef('o.id', '=', 't.blocking_task_id').on('o.is_deleted', '=', false))
    .select(['t.id', 't.name', 't.number', 't.status', 't.blocker_type', 't.blocked_since'])
    .select(['o.id as blocking_id', 'o.name as blocking_name', 'o.number as blocking_number'])
    .select([personOf('a').as('assignee'), personOf('b').as('blocked_by')])
    .where('t.blocked_reason', '<>', '')
    .$if(blockerType !== null, (some) => some.where('t.blocker_type', '=', blockerType as string))
    .$if(since !== null, (some) => some.where('t.blocked_since', '<=', (since as Date).toISOString()))
    .orderBy(sql`t.blocked_since nulls last`)
    .orderBy('t.id')
    .limit(limit)
    .execute()
}
