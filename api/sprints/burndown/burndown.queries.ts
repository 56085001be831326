import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** Writes or renews what a sprint has left on a day. */
export async function saveBurnSnapshot(db: Db, sprintId: string, day: string): Promise<void> {
  await sql`insert into sprint_burn_snapshots (sprint_id, snapshot_date, remaining_points, remaining_task_count,
      completed_points, completed_task_count, scope_change_points, scope_change_task_count)
    ${burnOf(day)} and s.id = ${sprintId}
    on conflict (sprint_id, snapshot_date) do update set remaining_points = excluded.remaining_points,
      remaining_task_count = excluded.remaining_task_count, completed_points = excluded.completed_points,
      completed_task_count = excluded.completed_task_count, scope_change_points = excluded.scope_change_points,
      scope_change_task_count = excluded.scope_change_task_count`.execute(tables(db))
}

/** Writes a row of the day for every active sprint that has none, so that a day on which nothing happened shows too. */
export async function fillBurnSnapshots(db: Db, day: string): Promise<void> {
  await sql`insert into sprint_burn_snapshots (sprint_id, snapshot_date, remaining_points, remaining_task_count,
      completed_points, completed_task_count, scope_change_points, scope_change_task_count)
    ${burnOf(day)} and s.activated_at::date <= ${day}::date on conflict do nothing`.execute(tables(db))
}

const burnOf = (day: string) => sql`select s.id, ${day}::date, left_points, left_count, done_points, done_count,
    left_points + done_points - coalesce(s.committed_points, 0),
    left_count + done_count - coalesce(s.committed_task_count, 0)
  from sprints s cross join lateral (
    select coalesce(sum(coalesce(t.remaining_points, t.story_points, 0)) filter (where t.status <> 'COMPLETE'), 0)::int
        as left_points,
      (count(*) filter (where t.status <> 'COMPLETE'))::int as left_count,
      coalesce(sum(t.story_points) filter (where t.status = 'COMPLETE'), 0)::int as done_points,
      (count(*) filter (where t.status = 'COMPLETE'))::int as done_count
    from tasks t where t.sprint_id = s.id and not t.is_deleted and not t.sprint_pending) as burn
  where s.state = 'ACTIVE' and not s.is_deleted`

/** The days of a sprint, oldest first. */
export function listBurnSnapshots(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('sprint_burn_snapshots')
    .select(['snapshot_date', 'remaining_points', 'remaining_task_count', 'completed_points', 'completed_task_count'])
    .select(['scope_change_points', 'scope_change_task_count'])
    .where('sprint_id', '=', sprintId)
    .orderBy('snapshot_date')
    .execute()
}
