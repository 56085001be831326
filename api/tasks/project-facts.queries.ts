import { sql } from 'kysely'
import { tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { lockProject } from '../projects/project-lock.ts'

/** In which zone a project `p` of the workspace `w` has its days. */
export const ZONE_OF_PROJECT = sql<string>`coalesce(nullif(p.timezone, ''), w.timezone, 'UTC')`

/** What a project and the levels above it say about writes of its tasks, inheritance resolved. */
export function findProjectFacts(ctx: Ctx<unknown>, projectId: string) {
  return tables(ctx)
    .selectFrom('projects as p')
    .leftJoin('programs as g', (join) => join.onRef('g.id', '=', 'p.program_id').on('g.is_deleted', '=', false))
    .leftJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .select([
      'p.start_date',
      'p.status_date',
      'p.lifecycle',
      'p.board_cadence',
      'p.estimation_mode',
      'p.dates_stale_since',
    ])
    .select((eb) => [
      eb.fn.coalesce('p.methodology', 'g.methodology', 'w.methodology', sql.lit('HYBRID')).as('methodology'),
      eb.fn
        .coalesce(
          'p.duration_change_percent_policy',
          'g.duration_change_percent_policy',
          'w.duration_change_percent_policy',
          sql.lit('keep'),
        )
        .as('duration_policy'),
      eb.fn.coalesce('p.calendar_id', 'g.calendar_id', 'w.calendar_id').as('calendar_id'),
      ZONE_OF_PROJECT.as('timezone'),
    ])
    .where('p.id', '=', projectId)
    .where('p.is_deleted', '=', false)
    .executeTakeFirst()
}

/** Moves the start of a project back to a day that lies before it; returns whether it did. */
export async function moveStartBack(ctx: Ctx<unknown>, projectId: string, day: string): Promise<boolean> {
  const moved = await tables(ctx)
    .updateTable('projects')
    .set({
      start_date: day,
      server_version: sql<number>`server_version + 1`,
      sync_seq: await lockProject(ctx, projectId),
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', projectId)
    .where('start_date', '>', day)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** Live calendars by which a project counts: the named one, and those laid over the project. */
export async function findCountedCalendarIds(
  ctx: Ctx<unknown>,
  projectId: string,
  calendarId: string | null,
): Promise<string[]> {
  const rows = await tables(ctx)
    .selectFrom('calendars as c')
    .select('c.id')
    .where('c.is_deleted', '=', false)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('c.id', '=', calendarId),
        eb(
          'c.id',
          'in',
          selectFrom('project_calendar_overlays').select('calendar_id').where('project_id', '=', projectId),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}
