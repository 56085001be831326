import { sql } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { datesOf } from '../access/task-dates.queries.ts'
import type { ScheduleCalendar } from '../calendars/project-calendar.ts'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { ZONE_OF_PROJECT } from '../tasks/project-facts.queries.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { schedulable } from '../tasks/schedulable.queries.ts'

/** How the names of the live baselines of the project compare. */
export async function findBaselineNames(ctx: Ctx<ProjectScope>): Promise<Set<string>> {
  const rows = await tables(ctx)
    .selectFrom('baselines')
    .select('folded_name')
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .execute()
  return new Set(rows.map((row) => row.folded_name))
}

/** Writes down every live task of the project as it stands, in one statement; a project without tasks has no dates. */
export async function captureTasks(
  ctx: Ctx<ProjectScope>,
  baselineId: string,
  calendar: ScheduleCalendar,
): Promise<void> {
  await sql`with captured as (
      insert into baseline_tasks (baseline_id, task_id, task_name, start, finish, duration, total_float, actual_start,
        actual_finish, story_points)
      select ${baselineId}::uuid, t.id, t.name, coalesce(s.scheduled_start, s.early_start), s.early_finish, t.duration,
        s.total_float, t.actual_start, t.actual_finish, t.story_points
      from tasks t left join lateral ${datesOf('t')} on true
      where t.project_id = ${ctx.scope.projectId} and not t.is_deleted
      returning finish
    )
    update baselines b set task_count = c.count, has_cpm_dates = c.is_dated, calendar = ${JSON.stringify(calendar)}::jsonb
    from (select count(*) as count, coalesce(bool_and(finish is not null), false) as is_dated from captured) c
    where b.id = ${baselineId}`.execute(tables(ctx))
}

/** Sets the durations of captured tasks, by their ids. */
export async function updateCapturedDurations(
  ctx: Ctx<ProjectScope>,
  baselineId: string,
  durations: ReadonlyMap<string, number>,
): Promise<void> {
  if (durations.size === 0) return
  await sql`update baseline_tasks k set duration = u.duration
    from unnest(${[...durations.keys()]}::uuid[], ${[...durations.values()]}::int[]) as u(id, duration)
    where k.baseline_id = ${baselineId} and k.task_id = u.id`.execute(tables(ctx))
}

/** The calendar that was captured with the tasks, if one was. */
export async function findFrozenCalendar(ctx: Ctx<ProjectScope>, baselineId: string): Promise<ScheduleCalendar | null> {
  const row = await tables(ctx)
    .selectFrom('baselines')
    .select('calendar')
    .where('id', '=', baselineId)
    .where('project_id', '=', ctx.scope.projectId)
    .executeTakeFirst()
  return row?.calendar ?? null
}

/** The captured tasks in the order of their dates. */
export function findCapturedTasks(ctx: Ctx<ProjectScope>, baselineId: string) {
  return tables(ctx)
    .selectFrom('baseline_tasks')
    .select(['task_id', 'task_name', 'start', 'finish', 'duration', 'actual_start', 'actual_finish'])
    .where('baseline_id', '=', baselineId)
    .orderBy('start')
    .orderBy('finish')
    .orderBy('task_id')
    .execute()
}

/** Sets the one baseline of the project that is active; null for none. The old one goes first: two are refused. */
export async function setActiveBaseline(
  ctx: Ctx<ProjectScope>,
  baselineId: string | null,
  syncSeq: number,
): Promise<void> {
  const change = (isActive: boolean) =>
    tables(ctx)
      .updateTable('baselines')
      .set((eb) => ({ is_active: isActive, sync_seq: syncSeq, server_version: eb('server_version', '+', 1) }))
      .where('project_id', '=', ctx.scope.projectId)
  await change(false).where('is_active', '=', true).execute()
  if (baselineId !== null) await change(true).where('id', '=', baselineId).execute()
}

/** The dates of each of the tasks in the active baseline of its project. `idList` is the text of a uuid array. */
export function findActiveDates(db: Db, idList: string) {
  return tables(db)
    .selectFrom('baseline_tasks as k')
    .innerJoin('baselines as b', 'b.id', 'k.baseline_id')
    .innerJoin('projects as p', 'p.id', 'b.project_id')
    .leftJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .select(['k.task_id', 'k.start', 'k.finish', 'p.status_date', ZONE_OF_PROJECT.as('timezone')])
    .where(sql<boolean>`k.task_id = any(${idList}::uuid[])`)
    .where('b.is_active', '=', true)
    .execute()
}

/** The active baseline with the task as it was captured, which may be not at all, and as it stands. */
export function findComparison(ctx: Ctx<ProjectTaskScope>) {
  const { projectId, taskId } = ctx.scope
  return tables(ctx)
    .selectFrom('baselines as b')
    .innerJoin('tasks as t', (join) => join.on('t.id', '=', taskId))
    .leftJoinLateral(datesOf('t'), (join) => join.onTrue())
    .leftJoin('baseline_tasks as k', (join) => join.onRef('k.baseline_id', '=', 'b.id').on('k.task_id', '=', taskId))
    .select(['b.name', 'b.created_at', 'k.task_id as captured_id'])
    .select(['k.start', 'k.finish', 'k.duration', 'k.total_float'])
    .select(['t.duration as current_duration', 's.early_finish as current_finish'])
    .select('s.total_float as current_total_float')
    .select(sql<string | null>`coalesce(s.scheduled_start, s.early_start)`.as('current_start'))
    .where('b.project_id', '=', projectId)
    .where('b.is_active', '=', true)
    .executeTakeFirst()
}

