import { type Insertable, sql } from 'kysely'
import { personName } from '../../access/person-name.queries.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, type RowOf, type Tables, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { anyOf, asJson } from '../../platform/db/statements.ts'
import { schedulable } from '../../tasks/schedulable.queries.ts'

/** What is told of a simulation, whether it was kept or not. */
export interface ToldRun extends Omit<RowOf<'monte_carlo_runs'>, 'project_id' | 'triggered_by_id'> {
  /** Only in the history. */
  readonly triggered_by_name?: string | null
}

const TOLD = [
  'r.id',
  'r.taken_at',
  'r.runs',
  'r.seed',
  'r.task_count',
  'r.p50',
  'r.p80',
  'r.p95',
  'r.cpm_finish',
  'r.status_date',
  'r.in_history',
  'r.detail',
] as const

/** The project's own settings, else the program's, else the workspace's. */
export function loadHistorySettings(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('projects as p')
    .leftJoin('programs as g', (join) => join.onRef('g.id', '=', 'p.program_id').on('g.is_deleted', '=', false))
    .leftJoin('project_counters as k', 'k.project_id', 'p.id')
    .crossJoin('workspace as w')
    .select('k.sync_seq')
    .select((eb) => [
      eb.fn.coalesce('p.mc_history_enabled', 'g.mc_history_enabled', 'w.mc_history_enabled').as('enabled'),
      eb.fn
        .coalesce('p.mc_history_retention_cap', 'g.mc_history_retention_cap', 'w.mc_history_retention_cap')
        .as('retention_cap'),
      eb.fn
        .coalesce(
          'p.mc_history_attribution_audience',
          'g.mc_history_attribution_audience',
          'w.mc_history_attribution_audience',
        )
        .as('audience'),
      'p.timezone',
    ])
    .where('p.id', '=', ctx.scope.projectId)
    .executeTakeFirstOrThrow()
}

/** The cursor of the project's last write; null before the first. */
export async function findCursor(ctx: Ctx<ProjectScope>): Promise<number | null> {
  const { projectId } = ctx.scope
  const query = tables(ctx).selectFrom('project_counters').select('sync_seq').where('project_id', '=', projectId)
  return (await query.executeTakeFirst())?.sync_seq ?? null
}

export type HistorySettings = Readonly<Awaited<ReturnType<typeof loadHistorySettings>>>

