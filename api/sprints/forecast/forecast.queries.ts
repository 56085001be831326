import { type Insertable, sql } from 'kysely'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, type Tables, tables } from '../../database.ts'

const DEFAULT_SPRINT_DAYS = 14

/** Where a live milestone of the project stands by the last pass. */
export function findMilestone(db: Db, projectId: string, milestoneId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .leftJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.id', 's.early_finish'])
    .where('t.id', '=', milestoneId)
    .where('t.project_id', '=', projectId)
    .where('t.is_milestone', '=', true)
    .where('t.is_deleted', '=', false)
    .executeTakeFirst()
}

/** Points left in the open sprints that work towards a milestone, and how long its sprints are on average. */
export async function loadBoundWork(db: Db, milestoneId: string): Promise<{ remaining: number; sprint_days: number }> {
  const found = await sql<{ remaining: number; sprint_days: number }>`
    select coalesce((select sum(t.story_points) from tasks t join sprints o on o.id = t.sprint_id
        where o.target_milestone_id = ${milestoneId} and not o.is_deleted and o.state in ('PLANNED', 'ACTIVE')
          and not t.is_deleted and not t.sprint_pending and t.status <> 'COMPLETE'), 0)::int as remaining,
      coalesce((select round(avg(s.finish_date - s.start_date)) from sprints s
        where s.target_milestone_id = ${milestoneId} and not s.is_deleted), ${DEFAULT_SPRINT_DAYS})::int as sprint_days`.execute(
    tables(db),
  )
  return found.rows[0] ?? { remaining: 0, sprint_days: DEFAULT_SPRINT_DAYS }
}

/**
 * What a milestone waits for that no sprint towards it holds: live tasks of its project in no such sprint, and those of
 * other projects that nobody has accepted yet.
 */
export async function findUnmodeledPredecessors(db: Db, milestoneId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`select t.id from dependencies d join tasks t on t.id = d.predecessor_id
    left join sprints s on s.id = t.sprint_id and not s.is_deleted
    where d.successor_id = ${milestoneId} and not d.is_deleted and not t.is_deleted
      and case when d.predecessor_project_id = d.successor_project_id
        then s.id is null or s.target_milestone_id is distinct from ${milestoneId}::uuid else d.is_pending end
    order by t.id`.execute(tables(db))
  return rows.rows.map((row) => row.id)
}

export async function insertForecast(db: Db, row: Insertable<Tables['milestone_forecasts']>): Promise<void> {
  await tables(db).insertInto('milestone_forecasts').values(row).execute()
}
