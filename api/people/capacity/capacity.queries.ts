import { type RawBuilder, sql } from 'kysely'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'

/** On which day the work of a task begins: where it is scheduled, else where it could. Of its dates `s`. */
export const SPAN_START: RawBuilder<string> = sql`coalesce(s.scheduled_start, s.early_start)`
const dayNumber = (date: RawBuilder<string>) => sql<number>`${date} - date '1970-01-01'`
/** A phase shows the work of its tasks, so its own assignments, from before it was one, would count it again. */
const HAS_NO_CHILDREN = sql<boolean>`not exists (
  select 1 from tasks c where c.parent_id = t.id and not c.is_deleted)`

export interface SchedulePeriod {
  /** Null where no live task has dates. */
  readonly firstDay: number | null
  readonly lastDay: number | null
}

/** From the first to the last day on which a live task of the projects lies. */
export async function findSchedulePeriod(db: Db, projectIds: readonly string[]): Promise<SchedulePeriod> {
  const found = await sql<SchedulePeriod>`
    select min(${dayNumber(SPAN_START)}) as "firstDay", max(${dayNumber(sql`s.early_finish`)}) as "lastDay"
    from tasks t join lateral ${datesOf('t')} on true
    where t.project_id = any(${projectIds}::uuid[]) and not t.is_deleted`.execute(tables(db))
  return found.rows[0] as SchedulePeriod
}

/** The time zone in which a project has its days. */
export async function loadProjectZone(db: Db, projectId: string): Promise<string> {
  const row = await tables(db)
    .selectFrom('projects as p')
    .innerJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .select(sql<string>`coalesce(nullif(p.timezone, ''), w.timezone)`.as('zone'))
    .where('p.id', '=', projectId)
    .executeTakeFirstOrThrow()
  return row.zone
}

export type PersonRow = Awaited<ReturnType<typeof loadPersonRows>>[number]

/** Who stands on the roster of the project or is assigned there, by name; nobody who is deactivated. */
export function loadPersonRows(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('resources as r')
    .leftJoin('project_resources as pr', (join) =>
      join.onRef('pr.resource_id', '=', 'r.id').on('pr.project_id', '=', projectId),
    )
    .select(['r.id', 'r.name', 'r.job_role', 'r.calendar_id', 'pr.role_title'])
    .select([
      sql<string>`coalesce(pr.units_override, r.max_units)`.as('max_units'),
      sql<boolean>`pr.id is not null`.as('is_rostered'),
    ])
    .where('r.is_deleted', '=', false)
    .where((eb) =>
      eb.or([
        eb('pr.id', 'is not', null),
        eb('r.id', 'in', eb.selectFrom('task_resources').select('resource_id').where('project_id', '=', projectId)),
      ]),
    )
    .orderBy(sql`lower(r.name)`)
    .orderBy('r.id')
    .execute()
}

export interface SpanRow {
  readonly resource_id: string
  /** Ids of the tasks with these days, when they were asked for. */
  readonly first_day: number
  readonly last_day: number
  readonly hundredths: number
}

/**
 * What people are assigned to in a window of days, those of one person together. Tasks in the backlog are no work yet.
 * Assignments of one person over the same days arrive as one row: weeks need no more.
 */
export async function loadSpans(
  db: Db,
  projectId: string,
  window: { firstDay: number; lastDay: number },
): Promise<SpanRow[]> {
  const found = await sql<SpanRow>`
    select a.resource_id, ${dayNumber(SPAN_START)} as first_day, ${dayNumber(sql`s.early_finish`)} as last_day,
      sum(a.units * 100)::int as hundredths
    ${workIn(projectId, window)} group by 1, 2, 3 order by 1`.execute(tables(db))
  return found.rows
}

export interface TaskSpanRow extends SpanRow {
  readonly task_id: string
}

/** The same with a row for each task. */
export async function loadTaskSpans(
  db: Db,
  projectId: string,
  window: { firstDay: number; lastDay: number },
): Promise<TaskSpanRow[]> {
  const found = await sql<TaskSpanRow>`
    select a.resource_id, a.task_id, ${dayNumber(SPAN_START)} as first_day,
      ${dayNumber(sql`s.early_finish`)} as last_day, (a.units * 100)::int as hundredths
    ${workIn(projectId, window)} order by a.resource_id, t.wbs_order nulls last, t.id`.execute(tables(db))
  return found.rows
}

function workIn(projectId: string, window: { firstDay: number; lastDay: number }) {
  return sql`from task_resources a join resources r on r.id = a.resource_id and not r.is_deleted
    join tasks t on t.id = a.task_id join lateral ${datesOf('t')} on true
    where a.project_id = ${projectId} and ${liesIn(window)} and ${HAS_NO_CHILDREN}`
}

function liesIn({ firstDay, lastDay }: { firstDay: number; lastDay: number }): RawBuilder<boolean> {
  return sql`not t.is_deleted and t.status <> 'BACKLOG' and ${SPAN_START} <= ${formatCivilDay(lastDay)}::date
    and s.early_finish >= ${formatCivilDay(firstDay)}::date`
}

/** How many tasks lie in a window of days. */
export async function countTasksIn(
  db: Db,
  projectId: string,
  window: { firstDay: number; lastDay: number },
): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from tasks t
    join lateral ${datesOf('t')} on true
    where t.project_id = ${projectId} and ${liesIn(window)} and ${HAS_NO_CHILDREN}`.execute(tables(db))
  return found.rows[0]?.count ?? 0
}
