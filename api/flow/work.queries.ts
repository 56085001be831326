import { sql } from 'kysely'
import { TASK_STATUSES } from '../../compute/plan/task-status.ts'
import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'

// Columns come as one piece of bytes each, and moments as seconds: days and texts of tens of thousands of rows would take
// the database and the driver twice as long.

/** What `unpack-work.ts` reads: of tasks in one order, of moves as they were saved. */
export interface PackedWork {
  readonly ids: Buffer | null
  readonly words: Buffer | null
  readonly created: Buffer | null
  readonly points: Buffer | null
  readonly deleted: Buffer | null
  readonly finishes: Buffer | null
  readonly moved_ids: Buffer | null
  readonly moved: Buffer | null
  readonly moves: Buffer | null
}

/** A word holds statuses by their place in the list, four bits each: of a task its own, of a move those before and after. */
export const STATUS_BITS = 4
/** Tasks that have a moment of deletion and a day of finish; both stand in columns of those alone. */
export const WORK_FLAG = { deleted: 1 << 8, finished: 1 << 9 } as const

const PLACES = TASK_STATUSES.map((name, place) => sql`when ${sql.lit(name)} then ${sql.lit(place)}`)
const placeOf = (status: ReturnType<typeof sql>) => sql`case ${status} ${sql.join(PLACES, sql` `)} else 0 end`
const seconds = (column: string) => sql`date_part('epoch', ${sql.ref(column)})`
const only = (flag: number) => sql`filter (where word & ${sql.lit(flag)} <> 0)`

/**
 * Tasks of a project, deleted ones too, but no phases: what these show follows from their tasks. With every move of a task from
 * one status to another, phases among them. One statement, so that both are of one moment.
 */
export async function loadPackedWork(db: Db, projectId: string): Promise<PackedWork | undefined> {
  const found = await sql<PackedWork>`select * from (
    select string_agg(uuid_send(id), '') as ids, string_agg(int4send(word), '') as words,
      string_agg(float8send(created), '') as created,
      string_agg(float8send(coalesce(story_points::float8, 'NaN'::float8)), '') as points,
      string_agg(float8send(deleted), '') ${only(WORK_FLAG.deleted)} as deleted,
      string_agg(int4send(actual_finish - date '1970-01-01'), '') ${only(WORK_FLAG.finished)} as finishes
    from (
      select t.id, t.story_points, t.actual_finish, ${seconds('t.created_at')} as created, ${seconds('t.deleted_at')} as deleted,
        ${placeOf(sql`t.status`)} | case when t.is_deleted and t.deleted_at is not null then ${sql.lit(WORK_FLAG.deleted)} else 0 end
          | case when t.actual_finish is not null then ${sql.lit(WORK_FLAG.finished)} else 0 end as word
      from tasks t where t.project_id = ${projectId} and not exists (select 1 from tasks c
        where c.parent_id = t.id and not c.is_subtask and not c.is_deleted)) as task
    ) as tasks, (
    select string_agg(uuid_send(object_id), '') as moved_ids, string_agg(float8send(seconds), '') as moved,
      string_agg(int4send(word), '') as moves
    from (
      select h.object_id, ${seconds('h.at')} as seconds, ${placeOf(sql`h.changes->'status'->>0`)}
        | ((${placeOf(sql`h.changes->'status'->>1`)}) << ${sql.lit(STATUS_BITS)}) as word
      from history_rows h
      where h.project_id = ${projectId} and h.object_type = 'task' and jsonb_exists(h.changes, 'status')
      order by h.at, h.id) as move
    ) as moves`.execute(tables(db))
  return found.rows[0]
}

/** A save that changed the points of a task. */
export interface Pointing {
  readonly object_id: string
  readonly at_ms: number
  readonly before: number | null
  readonly after: number | null
}

export async function listPointings(db: Db, projectId: string): Promise<Pointing[]> {
  const found = await sql<Pointing>`select h.object_id, ${seconds('h.at')} * 1000 as at_ms,
      (h.changes->'story_points'->>0)::float8 as before, (h.changes->'story_points'->>1)::float8 as after
    from history_rows h where h.project_id = ${projectId} and h.object_type = 'task'
      and jsonb_exists(h.changes, 'story_points') order by h.id`.execute(tables(db))
  return found.rows
}

/** Number and name of tasks. */
export function listNames(db: Db, ids: readonly string[]) {
  return tables(db).selectFrom('tasks').select(['id', 'number', 'name']).where('id', '=', anyOf(ids)).execute()
}

/** How much of the active baseline was to be done on which day; nothing without one. */
export async function listBaselinePlan(db: Db, projectId: string) {
  const found = await sql<{ day: number; tasks: number; points: number }>`
    select k.finish - '1970-01-01'::date as day, count(*)::int as tasks, coalesce(sum(k.story_points), 0)::int as points
    from baselines b join baseline_tasks k on k.baseline_id = b.id
    where b.project_id = ${projectId} and b.is_active and k.finish is not null and not exists (select 1 from tasks c
      where c.parent_id = k.task_id and not c.is_subtask and not c.is_deleted)
    group by 1 order by 1`.execute(tables(db))
  return found.rows
}
