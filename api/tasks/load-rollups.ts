import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

const WEIGHT = `case c.delivery_mode when 'milestone' then 0 when 'kanban' then 1
  when 'scrum' then coalesce(c.story_points, c.duration) else c.duration end::float8`

const PERCENT = `case
  when c.delivery_mode in ('kanban', 'milestone') then case when c.status = 'COMPLETE' then 100 else 0 end
  when c.delivery_mode = 'scrum' then case
    when c.status = 'COMPLETE' then 100
    when c.story_points > 0 then (1 - coalesce(c.remaining_points, c.story_points)::float8 / c.story_points) * 100
    else c.percent_complete end
  else c.percent_complete end`

/**
 * Percent complete of summaries: the weighted mean over the leaves below each, to two decimals. A summary without
 * weight is left out and shows its stored value. Reads only what lies below the summaries asked for: `offset 0` and the
 * scalar subquery keep the planner at index probes per row, where it would scan every task of the service.
 */
export async function loadRollups(ctx: Ctx<unknown>, summaryIds: readonly string[]): Promise<Map<string, number>> {
  if (summaryIds.length === 0) return new Map()
  const rows = await sql<{ root: string; percent: number }>(
    ctx,
    `with recursive below as (
       select s.id as root, s.id, 0::float8 as weight, 0::float8 as percent from unnest($1::uuid[]) as s(id)
       union all
       select b.root, child.id, child.weight, child.percent
       from below b cross join lateral (
         select c.id, ${WEIGHT} as weight, ${PERCENT} as percent
         from tasks c where c.parent_id = b.id and not c.is_deleted offset 0) child
     )
     select root, round((sum(weight * percent) / sum(weight))::numeric, 2)::float8 as percent
     from below b
     where weight > 0 and (select true from tasks c where c.parent_id = b.id and not c.is_deleted limit 1) is null
     group by root`,
    [summaryIds],
  )
  return new Map(rows.map((row) => [row.root, row.percent]))
}
