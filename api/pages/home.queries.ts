import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import type { HomeForecast } from './home-model.ts'

type Db = Pick<Ctx, 'em'>

/** A loaded sample, and a mark that changes whenever something the page shows of it does. */
export interface LoadedSample {
  readonly programId: string
  readonly sampleKey: string
  readonly mark: string
}

/** The sample that was loaded first and still stands. */
export async function findLoadedSample(ctx: Db): Promise<LoadedSample | undefined> {
  const row = await sqlOne<{ id: string; sample_key: string; mark: string }>(
    ctx,
    `select g.id, g.sample_key,
       (select string_agg(concat_ws(' ', p.id, p.server_version, c.sync_seq, p.recalculated_at,
          (select max(r.taken_at) from monte_carlo_runs r where r.project_id = p.id)), ';' order by p.id)
        from projects p left join project_counters c on c.project_id = p.id
        where p.program_id = g.id and p.is_sample and not p.is_deleted) as mark
     from programs g where g.sample_key is not null and not g.is_deleted
     order by g.created_at, g.id limit 1`,
  )
  return row && { programId: row.id, sampleKey: row.sample_key, mark: `${row.id} ${row.mark ?? ''}` }
}

export interface SampleProjectRow {
  readonly id: string
  readonly status_date: string | null
  readonly recalculated_at: string | null
}

/** Only projects marked as samples, and of those only rows that came with the sample. */
export function sampleProjects(ctx: Db, programId: string): Promise<SampleProjectRow[]> {
  return sql(
    ctx,
    `select id, status_date, recalculated_at from projects
     where program_id = $1 and is_sample and not is_deleted and not is_archived order by created_at, id`,
    [programId],
  )
}

export interface SampleTaskRow {
  readonly id: string
  readonly project_id: string
  readonly parent_id: string | null
  readonly external_id: string
  readonly wbs_path: string | null
  readonly level: number
  readonly duration: number
  readonly percent_complete: number
  readonly is_milestone: boolean
  readonly scheduled_start: string | null
  readonly early_finish: string | null
  readonly total_float: number | null
  readonly is_critical: boolean | null
}

export function sampleTasks(ctx: Db, projectIds: readonly string[], sampleKey: string): Promise<SampleTaskRow[]> {
  return sql(
    ctx,
    `select t.id, t.project_id, t.parent_id, t.external_id, array_to_string(t.wbs_order, '.') as wbs_path,
       coalesce(array_length(t.wbs_order, 1), 1) as level, t.duration, t.percent_complete, t.is_milestone,
       s.scheduled_start, s.early_finish, s.total_float, s.is_critical
     from tasks t left join task_schedules s on s.task_id = t.id
     where t.project_id = any($1::uuid[]) and not t.is_deleted
       and t.seeded_at is not null and t.source_version = $2 and t.external_id is not null
     order by t.wbs_order`,
    [projectIds, sampleKey],
  )
}

export interface SampleLinkRow {
  readonly predecessor_id: string
  readonly successor_id: string
  readonly dep_type: 'FS' | 'SS' | 'FF' | 'SF'
  readonly lag: number
  readonly is_driving: boolean
}

export function sampleLinks(ctx: Db, projectIds: readonly string[]): Promise<SampleLinkRow[]> {
  return sql(
    ctx,
    `select predecessor_id, successor_id, dep_type, lag, is_driving from dependencies
     where predecessor_project_id = any($1::uuid[]) and successor_project_id = any($1::uuid[])
       and not is_deleted and not is_pending order by id`,
    [projectIds],
  )
}

interface ForecastRow {
  readonly project_id: string
  readonly runs: number
  readonly seed: string
  readonly p50: string
  readonly p80: string
  readonly p95: string
  readonly cpm_finish: string | null
  /** Runs by finish date while every run's date is kept, else the buckets that stay. */
  readonly histogram: readonly [string, number][] | null
}

/** The newest simulation of each project. */
export async function sampleForecasts(ctx: Db, projectIds: readonly string[]): Promise<Map<string, HomeForecast>> {
  const rows = await sql<ForecastRow>(
    ctx,
    `select distinct on (r.project_id) r.project_id, r.runs, r.seed, r.p50, r.p80, r.p95, r.cpm_finish,
       coalesce(
         (select json_agg(json_build_array(d.day, d.runs) order by d.day)
          from (select day, count(*) as runs from unnest(r.distribution) as day group by day) d),
         (select json_agg(json_build_array(b->>'date', (b->>'count')::int) order by b->>'date')
          from jsonb_array_elements(r.detail::jsonb->'histogram') b)) as histogram
     from monte_carlo_runs r where r.project_id = any($1::uuid[])
     order by r.project_id, r.taken_at desc`,
    [projectIds],
  )
  return new Map(rows.map((row) => [row.project_id, forecastOf(row)]))
}

function forecastOf(row: ForecastRow): HomeForecast {
  const { runs, p50, p80, p95 } = row
  const histogram = (row.histogram ?? []).filter(([, count]) => count > 0)
  return { runs, seed: Number(row.seed), p50, p80, p95, plannedFinish: row.cpm_finish, histogram }
}
