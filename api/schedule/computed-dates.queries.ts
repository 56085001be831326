import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'

/** Columns of `task_schedules` side by side, each as the literal of an array: far cheaper to join than for the driver to quote. */
export interface ComputedColumns {
  readonly ids: string
  /** Days are numbers since 1970. */
  readonly earlyStart: string
  readonly earlyFinish: string
  readonly lateStart: string
  readonly lateFinish: string
  readonly scheduledStart: string
  readonly totalFloat: string
  readonly freeFloat: string
  /** 1 for critical. */
  readonly critical: string
}

const EPOCH = sql`date '1970-01-01'`

export async function upsertDates(db: Db, of: ComputedColumns): Promise<void> {
  await sql`
    insert into task_schedules (task_id, early_start, early_finish, late_start, late_finish, scheduled_start,
      total_float, free_float, is_critical)
    select id, ${EPOCH} + es, ${EPOCH} + ef, ${EPOCH} + ls, ${EPOCH} + lf, ${EPOCH} + ss, tf, ff, critical = 1
    from unnest(${of.ids}::uuid[], ${of.earlyStart}::int[], ${of.earlyFinish}::int[], ${of.lateStart}::int[],
      ${of.lateFinish}::int[], ${of.scheduledStart}::int[], ${of.totalFloat}::int[], ${of.freeFloat}::int[],
      ${of.critical}::int[]) as row(id, es, ef, ls, lf, ss, tf, ff, critical)
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
