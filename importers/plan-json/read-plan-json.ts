import type * as document from '../../compute/plan/plan-document.ts'
import { standardCalendar } from '../../compute/plan/working-days.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal, type ImportRefusalCode } from '../plan/import-refusal.ts'
import type {
  ImportedPlan,
  PlanAssignment,
  PlanCalendar,
  PlanDependency,
  PlanField,
  PlanResource,
  PlanTask,
} from '../plan/imported-plan.ts'
import { checkShape, objectAt } from './check-shape.ts'
import { object } from './field-kinds.ts'
import { planFields } from './plan-fields.ts'
import { scanJson } from './scan-json.ts'

const MAX_DEPTH = 32
/** An escaped NUL, which no other program takes in a text. */
const NUL = /(?:^|[^\\])(?:\\\\)*\\u0000/

/**
 * Reads plan JSON and fills in the neutral defaults. Only the shape is judged here; whether the numbers make a plan is
 * for the compute core to say. Fields that this version does not know are kept.
 */
export function readPlanJson(bytes: Uint8Array, limits: ImportLimits): ImportedPlan {
  if (bytes.length > limits.planJsonBytes) {
    throw new ImportRefusal('too_large', `the file has ${bytes.length} bytes; at most ${limits.planJsonBytes} are read`)
  }
  const root = objectAt('', parse(bytes))
  if (root.format !== 'svc-plan/1') {
    throw new ImportRefusal('unsupported_format', 'the JSON is no plan: its format is not svc-plan/1')
  }
  refuseMore(root, limits)
  checkShape(object(planFields), root, '')
  const plan = root as unknown as document.Plan
  const calendars = Object.entries(plan.calendars ?? {})
  return {
    ...(root as Partial<ImportedPlan>),
    format: plan.format,
    name: plan.name ?? 'Imported plan',
    start_date: plan.start_date,
    status_date: plan.status_date ?? null,
    calendar: plan.calendar ? readCalendar(plan.calendar) : standardCalendar(),
    // fromEntries defines own keys; an assignment would take "__proto__" for something else.
    calendars: Object.fromEntries(calendars.map(([key, calendar]) => [key, readCalendar(calendar)])),
    tasks: (plan.tasks ?? []).map(readTask),
    dependencies: (plan.dependencies ?? []).map(readDependency),
    resources: (plan.resources ?? []).map(readResource),
    assignments: (plan.assignments ?? []).map(readAssignment),
    ...(plan.custom_fields ? { custom_fields: plan.custom_fields.map(readField) } : {}),
    receipt: (plan.receipt ?? []).map((entry) => ({ ...entry, where: entry.where ?? {} })) as ImportedPlan['receipt'],
  }
}

function parse(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ImportRefusal('unreadable_file', 'the file is not valid UTF-8')
  }
  scanJson(text, MAX_DEPTH)
  if (NUL.test(text)) throw new ImportRefusal('invalid_plan', 'a text holds a NUL character')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportRefusal('unreadable_file', `the file is not valid JSON: ${(error as Error).message.slice(0, 200)}`)
  }
}

function readTask(task: document.PlanTask): PlanTask {
  const isMilestone = task.is_milestone ?? false
  return {
    ...withoutNulls(task),
    id: task.id,
    duration: task.duration,
    parent: task.parent ?? null,
    calendar: task.calendar ?? null,
    is_milestone: isMilestone,
    planned_start: task.planned_start ?? null,
    percent_complete: task.percent_complete ?? 0,
    actual_start: task.actual_start ?? null,
    actual_finish: task.actual_finish ?? null,
    optimistic_duration: task.optimistic_duration ?? null,
    most_likely_duration: task.most_likely_duration ?? null,
    pessimistic_duration: task.pessimistic_duration ?? null,
    delivery_mode: task.delivery_mode ?? (isMilestone ? 'milestone' : 'waterfall'),
    story_points: task.story_points ?? null,
  }
}

/** Null says no more than an absent field, and readers of the plan expect one of the two. */
function withoutNulls(task: document.PlanTask): Partial<PlanTask> {
  return Object.fromEntries(Object.entries(task).filter(([, value]) => value !== null)) as Partial<PlanTask>
}

function readField(field: document.PlanField): PlanField {
  return { ...field, field_type: field.field_type ?? 'TEXT' }
}

function readDependency(link: document.PlanDependency): PlanDependency {
  return {
    ...(link as Partial<PlanDependency>),
    predecessor: link.predecessor,
    successor: link.successor,
    dep_type: link.dep_type ?? 'FS',
    lag: link.lag ?? 0,
    lag_unit: link.lag_unit ?? 'working',
  }
}

function readCalendar(calendar: document.PlanCalendar): PlanCalendar {
  return {
    ...(calendar as Partial<PlanCalendar>),
    working_days: calendar.working_days ?? standardCalendar().working_days,
    exceptions: (calendar.exceptions ?? []).map(({ from, to, working }) => ({ from, to, working: working ?? false })),
  }
}

function readResource(resource: document.PlanResource): PlanResource {
  return {
    ...(resource as Partial<PlanResource>),
    id: resource.id,
    name: resource.name as string,
    type: resource.type ?? 'work',
    max_units: resource.max_units ?? 1,
    email: resource.email ?? null,
    calendar: resource.calendar ?? null,
  }
}

function readAssignment(assignment: document.PlanAssignment): PlanAssignment {
  return {
    ...(assignment as Partial<PlanAssignment>),
    task: assignment.task,
    resource: assignment.resource ?? null,
    units: assignment.units ?? 1,
    work_minutes: assignment.work_minutes ?? 0,
  }
}

type Json = Readonly<Record<string, unknown>>

/** Lists that are too long are not looked into. */
function refuseMore(root: Json, limits: ImportLimits): void {
  refuseMoreThan(limits.maxTasks, root.tasks, 'too_many_tasks', 'tasks')
  refuseMoreThan(limits.maxLinks, root.dependencies, 'too_many_links', 'links')
  refuseMoreThan(limits.maxResources, root.resources, 'too_many_resources', 'resources')
  refuseMoreThan(limits.maxAssignments, root.assignments, 'too_many_assignments', 'assignments')
  const named = root.calendars === undefined || root.calendars === null ? [] : Object.values(root.calendars)
  refuseMoreThan(limits.maxCalendars, named, 'too_many_calendars', 'calendars')
  for (const calendar of [root.calendar, ...named])
    refuseMoreThan(
      limits.maxExceptions,
      (calendar as Json | null)?.exceptions,
      'too_many_exceptions',
      'calendar exceptions',
    )
}

function refuseMoreThan(most: number, list: unknown, code: ImportRefusalCode, what: string): void {
  if (Array.isArray(list) && list.length > most)
    throw new ImportRefusal(code, `the plan holds more than ${most} ${what}`)
}
