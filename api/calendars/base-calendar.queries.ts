import { type Db, tables } from '../database.ts'

const DEFAULT_HOURS = 8

/** The project's base calendar, its own, else its program's, else the workspace's, and the hours of a working day in it. */
export async function loadBaseCalendar(db: Db, projectId: string): Promise<{ id: string | null; hoursPerDay: number }> {
  const found = await tables(db)
    .selectFrom('projects as p')
    .leftJoin('programs as g', 'g.id', 'p.program_id')
    .leftJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .leftJoin('calendars as c', (join) =>
      join.on((eb) => eb('c.id', '=', eb.fn.coalesce('p.calendar_id', 'g.calendar_id', 'w.calendar_id'))),
    )
    .select(['c.id', 'c.hours_per_day'])
    .where('p.id', '=', projectId)
    .executeTakeFirst()
  return { id: found?.id ?? null, hoursPerDay: found?.hours_per_day ?? DEFAULT_HOURS }
}
