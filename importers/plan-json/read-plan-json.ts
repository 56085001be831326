import { CONSTRAINT_NAMES, LINK_TYPE_NAMES } from '../../compute/plan/constraint-names.ts'
import { type DeliveryModeName, PLAN_FIELD_TYPES } from '../../compute/plan/plan-document.ts'
import { standardCalendar } from '../../compute/plan/working-days.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal, type ImportRefusalCode } from '../plan/import-refusal.ts'
import type {
  ImportedPlan,
  PlanAssignment,
  PlanCalendar,
  PlanDependency,
  PlanField,
  PlanFieldValue,
  PlanResource,
  PlanTask,
} from '../plan/imported-plan.ts'
import { ShapeReader } from './check-shape.ts'
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
  const root = new ShapeReader(parse(bytes), '')
  const format = root.stringOr('format', null)
  if (format !== 'svc-plan/1') {
    throw new ImportRefusal('unsupported_format', 'the JSON is no plan: its format is not svc-plan/1')
  }
  const tasks = root.objects('tasks').map(readTask)
  refuseMoreThan(limits.maxTasks, tasks.length, 'too_many_tasks', 'tasks')
  const dependencies = root.objects('dependencies').map(readDependency)
  refuseMoreThan(limits.maxLinks, dependencies.length, 'too_many_links', 'links')
  const resources = root.objects('resources').map(readResource)
  refuseMoreThan(limits.maxResources, resources.length, 'too_many_resources', 'resources')
  const assignments = root.objects('assignments').map(readAssignment)
  refuseMoreThan(limits.maxAssignments, assignments.length, 'too_many_assignments', 'assignments')
  return {
    ...root.raw,
    format,
    name: root.stringOr('name', 'Imported plan'),
    start_date: root.string('start_date'),
    status_date: root.stringOr('status_date', null),
    calendar: root.has('calendar')
      ? readCalendar(new ShapeReader(root.raw.calendar, 'calendar'), limits)
      : standardCalendar(),
    calendars: readCalendars(root, limits),
    tasks,
    dependencies,
    resources,
    assignments,
    ...(root.has('custom_fields') ? { custom_fields: root.objects('custom_fields').map(readField) } : {}),
    receipt: root.has('receipt') ? (root.list('receipt') as ImportedPlan['receipt']) : [],
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

function readTask(task: ShapeReader): PlanTask {
  const duration = task.number('duration')
  const isMilestone = task.booleanOr('is_milestone', false)
  return {
    ...(task.raw as Partial<PlanTask>),
    id: task.string('id'),
    ...(task.has('name') ? { name: task.string('name') } : {}),
    duration,
    parent: task.stringOr('parent', null),
    calendar: task.stringOr('calendar', null),
    is_milestone: isMilestone,
    planned_start: task.stringOr('planned_start', null),
    ...(task.has('constraint_type')
      ? { constraint_type: task.oneOf('constraint_type', CONSTRAINT_NAMES, 'ASAP') }
      : {}),
    ...(task.has('constraint_date') ? { constraint_date: task.stringOr('constraint_date', null) } : {}),
    ...(task.has('deadline') ? { deadline: task.stringOr('deadline', null) } : {}),
    percent_complete: task.numberOr('percent_complete', 0),
    actual_start: task.stringOr('actual_start', null),
    actual_finish: task.stringOr('actual_finish', null),
    optimistic_duration: task.numberOr('optimistic_duration', null),
    most_likely_duration: task.numberOr('most_likely_duration', null),
    pessimistic_duration: task.numberOr('pessimistic_duration', null),
    // Which modes there are is for the core to say.
    delivery_mode: task.stringOr('delivery_mode', isMilestone ? 'milestone' : 'waterfall') as DeliveryModeName,
    story_points: task.numberOr('story_points', null),
    ...(task.has('custom_fields') ? { custom_fields: readFieldValues(task) } : {}),
  }
}

function readField(field: ShapeReader): PlanField {
  return {
    ...(field.raw as Partial<PlanField>),
    id: field.string('id'),
    name: field.string('name'),
    field_type: field.oneOf('field_type', PLAN_FIELD_TYPES, 'TEXT'),
  }
}

function readFieldValues(task: ShapeReader): Record<string, PlanFieldValue> {
  const values = new ShapeReader(task.raw.custom_fields, task.path('custom_fields'))
  return Object.fromEntries(Object.keys(values.raw).map((id) => [id, values.scalar(id)]))
}

function readDependency(link: ShapeReader): PlanDependency {
  return {
    ...(link.raw as Partial<PlanDependency>),
    predecessor: link.string('predecessor'),
    successor: link.string('successor'),
    dep_type: link.oneOf('dep_type', LINK_TYPE_NAMES, 'FS'),
    lag: link.numberOr('lag', 0),
    lag_unit: link.oneOf('lag_unit', ['working', 'elapsed'], 'working'),
  }
}

function readCalendars(root: ShapeReader, limits: ImportLimits): Record<string, PlanCalendar> {
  if (!root.has('calendars')) return {}
  const calendars = new ShapeReader(root.raw.calendars, 'calendars')
  const names = Object.keys(calendars.raw)
  refuseMoreThan(limits.maxCalendars, names.length, 'too_many_calendars', 'calendars')
  // fromEntries defines own keys; an assignment would take "__proto__" for something else.
  return Object.fromEntries(
    names.map((name) => [name, readCalendar(new ShapeReader(calendars.raw[name], calendars.path(name)), limits)]),
  )
}

function readCalendar(calendar: ShapeReader, limits: ImportLimits): PlanCalendar {
  const exceptions = calendar.objects('exceptions').map((exception) => ({
    from: exception.string('from'),
    to: exception.string('to'),
    working: exception.booleanOr('working', false),
  }))
  refuseMoreThan(limits.maxExceptions, exceptions.length, 'too_many_exceptions', 'calendar exceptions')
  const workingDays = calendar.has('working_days') ? calendar.list('working_days') : standardCalendar().working_days
  for (const day of workingDays) {
    const isWeekday = typeof day === 'number' && Number.isInteger(day) && day >= 1 && day <= 7
    if (!isWeekday)
      throw new ImportRefusal('invalid_plan', `${calendar.path('working_days')} must hold weekdays from 1 to 7`)
  }
  return { ...(calendar.raw as Partial<PlanCalendar>), working_days: workingDays as number[], exceptions }
}

function readResource(resource: ShapeReader): PlanResource {
  return {
    ...(resource.raw as Partial<PlanResource>),
    id: resource.string('id'),
    name: resource.string('name'),
    type: resource.oneOf('type', ['work', 'material', 'cost'], 'work'),
    max_units: resource.numberOr('max_units', 1),
    email: resource.stringOr('email', null),
    calendar: resource.stringOr('calendar', null),
  }
}

function readAssignment(assignment: ShapeReader): PlanAssignment {
  return {
    ...(assignment.raw as Partial<PlanAssignment>),
    task: assignment.string('task'),
    resource: assignment.stringOr('resource', null),
    units: assignment.numberOr('units', 1),
    work_minutes: assignment.numberOr('work_minutes', 0),
  }
}

function refuseMoreThan(most: number, count: number, code: ImportRefusalCode, what: string): void {
  if (count > most) throw new ImportRefusal(code, `the plan holds more than ${most} ${what}`)
}
