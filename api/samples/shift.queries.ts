import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../database.ts'

/** A stored date so many days later; nothing stays nothing. */
function later(column: string, days: number): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} + ${days}::int`
}

interface Shift {
  readonly projectId: string
  readonly days: number
}

/** Moves the dates that people gave a project and its tasks. */
export async function shiftPlan(db: Db, { projectId, days }: Shift, syncSeq: number): Promise<void> {
  await tables(db)
    .updateTable('projects')
    .set((eb) => ({
      start_date: later('start_date', days),
      status_date: later('status_date', days),
      sync_seq: syncSeq,
      server_version: eb('server_version', '+', 1),
      updated_at: sql<string>`now()`,
    }))
    .where('id', '=', projectId)
    .execute()
  await tables(db)
    .updateTable('tasks')
    .set((eb) => ({
      planned_start: later('planned_start', days),
      actual_start: later('actual_start', days),
      actual_finish: later('actual_finish', days),
      constraint_date: later('constraint_date', days),
      deadline: later('deadline', days),
      sync_seq: syncSeq,
      server_version: eb('server_version', '+', 1),
    }))
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where(
      ({ fn }) => fn.coalesce('planned_start', 'actual_start', 'actual_finish', 'constraint_date', 'deadline'),
      'is not',
      null,
    )
    .execute()
}

/** Moves what was captured of a project, so that it still compares. */
export async function shiftBaselines(db: Db, { projectId, days }: Shift): Promise<void> {
  const dates = ['start', 'finish', 'actual_start', 'actual_finish'] as const
  await tables(db)
    .updateTable('baseline_tasks')
    .set(Object.fromEntries(dates.map((column) => [column, later(column, days)])))
    .where('baseline_id', 'in', (eb) => eb.selectFrom('baselines').select('id').where('project_id', '=', projectId))
    .execute()
}

/** Moves what simulations of a project said, with each day of their distributions. */
export async function shiftForecasts(db: Db, { projectId, days }: Shift): Promise<void> {
  await sql`
    update monte_carlo_runs set p50 = p50 + ${days}::int, p80 = p80 + ${days}::int, p95 = p95 + ${days}::int,
      cpm_finish = cpm_finish + ${days}::int, status_date = status_date + ${days}::int,
      distribution = (select array_agg(d.day + ${days}::int order by d.place)
                      from unnest(distribution) with ordinality d(day, place)),
      detail = jsonb_set(detail::jsonb, '{histogram}', coalesce(
        (select jsonb_agg(jsonb_set(b.bucket, '{date}', to_jsonb(((b.bucket->>'date')::date + ${days}::int)::text)) order by b.place)
         from jsonb_array_elements(detail::jsonb->'histogram') with ordinality b(bucket, place)), '[]'))
    where project_id = ${projectId}`.execute(tables(db))
}

/** Moves the exceptions of a calendar that bear one of the descriptions, and counts one save of the calendar. */
export async function shiftClosures(
  db: Db,
  calendarId: string,
  descriptions: readonly string[],
  days: number,
): Promise<void> {
  await tables(db)
    .updateTable('calendar_exceptions')
    .set({ exc_start: later('exc_start', days), exc_end: later('exc_end', days) })
    .where('calendar_id', '=', calendarId)
    .where(sql<boolean>`description = any(${descriptions}::text[])`)
    .execute()
  await tables(db)
    .updateTable('calendars')
    .set((eb) => ({ server_version: eb('server_version', '+', 1) }))
    .where('id', '=', calendarId)
    .execute()
}
