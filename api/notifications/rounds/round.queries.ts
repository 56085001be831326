import { sql } from 'kysely'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'

export interface Round {
  readonly subjectId: string
  readonly kind: string
  /** A civil day. */
  readonly period: string
}

/** Whether nobody was told of it yet; another that claims it waits until this transaction ended. */
export async function claimRound(db: Db, { subjectId, kind, period }: Round, now: Date): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('told_rounds')
    .values({ subject_id: subjectId, kind, period, told_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows) > 0
}

export async function deleteOldRounds(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('told_rounds').where('told_at', '<', before.toISOString()).execute()
}

/** A task that somebody is to do and that nobody moved on. */
const IS_STALE = sql<boolean>`not t.is_deleted and t.assignee_id is not null and t.status not in ('BACKLOG', 'COMPLETE')`

/**
 * Assigned tasks that are under way or due to be, and whose status nobody has changed for longer than their project lets pass.
 * Work that the schedule has ahead is not late to move, and what is in the backlog is no work yet. A task of which its
 * assignee has not read the last reminder is left out.
 */
export async function findStaleTasks(db: Db, projectId: string, { now, today }: { now: Date; today: string }) {
  const found = await sql<{ id: string; name: string; project_id: string; project_name: string; assignee_id: string }>`
    select t.id, t.name, t.project_id, p.name as project_name, t.assignee_id
    from tasks t join projects p on p.id = t.project_id left join lateral ${datesOf('t')} on true
    where t.project_id = ${projectId} and ${IS_STALE}
      and (t.status <> 'NOT_STARTED' or coalesce(s.early_start, t.planned_start) <= ${today}::date)
      and coalesce(t.status_changed_at, t.created_at)
        < ${now}::timestamptz - make_interval(days => p.stale_task_threshold_days)
      and not exists (select from tasks c where c.parent_id = t.id and not c.is_deleted)
      and not exists (select from notifications n where n.account_id = t.assignee_id and n.event_type = 'task.stale'
        and not n.is_read and (n.task_id = t.id or t.id = any(n.task_ids)))
    order by t.wbs_order nulls last, t.id`.execute(tables(db))
  return found.rows
}

/** Projects in use, in which somebody may be told of tasks. */
export async function findLiveProjects(db: Db): Promise<string[]> {
  const rows = await liveProjects(db)
    .where((eb) => eb.exists(eb.selectFrom('tasks as t').whereRef('t.project_id', '=', 'p.id').where(IS_STALE)))
    .execute()
  return rows.map(({ id }) => id)
}

function liveProjects(db: Db) {
  return tables(db)
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .where('p.lifecycle', '=', 'active')
    .orderBy('p.id')
}

/** Projects that were computed since their finish was looked at. */
export async function findRecomputed(db: Db): Promise<string[]> {
  const rows = await liveProjects(db)
    .leftJoin('told_finishes as f', 'f.project_id', 'p.id')
    .where('p.recalculated_at', 'is not', null)
    .where((eb) => eb.or([eb('f.looked_at', 'is', null), sql<boolean>`p.recalculated_at > f.looked_at`]))
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Looks at the computed finish of a project and takes it as told where it lies further from the one told last than the
 * project lets pass. Returns both where it does, and nothing the first time.
 */
export async function moveToldFinish(db: Db, projectId: string, now: Date) {
  const moved = await sql<{ name: string; before: string | null; finish: string; is_far: boolean }>`
    with computed as (
      select p.id, p.name, p.end_date_shift_threshold_days as days, max(s.early_finish) as finish
      from projects p join tasks t on t.project_id = p.id and not t.is_deleted
        join lateral ${datesOf('t')} on true
      where p.id = ${projectId} group by p.id
    ), known as (select f.project_id, f.finish from told_finishes f where f.project_id = ${projectId} for update),
    judged as (
      select c.*, k.finish as before, abs(c.finish - k.finish) > c.days as is_far
      from computed c left join known k on k.project_id = c.id where c.finish is not null
    ), saved as (
      insert into told_finishes as f (project_id, finish, looked_at) select id, finish, ${now}::timestamptz from judged
      on conflict (project_id) do update set looked_at = excluded.looked_at,
        finish = case when (select is_far from judged) then excluded.finish else f.finish end
    )
    select name, before, finish, coalesce(is_far, false) as is_far from judged`.execute(tables(db))
  return moved.rows[0]
}
