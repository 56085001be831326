import { type RawBuilder, sql } from 'kysely'
import { personOf } from '../access/person-name.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
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

/** Those with computed dates that are work themselves: what a phase says follows from below. */
function datedTasks(ctx: Ctx<ProjectScope>) {
  return openTasks(ctx)
    .innerJoin('task_schedules as s', 's.task_id', 't.id')
    .leftJoin('accounts as a', 'a.id', 't.assignee_id')
    .select(['t.id', 't.name', 's.scheduled_start', 's.early_start', 's.early_finish', personOf('a').as('assignee')])
    .where(schedulable)
    .where(sql<boolean>`not ${HAS_CHILDREN}`)
}

export type DatedTask = Awaited<ReturnType<typeof findLateCritical>>[number]

/** Critical tasks whose computed finish is past, the longest past first. */
export function findLateCritical(ctx: Ctx<ProjectScope>, today: string, limit: number) {
  return datedTasks(ctx)
    .where('s.is_critical', '=', true)
    .where('s.early_finish', '<', today)
    .orderBy('s.early_finish')
    .orderBy('t.id')
    .limit(limit)
    .execute()
}

const HAS_RESOURCE = sql<boolean>`exists (select from task_resources r where r.task_id = t.id)`

/** Tasks that begin between the days and have nobody, the next first. */
export function findUnassigned(ctx: Ctx<ProjectScope>, days: { from: string; to: string }, limit: number) {
  return datedTasks(ctx)
    .where('t.status', '=', 'NOT_STARTED')
    .where('t.assignee_id', 'is', null)
    .where(sql<boolean>`not ${HAS_RESOURCE}`)
    .where('s.early_start', '>=', days.from)
    .where('s.early_start', '<=', days.to)
    .orderBy('s.early_start')
    .orderBy('t.id')
    .limit(limit)
    .execute()
}

/** Resources with more than full time of open work in the project, the most loaded first, each with its next task. */
export async function findOverloaded(ctx: Ctx<ProjectScope>, limit: number) {
  const found = await sql<{
    name: string
    units: number
    task_id: string
    task_name: string
    early_start: string | null
  }>`
    with load as (
      select a.resource_id, sum(a.units)::float8 as units from task_resources a join tasks t on t.id = a.task_id
      where t.project_id = ${ctx.scope.projectId} and not t.is_deleted
        and t.status in ('NOT_STARTED', 'IN_PROGRESS', 'REVIEW')
      group by a.resource_id having sum(a.units) > 1
      order by sum(a.units) desc, a.resource_id limit ${limit}
    )
    select r.name, load.units, next.id as task_id, next.name as task_name, next.early_start
    from load join resources r on r.id = load.resource_id
    cross join lateral (
      select t.id, t.name, s.early_start from task_resources a join tasks t on t.id = a.task_id
      left join task_schedules s on s.task_id = t.id
      where a.resource_id = load.resource_id and t.project_id = ${ctx.scope.projectId} and not t.is_deleted
        and t.status in ('NOT_STARTED', 'IN_PROGRESS', 'REVIEW')
      order by s.early_start nulls last, t.id limit 1
    ) next order by load.units desc, load.resource_id`.execute(tables(ctx))
  return found.rows
}

/** What the caller works on and is to be finished between the days. */
export function findTasksOfCaller(ctx: Ctx<ProjectScope>, days: { from: string; to: string }) {
  const accountId = actorId(ctx)
  const isMine: RawBuilder<boolean> = sql`(t.assignee_id = ${accountId}::uuid or ${isAssigned(sql`t.id`, accountId)})`
  return openTasks(ctx)
    .innerJoin('task_schedules as s', 's.task_id', 't.id')
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
