import { sql } from 'kysely'
import { DATE_NAMES, datesAt, datesOf, lockDates, putDates } from '../../access/task-dates.queries.ts'
import { type Db, type RowOf, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { schedulable } from '../schedulable.queries.ts'
import { HAS_STRUCTURAL_CHILD } from '../task.queries.ts'
import type { SpannedPhase } from './phase-values.ts'

/** A live phase above rows that changed, and how many of its structural children stand where. */
export interface PhaseAbove {
  readonly id: string
  readonly parent_id: string | null
  readonly status: string
  readonly not_started: number
  readonly complete: number
  readonly under_way: number
}

/** Whether a child is outside of the scheduler's set: an epic or a recurring rule counts only by what is inside of it. */
const IS_OUTSIDE = sql`c.status = 'BACKLOG' or ((c.type = 'epic' or c.is_recurring) and not exists (
  select 1 from tasks g where g.parent_id = c.id and not g.is_deleted and not g.is_subtask))`

/**
 * Phases at or above the rows that this transaction wrote, which carry its cursor, and those named. `offset 0` keeps the
 * planner at index probes per row.
 */
export async function findPhasesAbove(
  db: Db,
  projectId: string,
  syncSeq: number,
  alsoIds: readonly string[],
): Promise<PhaseAbove[]> {
  const found = await sql<PhaseAbove>`with recursive above as (
       select id, parent_id from (
         select id, parent_id from tasks where project_id = ${projectId} and sync_seq = ${syncSeq}
         union all select id, parent_id from tasks where id = any(${alsoIds}::uuid[])) as changed
       union
       select p.id, p.parent_id from above a cross join lateral (
         select id, parent_id from tasks where id = a.parent_id offset 0) p)
     select p.id, p.parent_id, p.status, below.not_started, below.complete, below.under_way
     from above a cross join lateral (
       select id, parent_id, status from tasks where id = a.id and not is_deleted and not is_subtask offset 0) p
     cross join lateral (
       select count(*)::int as total,
         count(*) filter (where not is_outside and status = 'NOT_STARTED')::int as not_started,
         count(*) filter (where not is_outside and status = 'COMPLETE')::int as complete,
         count(*) filter (where not is_outside and status not in ('NOT_STARTED', 'COMPLETE'))::int as under_way
       from (select c.status, ${IS_OUTSIDE} as is_outside from tasks c
             where c.parent_id = a.id and not c.is_deleted and not c.is_subtask offset 0) child) below
     where below.total > 0`.execute(tables(db))
  return found.rows
}

/** The live phases of a project with the dates of their last pass, or the one of this id. */
export async function findSpannedPhases(
  db: Db,
  { projectId, taskId }: { readonly projectId: string; readonly taskId?: string },
): Promise<SpannedPhase[]> {
  const found = await sql<SpannedPhase>`
    select t.id, t.project_id, s.scheduled_start, s.early_finish
    from tasks t left join lateral ${datesOf('t')} on true
    where t.project_id = ${projectId} and not t.is_deleted and not t.is_subtask and ${HAS_STRUCTURAL_CHILD}
      ${taskId === undefined ? sql`` : sql`and t.id = ${taskId}`}`.execute(tables(db))
  return found.rows
}

export type TouchedRow = Readonly<Pick<RowOf<'tasks'>, 'id' | 'server_version'>>

/** Computed values, so versions and edit stamps stay as they are. */
export async function savePhaseStatuses(
  ctx: Ctx<unknown>,
  statuses: ReadonlyMap<string, string>,
  syncSeq: number,
): Promise<TouchedRow[]> {
  const saved = await sql<TouchedRow>`
    update tasks t set status = n.status, status_changed_at = ${ctx.services.clock.now().toISOString()},
      sync_seq = ${syncSeq}
    from unnest(${[...statuses.keys()]}::uuid[], ${[...statuses.values()]}::text[]) as n(id, status)
    where t.id = n.id returning t.id, t.server_version`.execute(tables(ctx))
  return saved.rows
}

const STORED_DATES = sql.raw(DATE_NAMES.map((name) => `s.${name}`).join(', '))
const ROLLED_DATES = sql.raw(DATE_NAMES.map((name) => `r.${name}`).join(', '))

/** Dates of phases from those that the rows below them have now. Returns the phases whose dates changed. */
export async function savePhaseDates(
  db: Db,
  projectId: string,
  phaseIds: readonly string[],
  syncSeq: number,
): Promise<TouchedRow[]> {
  await lockDates(db, [projectId])
  const saved = await sql<TouchedRow>`with recursive below as (
       select r.id as root, r.id, 0 as number from unnest(${phaseIds}::uuid[]) as r(id)
       union all
       select b.root, c.id, c.number from below b cross join lateral (
         select id, number from tasks where parent_id = b.id and not is_deleted offset 0) c),
     rolled as (
       select b.root, min(s.early_start) as early_start, max(s.early_finish) as early_finish,
         min(s.late_start) as late_start, max(s.late_finish) as late_finish, min(s.scheduled_start) as scheduled_start,
         min(s.total_float) as total_float, 0 as free_float, bool_or(s.is_critical) as is_critical
       from below b cross join lateral ${datesAt(sql`${projectId}`, sql`b.number`)} s
       where b.id <> all(${phaseIds}::uuid[]) and (select ${schedulable} from tasks t where t.id = b.root) group by b.root),
     moved as (
       select t.id, t.number, ${ROLLED_DATES}
       from tasks t left join rolled r on r.root = t.id left join lateral ${datesOf('t')} on true
       where t.id = any(${phaseIds}::uuid[]) and row(${STORED_DATES}) is distinct from row(${ROLLED_DATES})),
     put as (${putDates(projectId, 'moved')})
     update tasks t set sync_seq = ${syncSeq} where t.id in (select id from moved)
     returning t.id, t.server_version`.execute(tables(db))
  return saved.rows
}
