import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import type { Confidence } from './milestone-forecast.entity.ts'

/** Points not done in the sprints of a project that have not ended, without what waits to be accepted. */
export async function sumOpenPoints(db: Db, projectId: string): Promise<number> {
  const found = await sql<{ points: number }>`select coalesce(sum(t.story_points), 0)::int as points
    from tasks t join sprints s on s.id = t.sprint_id
    where s.project_id = ${projectId} and s.state in ('PLANNED', 'ACTIVE') and not s.is_deleted
      and not t.is_deleted and not t.sprint_pending and t.status <> 'COMPLETE'`.execute(tables(db))
  return found.rows[0]?.points ?? 0
}

export interface KeptForecast {
  readonly id: string
  readonly milestone_id: string
  readonly milestone_name: string
  readonly basis: string
  readonly cpm_finish: string | null
  readonly p50: string | null
  readonly p80: string | null
  readonly velocity_low: number | null
  readonly velocity_high: number | null
  readonly confidence: Confidence
  readonly unmodeled_dependency: boolean
  readonly taken_at: string
  /** 1 is the newest of its milestone, 2 the one before. */
  readonly age: number
  /** Names of the sprints that were closed since the one before it was taken. */
  readonly closed_names: readonly string[]
}

/** The two newest of every live milestone that a live sprint works towards, soonest milestone first. */
export async function listNewestForecasts(db: Db, projectId: string): Promise<KeptForecast[]> {
  const found = await sql<KeptForecast>`with kept as (
      select f.*, t.name as milestone_name,
        row_number() over newest as age, lead(f.taken_at) over newest as earlier_at
      from milestone_forecasts f join tasks t on t.id = f.milestone_id
      where t.project_id = ${projectId} and not t.is_deleted and t.is_milestone
        and exists (select 1 from sprints s where s.target_milestone_id = t.id and not s.is_deleted)
      window newest as (partition by f.milestone_id order by f.taken_at desc, f.id desc)
    )
    select k.id, k.milestone_id, k.milestone_name, k.basis, k.cpm_finish, k.p50, k.p80, k.velocity_low, k.velocity_high,
      k.confidence, k.unmodeled_dependency, k.taken_at, k.age::int as age,
      array(select c.name::text from sprints c where k.age = 1 and c.project_id = ${projectId} and not c.is_deleted
        and c.state = 'COMPLETED' and c.closed_at > k.earlier_at and c.closed_at <= k.taken_at
        order by c.closed_at limit 2) as closed_names
    from kept k where k.age <= 2 order by k.cpm_finish, k.milestone_name, k.milestone_id, k.age`.execute(tables(db))
  return found.rows
}

/** What is left and how it is delivered. */
export async function countOpenWork(db: Db, projectId: string) {
  const found = await sql<{ open_count: number; all_count: number; kanban_count: number; sprint_days: number | null }>`
    select count(*) filter (where t.status in ('BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW'))::int as open_count,
      count(*)::int as all_count, (count(*) filter (where t.delivery_mode = 'kanban'))::int as kanban_count,
      (select s.finish_date - s.start_date from sprints s where s.project_id = ${projectId} and not s.is_deleted
        order by s.start_date desc, s.id limit 1)::int as sprint_days
    from tasks t where t.project_id = ${projectId} and not t.is_deleted`.execute(tables(db))
  return found.rows[0] ?? { open_count: 0, all_count: 0, kanban_count: 0, sprint_days: null }
}

/** How often tasks of a project were completed in each of the weeks since a day that saw any; weeks begin on it. */
export async function listWeeklyCompletions(
  db: Db,
  projectId: string,
  span: { since: string; timezone: string },
): Promise<number[]> {
  const found = await sql<{ done: number }>`select count(*)::int as done from (
      select ((h.at at time zone ${span.timezone})::date - ${span.since}::date) / 7 as week
      from history_rows h join tasks t on t.id = h.object_id and not t.is_deleted
      where h.project_id = ${projectId} and h.object_type = 'task' and jsonb_exists(h.changes, 'status')
        and h.changes->'status'->>1 = 'COMPLETE'
        and h.at >= (${span.since}::date::timestamp at time zone ${span.timezone})
    ) as completions group by week order by week`.execute(tables(db))
  return found.rows.map((row) => row.done)
}
