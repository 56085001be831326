import { OF_SUMMARIES } from '../../compute/model/check-constraints.ts'
import { CONSTRAINT } from '../../compute/model/constraint-columns.ts'
import type { ImportedPlan, PlanCalendar, PlanTask } from '../../importers/plan/imported-plan.ts'
import type { ScheduleDates } from '../../importers/write/schedule-dates.ts'
import { weekdaysOf } from '../calendars/compose-calendars.ts'
import { composeProjectCalendar, loadCalendars, type ScheduleCalendar } from '../calendars/project-calendar.ts'
import { loadAgreedLinks } from '../dependencies/dependency.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { loadDataDate } from '../schedule/load-schedule.ts'
import { fieldsPart, loadPlanFields } from './load-fields.ts'
import { loadPeople } from './load-people.ts'
import {
  findPlanProject,
  loadBaselineDays,
  loadCalendarNames,
  loadLabelNames,
  loadPlanTasks,
  loadStoredDates,
  loadTasksOutside,
  type PlanTaskRow,
} from './plan.queries.ts'

/** The stored project as a plan. A task's id is its number in the project, which never changes and is never used again. */
export async function loadPlan(ctx: Ctx<unknown>, projectId: string): Promise<ImportedPlan> {
  const project = await findPlanProject(ctx, projectId)
  refuseUnless(project, notFound)
  const rows = await loadPlanTasks(ctx, projectId)
  const idOf = new Map(rows.map((row) => [row.id, String(row.number)]))
  const homeOf = nearestInPlan(rows, await loadOutside(ctx, projectId))
  const phases = new Set(rows.flatMap((row) => (row.status === 'BACKLOG' ? [] : [homeOf(row.parent_id)])))
  const { calendar, calendars, keyOf } = await loadPlanCalendars(ctx, projectId, rows)
  const links = await loadAgreedLinks(ctx, projectId)
  const labels = await loadLabelNames(ctx, projectId)
  const captured = await loadBaselineDays(ctx, projectId)
  const people = await loadPeople(ctx, projectId, idOf)
  const ownFields = await loadPlanFields(
    ctx,
    projectId,
    rows.map(({ id }) => id),
  )
  return {
    format: 'svc-plan/1',
    name: project.name,
    start_date: project.start_date,
    status_date: await loadDataDate(ctx, projectId),
    calendar,
    calendars,
    tasks: rows.map((row) => {
      const values = ownFields.valuesOf.get(row.id)
      const task = planTask(row, {
        idOf,
        keyOf,
        parentId: homeOf(row.parent_id),
        labels: labels.get(row.id) ?? [],
        isPhase: phases.has(row.id),
      })
      const baseline = captured.get(row.id)
      return {
        ...task,
        ...(baseline === undefined ? {} : { baseline }),
        ...(values === undefined ? {} : { custom_fields: values }),
      }
    }),
    dependencies: links.flatMap((link) => {
      const predecessor = idOf.get(link.predecessor_id)
      const successor = idOf.get(link.successor_id)
      if (predecessor === undefined || successor === undefined) return []
      return [{ predecessor, successor, dep_type: link.dep_type, lag: link.lag, lag_unit: link.lag_unit }]
    }),
    ...people,
    ...fieldsPart(ownFields),
    receipt: [],
  }
}

/** The plan without the points of its tasks, for whom the team does not tell them. */
export function withoutPoints(plan: ImportedPlan): ImportedPlan {
  return { ...plan, tasks: plan.tasks.map((task) => ({ ...task, story_points: null })) }
}

/** The stored dates by the plan's ids. Tasks that the scheduler leaves out have none. */
export async function loadPlanDates(ctx: Ctx<unknown>, projectId: string): Promise<ScheduleDates> {
  const rows = await loadStoredDates(ctx, projectId)
  return new Map(rows.map(({ number, start, finish }) => [String(number), { start, finish }]))
}

/** Parents of rows that no plan carries: what lies inside of them counts for the nearest row around them that it does. */
async function loadOutside(ctx: Ctx<unknown>, projectId: string): Promise<ReadonlyMap<string, string | null>> {
  const rows = await loadTasksOutside(ctx, projectId)
  return new Map(rows.map((row) => [row.id, row.parent_id]))
}

export function nearestInPlan(rows: readonly { readonly id: string }[], outside: ReadonlyMap<string, string | null>) {
  const known = new Set(rows.map((row) => row.id))
  return (parentId: string | null): string | null => {
    let at = parentId
    for (let steps = 0; at !== null && !known.has(at) && steps <= outside.size; steps++) at = outside.get(at) ?? null
    return at
  }
}

interface RowContext {
  idOf: ReadonlyMap<string, string>
  keyOf: ReadonlyMap<string, string>
  parentId: string | null
  labels: string[]
  isPhase: boolean
}

export function planTask(row: PlanTaskRow, { idOf, keyOf, parentId, labels, isPhase }: RowContext): PlanTask {
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
    ...(row.milestone_at === null || !row.is_milestone ? {} : { milestone_at: row.milestone_at }),
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
function heldTo(row: PlanTaskRow, isPhase: boolean): Pick<PlanTask, 'constraint_type' | 'constraint_date'> {
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
export async function loadPlanCalendars(
  ctx: Ctx<unknown>,
  projectId: string,
  rows: readonly { readonly calendar_id: string | null }[],
): Promise<PlanCalendars> {
  const ids = [...new Set(rows.flatMap((row) => row.calendar_id ?? []))].sort()
  const loaded = await loadCalendars(ctx, ids)
  const nameOf = await loadCalendarNames(ctx, ids)
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
