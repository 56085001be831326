// What each field of a plan document holds. The reader checks documents against these lines, and the published schema of
// `svc-plan/1` is made from them; fields that stand nowhere here are kept and not looked at.

import { CONSTRAINT_NAMES, LINK_TYPE_NAMES } from '../../compute/plan/constraint-names.ts'
import type * as document from '../../compute/plan/plan-document.ts'
import { MILESTONE_MOMENTS, PLAN_FIELD_TYPES } from '../../compute/plan/plan-document.ts'
import { TASK_STATUSES } from '../../compute/plan/task-status.ts'
import { choice, type Field, type Fields, list, map, needed, object, plain } from './field-kinds.ts'

const text = plain('string')
const number = plain('number')
const flag = plain('boolean')
/** Ids that files count and documents name. */
const uid = plain('string or number')
const day = plain('string', 'YYYY-MM-DD')

const exception: Fields<document.PlanException> = { from: needed(day), to: needed(day), working: flag }

const calendar: Fields<document.PlanCalendar> = {
  working_days: list(plain('weekday', '1 = Monday to 7 = Sunday; Monday to Friday when absent')),
  exceptions: list(object(exception), 'inclusive; where ranges overlap, the later entry wins'),
  source: object({
    uid,
    name: text,
    parent_uid: uid,
    minutes_per_day: number,
    day_starts: text,
    worked_minutes: number,
  }),
}

const taskSource: Fields<document.PlanTaskSource> = {
  uid,
  row: number,
  outline_level: number,
  wbs: text,
  start: text,
  finish: text,
  actual_start: text,
  actual_finish: text,
  duration_minutes: number,
  duration_elapsed: flag,
  percent_complete: number,
  constraint_type: choice(CONSTRAINT_NAMES),
  constraint_date: text,
  deadline: text,
  milestone: flag,
  summary: flag,
  active: flag,
  mode: choice(['auto', 'manual']),
  early_start: text,
  early_finish: text,
  late_start: text,
  late_finish: text,
  total_float_minutes: number,
  levelling_minutes: number,
}

const task: Fields<document.PlanTask> & Record<'baseline', Field> = {
  id: needed(text),
  name: text,
  duration: needed(plain('number', 'working days of the calendar of the task; 0 is a milestone')),
  parent: plain('string', 'id of the containing task'),
  calendar: plain('string', 'key into `calendars`; null is the calendar of the plan'),
  is_milestone: flag,
  milestone_at: choice(MILESTONE_MOMENTS),
  planned_start: day,
  planned_finish: day,
  constraint_type: choice(CONSTRAINT_NAMES),
  constraint_date: day,
  deadline: day,
  percent_complete: number,
  actual_start: day,
  actual_finish: day,
  optimistic_duration: number,
  most_likely_duration: number,
  pessimistic_duration: number,
  // Which modes there are is for the core to say.
  delivery_mode: plain('string', 'waterfall (the default), scrum, kanban or milestone'),
  story_points: number,
  status: choice(TASK_STATUSES),
  notes: text,
  labels: list(text),
  custom_fields: map(plain('scalar')),
  source: object(taskSource, 'what the file itself says about the task, before any rounding'),
  baseline: object({ start: day, finish: day, duration: number }),
}

const dependency: Fields<document.PlanDependency> = {
  predecessor: needed(text),
  successor: needed(text),
  dep_type: choice(LINK_TYPE_NAMES, 'FS when absent'),
  lag: plain('number', 'whole days; negative is lead'),
  lag_unit: choice(['working', 'elapsed'], 'working when absent'),
  source: object({ lag_minutes: number, lag_format: uid, lag_percent: number }),
}

const resource: Fields<document.PlanResource> = {
  id: needed(text),
  name: needed(text),
  type: choice(['work', 'material', 'cost'], 'work when absent'),
  max_units: plain('number', '1 is full time'),
  email: text,
  calendar: text,
}

const assignment: Fields<document.PlanAssignment> = {
  task: needed(text),
  resource: plain('string', 'null is work that nobody is assigned to yet'),
  units: plain('number', '1 is full time'),
  work_minutes: number,
}

const receiptEntry: Fields<document.PlanReceiptEntry> = {
  severity: needed(choice(['warning', 'error'])),
  code: needed(text),
  where: object({ row: number, uid, field: text }, 'line or unique id in the file, and the field'),
  message: needed(text),
}

const planField: Fields<document.PlanField> = {
  id: needed(text),
  name: needed(text),
  field_type: choice(PLAN_FIELD_TYPES, 'TEXT when absent'),
}

const source: Fields<document.PlanSource> = {
  // Grows with each format that is read; a plan made by a newer version is a plan all the same.
  format: plain('string'),
  application: text,
  minutes_per_day: number,
  start: text,
  finish: text,
  status_date: text,
  default_calendar: text,
}

export const receiptField = list(object(receiptEntry), 'what was converted, defaulted or dropped')

export const planFields: Fields<document.Plan> = {
  format: needed(choice(['svc-plan/1'])),
  name: text,
  start_date: needed(day),
  status_date: day,
  calendar: object(calendar),
  calendars: map(object(calendar)),
  velocity_samples: list(number),
  sprint_length_days: number,
  tasks: list(object(task)),
  dependencies: list(object(dependency)),
  resources: list(object(resource)),
  assignments: list(object(assignment)),
  custom_fields: list(object(planField), 'fields that the people of the plan made for themselves'),
  source: object(source),
  receipt: receiptField,
}
