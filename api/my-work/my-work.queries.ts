import { type RawBuilder, sql } from 'kysely'
import { agentMayRead } from '../access/agent-consent.queries.ts'
import { projectMemberships } from '../access/memberships.queries.ts'
import { datesOf } from '../access/task-dates.queries.ts'
import { sharedWithManagers } from '../access/team-signals.queries.ts'
import { tables } from '../database.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { pageRows } from '../platform/db/page-rows.ts'
import type { Window } from '../platform/http/paging.ts'
import { schedulable } from '../tasks/schedulable.queries.ts'

const earlyFinish: RawBuilder<string | null> = sql`case when ${schedulable} then d.early_finish end`
/** What happened counts before what somebody planned, and that before what was computed. */
const due: RawBuilder<string | null> = sql`coalesce(t.actual_finish, t.planned_start, ${earlyFinish}, sp.finish_date)`
const dueSource: RawBuilder<'actual' | 'planned' | 'estimated' | 'sprint' | null> = sql`case
  when t.actual_finish is not null then 'actual' when t.planned_start is not null then 'planned'
  when ${earlyFinish} is not null then 'estimated' when sp.finish_date is not null then 'sprint' end`

/** 0 is due, 1 is of a sprint under way, 2 comes later. */
function placeOf(today: string): RawBuilder<number> {
  return sql`case when t.status <> 'COMPLETE' and ${due} <= ${today}::date then 0 when sp.state = 'ACTIVE' then 1 else 2 end`
}

/** What the caller is the assignee of in projects in use, but what nobody has taken out of the backlog. */
function ownTasks(ctx: Ctx<unknown>) {
  const { id } = actingAccount(ctx)
  return tables(ctx)
    .selectFrom('tasks as t')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .innerJoin(projectMemberships(ctx, id), 'm.project_id', 'p.id')
    .leftJoin('programs as g', (join) => join.onRef('g.id', '=', 'p.program_id').on('g.is_deleted', '=', false))
    .leftJoin('sprints as sp', (join) => join.onRef('sp.id', '=', 't.sprint_id').on('sp.is_deleted', '=', false))
    .leftJoinLateral(datesOf('t', 'd'), (join) => join.onTrue())
    .where('t.assignee_id', '=', id)
    .where('t.is_deleted', '=', false)
    .where('t.status', '<>', 'BACKLOG')
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .where(agentMayRead(ctx, 'p'))
}

export type OwnTask = Awaited<ReturnType<typeof pageOwnTasks>>['results'][number]

/** One page: what is due, then what a sprint waits for, then the rest; in each what is blocked stands first. */
export function pageOwnTasks(ctx: Ctx<unknown>, today: string, window: Window) {
  const rows = ownTasks(ctx)
    .select(['t.id', 't.number', 't.name', 't.server_version', 't.project_id', 'p.name as project_name', 'p.code'])
    .select(['g.id as program_id', 'g.name as program_name', 'g.color as program_color', 'm.role'])
    .select(['sp.id as sprint_id', 'sp.name as sprint_name', 't.sprint_pending', 't.status'])
    .select(sharedWithManagers(sql`t.project_id`, 'velocity').as('points_are_shared'))
    .select(['t.story_points', 't.remaining_points', 't.blocked_reason', 't.blocker_type', 't.blocked_since'])
    .select([due.as('due'), dueSource.as('due_source'), placeOf(today).as('place')])
    .select(sql<boolean>`coalesce(${schedulable} and d.is_critical, false)`.as('is_critical'))
    .orderBy(placeOf(today))
    .orderBy(sql`t.blocked_reason <> '' desc`)
    .orderBy(sql`coalesce(t.actual_start, d.early_start, t.planned_start) asc nulls last`)
    .orderBy(sql`t.priority_rank asc nulls last`)
    .orderBy('t.id')
  return pageRows(rows, { page: 1, pageSize: window.limit, offset: window.offset })
}

/** How much is due on the day itself, and the highest version of all. */
export function loadTotals(ctx: Ctx<unknown>, today: string) {
  return ownTasks(ctx)
    .select(
      sql<number>`(count(*) filter (where t.status <> 'COMPLETE' and ${due} = ${today}::date))::int`.as('due_today'),
    )
    .select(sql<number>`coalesce(max(t.server_version), 0)::int`.as('high_water'))
    .executeTakeFirstOrThrow()
}

/** Sprints under way that hold work of the caller, the one that ends first before the others. */
export function listActiveSprints(ctx: Ctx<unknown>) {
  return ownTasks(ctx)
    .select([
      'sp.id',
      'sp.name',
      'p.id as project_id',
      'p.name as project_name',
      'sp.finish_date',
      'sp.committed_points',
    ])
    .select((eb) => eb.fn.countAll<number>().as('task_count'))
    .where('sp.state', '=', 'ACTIVE')
    .groupBy(['sp.id', 'p.id'])
    .orderBy('sp.finish_date')
    .orderBy('sp.id')
    .execute()
}

/** What a sprint has left, day by day. */
export function listBurn(ctx: Ctx<unknown>, sprintId: string) {
  return tables(ctx)
    .selectFrom('sprint_burn_snapshots')
    .select(['snapshot_date as date', 'remaining_points'])
    .where('sprint_id', '=', sprintId)
    .orderBy('snapshot_date')
    .execute()
}

/** Projects of the caller's work that are in use. */
const projectsOfWork = (ctx: Ctx<unknown>) => ownTasks(ctx).select('p.id')

/** The last simulation of one of the projects. */
export function findLastForecast(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('monte_carlo_runs as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .select(['r.p80', 'r.taken_at', 'p.id', 'p.name'])
    .where('p.id', 'in', projectsOfWork(ctx))
    .where('r.p80', 'is not', null)
    .orderBy('r.taken_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Which of the projects hold work of the caller. */
export async function findProjectsOfWork(ctx: Ctx<unknown>): Promise<Set<string>> {
  const rows = await projectsOfWork(ctx).distinct().execute()
  return new Set(rows.map(({ id }) => id))
}

export function loadTimeZone(ctx: Ctx<unknown>): Promise<{ timezone: string }> {
  return tables(ctx)
    .selectFrom('accounts')
    .select('timezone')
    .where('id', '=', actingAccount(ctx).id)
    .executeTakeFirstOrThrow()
}
