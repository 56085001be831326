import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'

/**
 * Projects whose dates were computed on the day it was then. Left out are projects with nothing unfinished, and programs
 * computed as one, which have no data date.
 */
export function findProjectsOfToday(db: Db) {
  return tables(db)
    .with(
      (name) => name('joined').materialized(),
      (db) =>
        db
          .selectFrom('dependencies as d')
          .innerJoin('projects as a', 'a.id', 'd.predecessor_project_id')
          .innerJoin('projects as b', 'b.id', 'd.successor_project_id')
          .select('a.program_id')
          .distinct()
          .whereRef('d.predecessor_project_id', '<>', 'd.successor_project_id')
          .whereRef('a.program_id', '=', 'b.program_id')
          .where('d.is_deleted', '=', false)
          .where('d.is_pending', '=', false)
          .where('a.is_deleted', '=', false)
          .where('b.is_deleted', '=', false),
    )
    .selectFrom('projects as p')
    .select(['p.id', 'p.timezone', sql<string>`p.recalculated_at`.as('recalculated_at')])
    .where('p.status_date', 'is', null)
    .where('p.recalculated_at', 'is not', null)
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('joined').select('joined.program_id').whereRef('joined.program_id', '=', 'p.program_id'))),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tasks as t')
          .select('t.id')
          .whereRef('t.project_id', '=', 'p.id')
          .where('t.is_deleted', '=', false)
          .where('t.actual_finish', 'is', null)
          .where('t.percent_complete', '<', 100),
      ),
    )
    .execute()
}
