import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** What decides whether a row of the project may be the epic of another. */
export function findEpic(db: Db, projectId: string, taskId: string) {
  return tables(db)
    .selectFrom('tasks')
    .select(['type', 'parent_epic_id'])
    .where('id', '=', taskId)
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

export async function isLiveTaskOf(db: Db, projectId: string, taskId: string): Promise<boolean> {
  return (await findEpic(db, projectId, taskId)) !== undefined
}

export async function isMemberOf(db: Db, projectId: string, accountId: string): Promise<boolean> {
  const member = await tables(db)
    .selectFrom('project_members')
    .select('role')
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return member !== undefined
}

/** Where a live sprint of the project stands. */
export async function findSprintState(db: Db, projectId: string, sprintId: string) {
  const sprint = await tables(db)
    .selectFrom('sprints')
    .select('state')
    .where('id', '=', sprintId)
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return sprint?.state
}

/** Whether a sprint that was not called off works towards the milestone. */
export async function isTargetOfSprint(db: Db, taskId: string): Promise<boolean> {
  const sprint = await tables(db)
    .selectFrom('sprints')
    .select('id')
    .where('target_milestone_id', '=', taskId)
    .where('is_deleted', '=', false)
    .where('state', '<>', 'CANCELLED')
    .executeTakeFirst()
  return sprint !== undefined
}

/** Working days of all durations and lags of a project together. */
export async function sumSpan(db: Db, projectId: string): Promise<number> {
  const found = await sql<{ span: number }>`
    select (select coalesce(sum(duration), 0) from tasks where project_id = ${projectId} and not is_deleted)
      + (select coalesce(sum(abs(lag)), 0) from dependencies where predecessor_project_id = ${projectId}
         and successor_project_id = ${projectId} and not is_deleted) as span`.execute(tables(db))
  return Number(found.rows[0]?.span ?? 0)
}

/**
 * What tasks and links that were written after a cursor of their project add to its sum. Read in the order of cursors,
 * so that a plan made while the tables were small does not walk all rows of the project by another index.
 */
export async function sumSpanSince(db: Db, projectId: string, cursor: number): Promise<number> {
  const found = await sql<{ span: number }>`
    select (select coalesce(sum(duration) filter (where not is_deleted), 0) from (
        select duration, is_deleted from tasks
        where project_id = ${projectId} and sync_seq > ${cursor} order by project_id, sync_seq) as written)
      + (select coalesce(sum(abs(lag)) filter (where successor_project_id = ${projectId} and not is_deleted), 0) from (
        select lag, successor_project_id, is_deleted from dependencies
        where predecessor_project_id = ${projectId} and sync_seq > ${cursor}
        order by predecessor_project_id, sync_seq) as linked) as span`.execute(tables(db))
  return Number(found.rows[0]?.span ?? 0)
}
