import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** The target of unfinished work: a live sprint of the project with where it stands. */
export function findTarget(db: Db, projectId: string, sprintId: string) {
  return tables(db)
    .selectFrom('sprints')
    .select(['id', 'state'])
    .where('id', '=', sprintId)
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

/** What live tasks of the sprint have completed, those that waited included. */
export function sumCompleted(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('tasks')
    .select([sql<number>`coalesce(sum(story_points), 0)::int`.as('points'), sql<number>`count(*)::int`.as('count')])
    .where('sprint_id', '=', sprintId)
    .where('is_deleted', '=', false)
    .where('status', '=', 'COMPLETE')
    .executeTakeFirstOrThrow()
}

const MOVABLE = sql`t.status in ('BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW')`

/** Writes down what became of every live task of the sprint; once, however often it is asked. */
export async function insertOutcomes(db: Db, sprintId: string, nextSprintId: string | null): Promise<void> {
  await sql`insert into sprint_task_outcomes (id, sprint_id, task_id, task_short_id, task_title, story_points,
      final_status, disposition, next_sprint_id, was_pending)
    select gen_random_uuid(), t.sprint_id, t.id, p.code || '-T-' || t.number, t.name, t.story_points, t.status, d.word,
      case when d.word = 'carried' then ${nextSprintId}::uuid end, t.sprint_pending
    from tasks t join projects p on p.id = t.project_id cross join lateral (select case
      when t.status = 'COMPLETE' then 'completed'
      when ${nextSprintId}::uuid is not null and ${MOVABLE} then 'carried' else 'dropped' end as word) as d
    where t.sprint_id = ${sprintId} and not t.is_deleted
    on conflict (sprint_id, task_id) do nothing`.execute(tables(db))
}

/** Whereto unfinished tasks go: another sprint, or the backlog, where they wait anew. */
export type Carry = { readonly toSprintId: string } | { readonly toBacklog: Date }

/**
 * Moves the unfinished tasks of a sprint, each by a save of its own. A phase keeps its status, which its tasks give it.
 * Returns which were moved.
 */
export async function moveUnfinished(db: Db, sprintId: string, syncSeq: number, carry: Carry): Promise<string[]> {
  const isPhase = sql`exists (select 1 from tasks c where c.parent_id = t.id and not c.is_deleted and not c.is_subtask)`
  const values =
    'toSprintId' in carry
      ? sql`sprint_id = ${carry.toSprintId}::uuid`
      : sql`sprint_id = null, status = case when ${isPhase} then t.status else 'BACKLOG' end,
          status_changed_at = case when ${isPhase} or t.status = 'BACKLOG' then t.status_changed_at
            else ${carry.toBacklog} end,
          percent_complete = case when t.percent_complete >= 100 and not ${isPhase} then 0 else t.percent_complete end,
          actual_finish = case when ${isPhase} then t.actual_finish end`
  const moved = await sql<{ id: string }>`update tasks t set ${values}, sprint_rank = null, sync_seq = ${syncSeq},
      server_version = server_version + 1
    where t.sprint_id = ${sprintId} and not t.is_deleted and ${MOVABLE} returning t.id`.execute(tables(db))
  return moved.rows.map((row) => row.id)
}

/** Tasks that stay in the sprint that has ended lose their rank in it. */
export async function clearRanks(db: Db, sprintId: string, syncSeq: number): Promise<void> {
  await tables(db)
    .updateTable('tasks')
    .set({ sprint_rank: null, sync_seq: syncSeq, server_version: sql<number>`server_version + 1` })
    .where('sprint_id', '=', sprintId)
    .where('sprint_rank', 'is not', null)
    .execute()
}

/** What waited goes on waiting in the sprint that its task was carried to: it is written down there. Returns the tasks. */
export async function carryPending(db: Db, sprintId: string, nextSprintId: string, now: Date): Promise<string[]> {
  const carried = await sql<{
    task_id: string
  }>`insert into sprint_scope_changes (id, sprint_id, task_id, item_name, is_subtask, goal_impact, added_by_id, added_at)
    select gen_random_uuid(), ${nextSprintId}::uuid, c.task_id, c.item_name, c.is_subtask, c.goal_impact, c.added_by_id, ${now}
    from sprint_scope_changes c join tasks t on t.id = c.task_id
    where c.sprint_id = ${sprintId} and c.status = 'pending' and not c.is_subtask
      and t.sprint_id = ${nextSprintId} and not t.is_deleted returning task_id`.execute(tables(db))
  return carried.rows.map((row) => row.task_id)
}

/** Tasks of the sprint that waited to be accepted, wherever they are now. */
export async function findWaitingTasks(db: Db, sprintId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('sprint_scope_changes as c')
    .innerJoin('tasks as t', 't.id', 'c.task_id')
    .select('t.id')
    .distinct()
    .where('c.sprint_id', '=', sprintId)
    .where('c.status', '=', 'pending')
    .where('c.is_subtask', '=', false)
    .where('t.is_deleted', '=', false)
    .where('t.sprint_pending', '=', true)
    .execute()
  return rows.map((row) => row.id)
}
