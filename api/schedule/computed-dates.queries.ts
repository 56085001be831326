import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'

/** Columns of `task_schedules` side by side, each as the bytes of an array. */
export interface ComputedColumns {
  readonly count: number
  readonly ids: Buffer
  /** Days are numbers since 1970. */
  readonly earlyStart: Buffer
  readonly earlyFinish: Buffer
  readonly lateStart: Buffer
  readonly lateFinish: Buffer
  readonly scheduledStart: Buffer
  readonly totalFloat: Buffer
  readonly freeFloat: Buffer
  /** 1 for critical. */
  readonly critical: Buffer
}

const EPOCH = sql`date '1970-01-01'`

const rowsOf = (of: ComputedColumns) => sql`unnest(${of.ids}::uuid[], ${of.earlyStart}::int[], ${of.earlyFinish}::int[],
  ${of.lateStart}::int[], ${of.lateFinish}::int[], ${of.scheduledStart}::int[], ${of.totalFloat}::int[],
  ${of.freeFloat}::int[], ${of.critical}::int[]) as row(id, es, ef, ls, lf, ss, tf, ff, critical)`

/** The value of a column in the row that `unnest … with ordinality` counted. */
const at = (column: Buffer) => sql`(${column}::int[])[n::int]`

/**
 * Stores dates of tasks that had some before: a third cheaper than looking for conflicts. Returns whether all were there.
 * Columns are looked into where they lie: side by side as rows of `unnest` they are copied first, which is a sixth of all.
 * Half of each page of the table is left free (migration 0195), so that rows are written beside where they stood and the
 * key is not written again.
 */
export async function updateDates(db: Db, of: ComputedColumns): Promise<boolean> {
  const updated = await sql`
    update task_schedules s set early_start = ${EPOCH} + ${at(of.earlyStart)}, early_finish = ${EPOCH} + ${at(of.earlyFinish)},
      late_start = ${EPOCH} + ${at(of.lateStart)}, late_finish = ${EPOCH} + ${at(of.lateFinish)},
      scheduled_start = ${EPOCH} + ${at(of.scheduledStart)}, total_float = ${at(of.totalFloat)},
      free_float = ${at(of.freeFloat)}, is_critical = (${at(of.critical)} = 1)
    from unnest(${of.ids}::uuid[]) with ordinality as row(id, n) where s.task_id = row.id`.execute(tables(db))
  return updated.numAffectedRows === BigInt(of.count)
}

export async function upsertDates(db: Db, of: ComputedColumns): Promise<void> {
  await sql`
    insert into task_schedules (task_id, early_start, early_finish, late_start, late_finish, scheduled_start,
      total_float, free_float, is_critical)
    select id, ${EPOCH} + es, ${EPOCH} + ef, ${EPOCH} + ls, ${EPOCH} + lf, ${EPOCH} + ss, tf, ff, critical = 1
    from ${rowsOf(of)}
    on conflict (task_id) do update set early_start = excluded.early_start, early_finish = excluded.early_finish,
      late_start = excluded.late_start, late_finish = excluded.late_finish,
      scheduled_start = excluded.scheduled_start, total_float = excluded.total_float,
      free_float = excluded.free_float, is_critical = excluded.is_critical`.execute(tables(db))
}

export async function deleteDates(db: Db, taskIds: readonly string[]): Promise<void> {
  await tables(db).deleteFrom('task_schedules').where('task_id', '=', anyOf(taskIds)).execute()
}

/** Says of projects when their dates were computed. Returns what changes with every write of each project's row. */
export async function stampProjects(db: Db, projectIds: readonly string[], at: Date): Promise<string[]> {
  const stamped = await tables(db)
    .updateTable('projects')
    .set({ recalculated_at: at })
    .where('id', '=', anyOf(projectIds))
    .returning(sql<string>`xmin::text`.as('stamp'))
    .execute()
  return stamped.map(({ stamp }) => stamp)
}

/** Links as literals of arrays: their ends, their type, and whether they were driving. */
export interface TurnedLinks {
  readonly predecessors: string
  readonly successors: string
  readonly types: string
  readonly wereDriving: string
}

/** Turns the driving mark of links that nobody is changing right now. Returns how many were turned. */
export async function turnLinks(db: Db, links: TurnedLinks): Promise<number> {
  const turned = await sql`
    update dependencies set is_driving = not is_driving where id in (
      select d.id from unnest(${links.predecessors}::uuid[], ${links.successors}::uuid[], ${links.types}::text[],
        ${links.wereDriving}::bool[]) as turned(predecessor, successor, type, was)
      join dependencies d on d.predecessor_id = turned.predecessor and d.successor_id = turned.successor
        and d.dep_type = turned.type and not d.is_deleted and d.is_driving = turned.was
      for update of d skip locked) returning 1`.execute(tables(db))
  return turned.rows.length
}
