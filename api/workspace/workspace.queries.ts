import { type Db, tables } from '../database.ts'

/** Projects without a calendar of their own or of their program. */
export function findProjectsOnWorkspaceCalendar(db: Db) {
  return tables(db)
    .selectFrom('projects as p')
    .leftJoin('programs as g', 'g.id', 'p.program_id')
    .select('p.id')
    .where('p.is_deleted', '=', false)
    .where('p.calendar_id', 'is', null)
    .where('g.calendar_id', 'is', null)
    .orderBy('p.id')
    .execute()
}
