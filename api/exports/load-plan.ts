import { OF_SUMMARIES } from '../../compute/model/check-constraints.ts'
import { CONSTRAINT } from '../../compute/model/constraint-columns.ts'
import type { ConstraintTypeName, LinkTypeName } from '../../compute/plan/constraint-names.ts'
import type { DeliveryModeName, LagUnitName } from '../../compute/plan/plan-document.ts'
import type { ImportedPlan, PlanCalendar, PlanTask } from '../../importers/plan/imported-plan.ts'
import type { ScheduleDates } from '../../importers/write/schedule-dates.ts'
import { composeProjectCalendar, loadCalendars, type ScheduleCalendar } from '../calendars/project-calendar.ts'
import { weekdaysOf } from '../imports/read-options.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import { loadDataDate } from '../schedule/load-schedule.ts'
import { loadLabels, loadPeople } from './load-people.ts'

/** The stored project as a plan. A task's id is its number in the project, which never changes and is never used again. */
export async function loadPlan(ctx: Ctx<unknown>, projectId: string): Promise<ImportedPlan> {
  const project = await sqlOne<ProjectRow>(
    ctx,
    'select name, start_date from projects where id = $1 and not is_deleted',
    [projectId],
  )
  if (project === undefined) throw notFound()
  const rows = await loadTaskRows(ctx, projectId)
  const idOf = new Map(rows.map((row) => [row.id, String(row.number)]))
  const homeOf = nearestInPlan(rows, await loadOutside(ctx, projectId))
  const phases = new Set(rows.flatMap((row) => (row.status === 'BACKLOG' ? [] : [homeOf(row.parent_id)])))
  const { calendar, calendars, keyOf } = await loadPlanCalendars(ctx, projectId, rows)
  const links = await loadLinkRows(ctx, projectId)
  const labels = await loadLabels(ctx, projectId)
  const people = await loadPeople(ctx, projectId, idOf)
  return {
    format: 'svc-plan/1',
    name: project.name,
    start_date: project.start_date,
    status_date: await loadDataDate(ctx, projectId),
    calendar,
    calendars,
    tasks: rows.map((row) =>
      planTask(row, {
        idOf,
        keyOf,
        parentId: homeOf(row.parent_id),
        labels: labels.get(row.id) ?? [],
        isPhase: phases.has(row.id),
      }),
    ),
    dependencies: links.flatMap((link) => {
      const predecessor = idOf.get(link.predecessor_id)
      const successor = idOf.get(link.successor_id)
      if (predecessor === undefined || successor === undefined) return []
      return [{ predecessor, successor, dep_type: link.dep_type, lag: link.lag, lag_unit: link.lag_unit }]
    }),
    ...people,
    receipt: [],
  }
}

/** The stored dates by the plan's ids. Tasks that the scheduler leaves out have none. */
export async function loadPlanDates(ctx: Ctx<unknown>, projectId: string): Promise<ScheduleDates> {
  const rows = await sql<{ number: number; start: string; finish: string }>(
    ctx,
    `select t.number, s.scheduled_start as start, s.early_finish as finish
     from tasks t join task_schedules s on s.task_id = t.id where t.project_id = $1 and not t.is_deleted`,
    [projectId],
  )
  return new Map(rows.map(({ number, start, finish }) => [String(number), { start, finish }]))
}

interface ProjectRow {
  name: string
  start_date: string
}

interface TaskRow {
  id: string
  number: number
  name: string
  notes: string
  status: NonNullable<PlanTask['status']>
  parent_id: string | null
  duration: number
  is_milestone: boolean
  planned_start: string | null
  percent_complete: number
  actual_start: string | null
  actual_finish: string | null
  optimistic_duration: number | null
  most_likely_duration: number | null
  pessimistic_duration: number | null
  delivery_mode: DeliveryModeName
  story_points: number | null
  calendar_id: string | null
  constraint_type: ConstraintTypeName | null
  constraint_date: string | null
  deadline: string | null
}

/** Work and what may become work, in outline order; epics and recurring rules are no plan. */
function loadTaskRows(ctx: Ctx<unknown>, projectId: string): Promise<TaskRow[]> {
  return sql<TaskRow>(
    ctx,
    `select id, number, name, notes, status, parent_id, duration, is_milestone, planned_start, percent_complete,
       actual_start, actual_finish, optimistic_duration, most_likely_duration, pessimistic_duration, delivery_mode,
       story_points, calendar_id, constraint_type, constraint_date, deadline
     from tasks where project_id = $1 and ${IN_PLAN} order by wbs_order nulls last, number`,
    [projectId],
  )
}

/** Rows that a plan can say. The scheduler's own set is that without the backlog. */
export const IN_PLAN = `not is_deleted and type not in ('epic', 'EPIC') and not is_recurring`