/** The last run of all when it is recent enough to stand for now, else the newest kept in the history. */
export function findLatestRun(ctx: Ctx<ProjectScope>, freshAfter: Date): Promise<ToldRun | undefined> {
  return (
    tables(ctx)
      .selectFrom('monte_carlo_runs as r')
      .select(TOLD)
      // As JSON it arrives several times faster than as an array of dates.
      .select(sql<string[] | null>`array_to_json(r.distribution)`.as('distribution'))
      .where('r.project_id', '=', ctx.scope.projectId)
      .where((eb) => eb.or([eb('r.taken_at', '>', freshAfter.toISOString()), eb('r.in_history', '=', true)]))
      .orderBy('r.taken_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

/** Newest first, without the dates of single runs. */
export function listHistory(ctx: Ctx<ProjectScope>, cap: number): Promise<ToldRun[]> {
  return tables(ctx)
    .selectFrom('monte_carlo_runs as r')
    .leftJoin('accounts as a', 'a.id', 'r.triggered_by_id')
    .select(TOLD)
    .select([sql<null>`null`.as('distribution'), personName('a').as('triggered_by_name')])
    .where('r.project_id', '=', ctx.scope.projectId)
    .where('r.in_history', '=', true)
    .orderBy('r.taken_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(cap)
    .execute()
}

/** The latest stored early finish of the tasks that get dates. */
export async function loadStoredFinish(ctx: Ctx<ProjectScope>): Promise<string | null> {
  const last = await loadLastStoredDay(ctx)
  if (last !== null) return last
  const found = await tables(ctx)
    .selectFrom('tasks as t')
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select((eb) => eb.fn.max('s.early_finish').as('finish'))
    .where('t.project_id', '=', ctx.scope.projectId)
    .where(schedulable)
    .executeTakeFirst()
  return found?.finish ?? null
}

/**
 * The last day in the blocks of stored dates, a tenth of the time of asking each task for its own. Null where no task that
 * gets dates ends on it: those that it was stored for have left the schedule, and no pass has come since.
 */
async function loadLastStoredDay(ctx: Ctx<ProjectScope>): Promise<string | null> {
  const { projectId } = ctx.scope
  // A subquery in the list, for a join would read all tasks of the project.
  const gotDates = sql`(select true from tasks t where t.project_id = ${projectId} and t.number = at.number and ${schedulable})`
  const { rows } = await sql<{ day: string | null }>`
    with last as materialized (
      select max(ends.day) as day
      from schedule_blocks stored cross join lateral unnest(stored.early_finish) as ends(day)
      where stored.project_id = ${projectId})
    select last.day from last where (
      select bool_or(${gotDates})
      from schedule_blocks stored
      cross join lateral unnest(array_positions(stored.early_finish, last.day)) as at(number)
      where stored.project_id = ${projectId} and stored.is_critical[at.number] is not null)`.execute(tables(ctx))
  return rows[0]?.day ?? null
}

type NewRun = Omit<Insertable<Tables['monte_carlo_runs']>, 'project_id' | 'distribution'>

/** Returns the moment under which the run stands in the history. */
export async function insertRun(
  ctx: Ctx<ProjectScope>,
  run: NewRun,
  distribution: readonly string[] | null,
): Promise<string> {
  const stored = await tables(ctx)
    .insertInto('monte_carlo_runs')
    .values({
      ...run,
      project_id: ctx.scope.projectId,
      detail: asJson(run.detail),
      distribution: sql`${`{${(distribution ?? []).join(',')}}`}::date[]`,
    })
    .returning('taken_at')
    .executeTakeFirstOrThrow()
  return stored.taken_at
}

/**
 * Makes room for one more run: the full distribution is kept of the last run alone, of runs outside the history only
 * the last is kept, and the history keeps `cap` rows with the new one.
 */
export async function trimRuns(ctx: Ctx<ProjectScope>, newestId: string, cap: number): Promise<void> {
  const kept = historyIds(ctx, ctx.scope.projectId, cap)
  await tables(ctx)
    .deleteFrom('monte_carlo_runs')
    .where('project_id', '=', ctx.scope.projectId)
    .where('id', '<>', newestId)
    .where((eb) => eb.or([eb('in_history', '=', false), eb('id', 'not in', kept)]))
    .execute()
  await tables(ctx)
    .updateTable('monte_carlo_runs')
    .set({ distribution: null })
    .where('project_id', '=', ctx.scope.projectId)
    .where('id', '<>', newestId)
    .where('distribution', 'is not', null)
    .execute()
}

function historyIds(db: Db, projectId: string, cap: number) {
  return tables(db)
    .selectFrom('monte_carlo_runs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('in_history', '=', true)
    .orderBy('taken_at', 'desc')
    .orderBy('id', 'desc')
    .limit(cap)
}

/** Runs by finish date while every run's date is kept, else the buckets that stay. */
const HISTOGRAM = sql<[string, number][] | null>`coalesce(
  (select json_agg(json_build_array(d.day, d.runs) order by d.day)
   from (select day, count(*) as runs from unnest(r.distribution) as day group by day) d),
  (select json_agg(json_build_array(b->>'date', (b->>'count')::int) order by b->>'date')
   from jsonb_array_elements(r.detail::jsonb->'histogram') b))`

/** The newest simulation that is kept of a project, as it is drawn. */
export interface KeptForecast {
  readonly takenAt: string
  readonly runs: number
  readonly seed: number | null
  readonly p50: string
  readonly p80: string
  readonly p95: string
  readonly plannedFinish: string | null
  readonly histogram: readonly (readonly [date: string, runs: number])[]
}

/** The newest simulation of each project. */
export async function newestForecasts(db: Db, projectIds: readonly string[]): Promise<Map<string, KeptForecast>> {
  const rows = await tables(db)
    .selectFrom('monte_carlo_runs as r')
    .distinctOn('r.project_id')
    .select([
      'r.project_id',
      'r.runs',
      'r.seed',
      'r.p50',
      'r.p80',
      'r.p95',
      'r.cpm_finish as plannedFinish',
      'r.taken_at as takenAt',
    ])
    .select(HISTOGRAM.as('histogram'))
    .where('r.project_id', '=', anyOf(projectIds))
    .orderBy('r.project_id')
    .orderBy('r.taken_at', 'desc')
    .execute()
  return new Map(
    rows.map(({ project_id, histogram, ...forecast }) => [
      project_id,
      { ...forecast, histogram: (histogram ?? []).filter(([, count]) => count > 0) },
    ]),
  )
}
