import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** A task that this transaction put into the active sprint of its project. */
export interface Newcomer {
  readonly id: string
  readonly name: string
  readonly is_subtask: boolean
  /** The task that is in the sprint: itself, or what the subtask was made for. */
  readonly holder_id: string
  readonly sprint_id: string
  readonly goal_impact: boolean
}

/**
 * Tasks written at the cursor that are in the active sprint and do not belong to it yet, and subtasks made below one that
 * does. Whether the goal is touched is derived: it has a price in points, or the milestone of the sprint waits for it.
 */
export async function findNewcomers(db: Db, projectId: string, syncSeq: number): Promise<Newcomer[]> {
  const found = await sql<Newcomer>`
    select t.id, t.name, t.is_subtask, case when t.is_subtask then t.parent_id else t.id end as holder_id,
      s.id as sprint_id, coalesce(t.story_points, 0) > 0 or exists (select 1 from dependencies d
        where d.predecessor_id = t.id and d.successor_id = s.target_milestone_id and not d.is_deleted) as goal_impact
    from tasks t
    join sprints s on s.project_id = t.project_id and s.state = 'ACTIVE' and not s.is_deleted
    left join tasks above on t.is_subtask and above.id = t.parent_id and not above.is_deleted
    left join sprint_members m on m.task_id = t.id and m.sprint_id = s.id
    where t.project_id = ${projectId} and t.sync_seq = ${syncSeq} and not t.is_deleted and m.task_id is null
      and case when t.is_subtask then above.sprint_id = s.id else t.sprint_id = s.id and not t.sprint_pending end
    order by t.number`.execute(tables(db))
  return found.rows
}

/** Newcomers and the subtasks they bring along belong to the sprint from now on. */
export async function enterNewcomers(db: Db, sprintId: string, taskIds: readonly string[]): Promise<void> {
  await sql`insert into sprint_members (task_id, sprint_id)
    select t.id, ${sprintId}::uuid from tasks t where t.id = any(${taskIds}::uuid[])
      or (t.parent_id = any(${taskIds}::uuid[]) and t.is_subtask and not t.is_deleted)
    on conflict (task_id) do update set sprint_id = excluded.sprint_id`.execute(tables(db))
}

/** Tasks wait to be accepted; returns their new versions. */
export function flagPending(db: Db, taskIds: readonly string[], syncSeq: number) {
  return tables(db)
    .updateTable('tasks')
    .set({ sprint_pending: true, sync_seq: syncSeq, server_version: sql<number>`server_version + 1` })
    .where('id', '=', anyOf(taskIds))
    .returning(['id', 'server_version'])
    .execute()
}

/**
 * Tasks written at the cursor that belonged to a sprint which they are not in any more do not belong to it either.
 * Returns the sprints they left.
 */
export async function dropLeavers(db: Db, projectId: string, syncSeq: number): Promise<string[]> {
  const left = await sql<{ task_id: string; sprint_id: string }>`
    delete from sprint_members m using tasks t where t.id = m.task_id and t.project_id = ${projectId}
      and t.sync_seq = ${syncSeq} and not t.is_subtask and t.sprint_id is distinct from m.sprint_id
    returning m.task_id, m.sprint_id`.execute(tables(db))
  const taskIds = left.rows.map((row) => row.task_id)
  const sprintIds = left.rows.map((row) => row.sprint_id)
  if (taskIds.length > 0)
    await sql`delete from sprint_scope_changes c using unnest(${taskIds}::uuid[],
      ${sprintIds}::uuid[]) as gone(task_id, sprint_id)
      where c.task_id = gone.task_id and c.sprint_id = gone.sprint_id and c.status = 'pending'`.execute(tables(db))
  return sprintIds
}

/** Open sprints that rows written at the cursor count in, and those that tasks have left. */
export function findTouchedSprints(db: Db, projectId: string, syncSeq: number, leftIds: readonly string[]) {
  return tables(db)
    .selectFrom('sprints as s')
    .select(['s.id', 's.state', 's.target_milestone_id'])
    .where('s.project_id', '=', projectId)
    .where('s.is_deleted', '=', false)
    .where('s.state', 'in', ['PLANNED', 'ACTIVE'])
    .where((eb) =>
      eb.or([
        eb('s.id', '=', anyOf(leftIds)),
        eb.exists(
          eb
            .selectFrom('tasks as t')
            .select('t.id')
            .whereRef('t.sprint_id', '=', 's.id')
            .where('t.project_id', '=', projectId)
            .where('t.sync_seq', '=', syncSeq),
        ),
      ]),
    )
    .execute()
}
