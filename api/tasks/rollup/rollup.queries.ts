import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

const WEIGHT = sql`case c.delivery_mode when 'milestone' then 0 when 'kanban' then 1
  when 'scrum' then coalesce(c.story_points, c.duration) else c.duration end::float8`

const PERCENT = sql`case
  when c.delivery_mode in ('kanban', 'milestone') then case when c.status = 'COMPLETE' then 100 else 0 end
  when c.delivery_mode = 'scrum' then case
    when c.status = 'COMPLETE' then 100
    when c.story_points > 0 then (1 - coalesce(c.remaining_points, c.story_points)::float8 / c.story_points) * 100
    else c.percent_complete end
  else c.percent_complete end`

/** Work whose days lie ahead in one piece on the calendar of the project: its phase lasts at least as long. */
const IS_AHEAD = sql`c.status <> 'BACKLOG' and c.percent_complete = 0 and c.actual_start is null and c.actual_finish is null
  and c.calendar_id is null`

/** What the leaves below a summary add up to. */
export interface SummaryRollup {
  /** The weighted mean, to two decimals; null where nothing weighs anything. */
  readonly percent: number | null
  readonly longest_days: number
  readonly longest_ahead_days: number | null
  /** Null where no leaf has one; those that have none count with their duration. */
  readonly optimistic_days: number | null
  readonly most_likely_days: number | null
  readonly pessimistic_days: number | null
  readonly first_actual_start: string | null
  readonly last_actual_finish: string | null
}

const sumOf = (column: string) =>
  sql`case when count(${sql.ref(column)}) > 0 then sum(coalesce(${sql.ref(column)}, duration))::float8 end`

/**
 * Reads only what lies below the summaries asked for: `offset 0` and the scalar subquery keep the planner at index
 * probes per row, where it would scan every task of the service.
 */
export async function loadRollups(db: Db, summaryIds: readonly string[]): Promise<Map<string, SummaryRollup>> {
  if (summaryIds.length === 0) return new Map()
  const found = await sql<SummaryRollup & { root: string }>`with recursive below as (
       select s.id as root, s.id, 0::float8 as weight, 0::float8 as percent, 0 as duration, null::int as optimistic,
         null::int as most_likely, null::int as pessimistic, null::date as actual_start, null::date as actual_finish,
         false as is_ahead
       from unnest(${summaryIds}::uuid[]) as s(id)
       union all
       select b.root, child.* from below b cross join lateral (
         select c.id, ${WEIGHT}, ${PERCENT}, c.duration, c.optimistic_duration, c.most_likely_duration,
           c.pessimistic_duration, c.actual_start, c.actual_finish, ${IS_AHEAD}
         from tasks c where c.parent_id = b.id and not c.is_deleted offset 0) child
     )
     select root,
       round((sum(weight * percent) filter (where weight > 0)
         / nullif(sum(weight) filter (where weight > 0), 0))::numeric, 2)::float8 as percent,
       max(duration) as longest_days, max(duration) filter (where is_ahead) as longest_ahead_days,
       ${sumOf('optimistic')} as optimistic_days, ${sumOf('most_likely')} as most_likely_days,
       ${sumOf('pessimistic')} as pessimistic_days,
       min(actual_start) as first_actual_start, max(actual_finish) as last_actual_finish
     from below b
     where (select true from tasks c where c.parent_id = b.id and not c.is_deleted limit 1) is null and b.id <> b.root
     group by root`.execute(tables(db))
  return new Map(found.rows.map((row) => [row.root, row]))
}