/** Parents of rows that no plan carries: what lies inside of them counts for the nearest row around them that it does. */
async function loadOutside(ctx: Ctx<unknown>, projectId: string): Promise<ReadonlyMap<string, string | null>> {
  const rows = await sql<{ id: string; parent_id: string | null }>(
    ctx,
    `select id, parent_id from tasks where project_id = $1 and not is_deleted and not (${IN_PLAN})`,
    [projectId],
  )
  return new Map(rows.map((row) => [row.id, row.parent_id]))
}

function nearestInPlan(rows: readonly TaskRow[], outside: ReadonlyMap<string, string | null>) {
  const known = new Set(rows.map((row) => row.id))
  return (parentId: string | null): string | null => {
    let at = parentId
    for (let steps = 0; at !== null && !known.has(at) && steps <= outside.size; steps++) at = outside.get(at) ?? null
    return at
  }
}

export interface LinkRow {
  predecessor_id: string
  successor_id: string
  dep_type: LinkTypeName
  lag: number
  lag_unit: LagUnitName
}

/** Accepted links between tasks of the project. */
export function loadLinkRows(ctx: Ctx<unknown>, projectId: string): Promise<LinkRow[]> {
  return sql<LinkRow>(
    ctx,
    `select predecessor_id, successor_id, dep_type, lag, lag_unit from dependencies
     where predecessor_project_id = $1 and successor_project_id = $1 and not is_deleted and not is_pending order by id`,
    [projectId],
  )
}

interface RowContext {
  idOf: ReadonlyMap<string, string>
  keyOf: ReadonlyMap<string, string>
  parentId: string | null
  labels: string[]
  isPhase: boolean
}

function planTask(row: TaskRow, { idOf, keyOf, parentId, labels, isPhase }: RowContext): PlanTask {
  return {
    id: String(row.number),
    name: row.name,
    duration: row.is_milestone ? 0 : row.duration,
    parent: parentId === null ? null : (idOf.get(parentId) ?? null),
    calendar: row.calendar_id === null ? null : (keyOf.get(row.calendar_id) ?? null),
    is_milestone: row.is_milestone,
    planned_start: row.planned_start,
    ...heldTo(row, isPhase),
    ...(row.deadline === null ? {} : { deadline: row.deadline }),
    percent_complete: row.percent_complete,
    // A milestone is met in one moment, and that is when it was finished.
    actual_start: row.is_milestone ? (row.actual_finish ?? row.actual_start) : row.actual_start,
    actual_finish: row.actual_finish,
    optimistic_duration: row.optimistic_duration,
    most_likely_duration: row.most_likely_duration,
    pessimistic_duration: row.pessimistic_duration,
    delivery_mode: row.delivery_mode,
    story_points: row.story_points,
    status: row.status,
    ...(row.notes === '' ? {} : { notes: row.notes }),
    ...(labels.length === 0 ? {} : { labels }),
  }
}

/** A task that has become a phase is held to what a phase can be held to, as in the pass over the stored rows. */
function heldTo(row: TaskRow, isPhase: boolean): Pick<PlanTask, 'constraint_type' | 'constraint_date'> {
  const { constraint_type, constraint_date } = row
  const isHeld = constraint_type !== null && (!isPhase || OF_SUMMARIES.includes(CONSTRAINT[constraint_type]))
  return isHeld ? { constraint_type, constraint_date } : {}
}

interface PlanCalendars {
  calendar: PlanCalendar
  calendars: Record<string, PlanCalendar>
  /** Key in `calendars` of a library calendar. */
  keyOf: ReadonlyMap<string, string>
}

/** The project's calendar with its overlays as one, and the calendars of single tasks under numbers, as plan files want. */
async function loadPlanCalendars(
  ctx: Ctx<unknown>,
  projectId: string,
  rows: readonly TaskRow[],
): Promise<PlanCalendars> {
  const ids = [...new Set(rows.flatMap((row) => row.calendar_id ?? []))].sort()
  const loaded = await loadCalendars(ctx, ids)
  const names = await sql<{ id: string; name: string }>(
    ctx,
    'select id, name from calendars where id = any($1::uuid[])',
    [ids],
  )
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const keyOf = new Map(ids.map((id, index) => [id, String(index + 2)]))
  const calendars: Record<string, PlanCalendar> = {}
  for (const [id, key] of keyOf) {
    const days = loaded.get(id)
    if (days === undefined) continue
    const source = { uid: Number(key), name: nameOf.get(id) ?? null, parent_uid: null }
    calendars[key] = { ...planCalendar(days), source }
  }
  return { calendar: planCalendar(await composeProjectCalendar(ctx, projectId)), calendars, keyOf }
}

function planCalendar(calendar: ScheduleCalendar): PlanCalendar {
  return { working_days: weekdaysOf(calendar.workingDays), exceptions: [...calendar.exceptions] }
}