export interface ComparedTask {
  readonly id: string
  readonly name: string
  readonly is_live: boolean
  readonly was_captured: boolean
  /** Computed, and no phase. */
  readonly is_work: boolean
  readonly is_done: boolean
  readonly percent_complete: number
  readonly planned_start: string | null
  readonly planned_finish: string | null
  readonly planned_duration: number
  readonly current_start: string | null
  readonly current_finish: string | null
}

/** Every task that was captured or is there now. */
export async function findComparedTasks(ctx: Ctx<ProjectScope>, baselineId: string): Promise<ComparedTask[]> {
  const { projectId } = ctx.scope
  const found = await sql<ComparedTask>`
    with live as (select t.*, ${schedulable} as is_schedulable from tasks t
      where t.project_id = ${projectId} and not t.is_deleted),
    parents as (select distinct parent_id as id from live),
    captured as (select * from baseline_tasks where baseline_id = ${baselineId})
    select coalesce(t.id, k.task_id) as id, coalesce(t.name, k.task_name) as name, t.id is not null as is_live,
      k.task_id is not null as was_captured, coalesce(t.is_schedulable and p.id is null, false) as is_work,
      coalesce(t.status = 'COMPLETE' or t.percent_complete >= 100, false) as is_done,
      coalesce(t.percent_complete, 0) as percent_complete, k.start as planned_start, k.finish as planned_finish,
      coalesce(k.duration, 0) as planned_duration, coalesce(s.scheduled_start, s.early_start) as current_start,
      s.early_finish as current_finish
    from live t full join captured k on k.task_id = t.id left join lateral ${datesOf('t')} on true
      left join parents p on p.id = t.id`.execute(tables(ctx))
  return found.rows
}

/** How many resources work on tasks of the project. */
export async function countAssignedResources(ctx: Ctx<ProjectScope>): Promise<number> {
  const found = await tables(ctx)
    .selectFrom('task_resources as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .select(({ fn }) => fn.count<number>('a.resource_id').distinct().as('count'))
    .where('a.project_id', '=', ctx.scope.projectId)
    .where('t.is_deleted', '=', false)
    .executeTakeFirstOrThrow()
  return found.count
}

export interface NewBaselineTask {
  readonly taskId: string
  readonly start: string | null
  readonly finish: string | null
  /** Null: as the task has it. */
  readonly duration: number | null
  readonly totalFloat?: number | null | undefined
  readonly actualStart?: string | null | undefined
  readonly actualFinish?: string | null | undefined
  readonly storyPoints?: number | null | undefined
}

interface WrittenBaseline {
  readonly id: string
  readonly name: string
  readonly foldedName: string
  readonly isActive: boolean
  readonly syncSeq: number
  readonly capturedAt: Date
  readonly createdById: string | null
  readonly calendar?: ScheduleCalendar | null
  readonly tasks: readonly NewBaselineTask[]
}

/** A baseline with the tasks of the project that it names; active only where none is. */
export async function insertBaselineRows(ctx: Ctx<ProjectScope>, baseline: WrittenBaseline): Promise<void> {
  const { projectId } = ctx.scope
  const { tasks, calendar = null } = baseline
  await sql`insert into baselines (id, project_id, name, folded_name, is_active, sync_seq, created_by_id, created_at,
      task_count, has_cpm_dates, calendar)
    values (${baseline.id}, ${projectId}, ${baseline.name}, ${baseline.foldedName}, ${baseline.isActive}::boolean
      and not exists (select from baselines where project_id = ${projectId} and is_active), ${baseline.syncSeq},
      ${baseline.createdById}, ${baseline.capturedAt}, ${tasks.length}, ${tasks.every((task) => task.finish !== null)},
      ${calendar && JSON.stringify(calendar)}::jsonb)`.execute(tables(ctx))
  const column = (of: (task: NewBaselineTask) => string | number | null | undefined) =>
    tasks.map((task) => of(task) ?? null)
  await sql`insert into baseline_tasks (baseline_id, task_id, task_name, start, finish, duration, total_float,
      actual_start, actual_finish, story_points)
    select ${baseline.id}::uuid, t.id, t.name, u.start, u.finish, coalesce(u.duration, t.duration), u.total_float,
      u.actual_start, u.actual_finish, u.points
    from unnest(${column((task) => task.taskId)}::uuid[], ${column((task) => task.start)}::date[],
      ${column((task) => task.finish)}::date[], ${column((task) => task.duration)}::int[],
      ${column((task) => task.totalFloat)}::int[], ${column((task) => task.actualStart)}::date[],
      ${column((task) => task.actualFinish)}::date[], ${column((task) => task.storyPoints)}::int2[])
      as u(id, start, finish, duration, total_float, actual_start, actual_finish, points)
    join tasks t on t.id = u.id and t.project_id = ${projectId} on conflict do nothing`.execute(tables(ctx))
}
