import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

const WEIGHT = `case delivery_mode when 'milestone' then 0 when 'kanban' then 1
  when 'scrum' then coalesce(story_points, duration) else duration end`

const PERCENT = `case
  when delivery_mode in ('kanban', 'milestone') then case when status = 'COMPLETE' then 100 else 0 end
  when delivery_mode = 'scrum' then case
    when status = 'COMPLETE' then 100
    when story_points > 0 then (1 - coalesce(remaining_points, story_points)::float8 / story_points) * 100
    else percent_complete end
  else percent_complete end`

/**
 * Percent complete of summaries: the weighted mean over the leaves below each, to two decimals. A summary without
 * weight is left out and shows its stored value. Reads only what lies below the summaries asked for.
 */
export async function loadRollups(ctx: Ctx<unknown>, summaryIds: readonly string[]): Promise<Map<string, number>> {
  if (summaryIds.length === 0) return new Map()
  const rows = await sql<{ root: string; percent: number }>(
    ctx,
    `with recursive below as (
       select s.id as root, s.id from unnest($1::uuid[]) as s(id)
       union all
       select b.root, c.id from below b join tasks c on c.parent_id = b.id and not c.is_deleted
     ), leaves as (
       select b.root, b.id from below b where not exists (
         select 1 from tasks c where c.parent_id = b.id and not c.is_deleted)
     ), weighed as (
       select l.root, (${WEIGHT})::float8 as weight, ${PERCENT} as percent from leaves l join tasks t on t.id = l.id
     )
     select root, round((sum(weight * percent) / sum(weight))::numeric, 2)::float8 as percent
     from weighed group by root having sum(weight) > 0`,
    [summaryIds],
  )
  return new Map(rows.map((row) => [row.root, row.percent]))
}
