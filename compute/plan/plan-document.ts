// The plan as a JSON document (`svc-plan/1`), which importers write, exporters read and the engine schedules.
// Only `format`, `start_date`, `tasks[].id` and `tasks[].duration` of a plan are required.

import type { ConstraintTypeName, LinkTypeName } from './constraint-names.ts'
import type { TaskStatus } from './task-status.ts'

export type LagUnitName = 'working' | 'elapsed'
export const MILESTONE_MOMENTS = ['start_of_day', 'end_of_day'] as const
export type MilestoneMomentName = (typeof MILESTONE_MOMENTS)[number]
export type DeliveryModeName = 'waterfall' | 'scrum' | 'kanban' | 'milestone'

/** An inclusive range of dates; where ranges of one calendar overlap, the later entry of the list wins. */
export interface PlanException {
  from: string
  to: string
  working?: boolean
}

export interface PlanCalendar {
  /** ISO weekdays, 1 = Monday to 7 = Sunday; Monday to Friday when absent. */
  working_days?: number[]
  exceptions?: PlanException[]
  source?: {
    uid?: string | number
    name?: string | null
    parent_uid?: string | number | null
    minutes_per_day?: number
    /** When its days begin, `HH:MM`, and how long they are worked, as most of its weekdays have it. */
    day_starts?: string
    worked_minutes?: number
  }
}

/** What a plan file itself says about a task, untouched by rounding. */
export interface PlanTaskSource {
  uid?: string | number | null
  row?: number | null
  outline_level?: number | null
  wbs?: string | null
  start?: string | null
  finish?: string | null
  actual_start?: string | null
  actual_finish?: string | null
  duration_minutes?: number | null
  /** The duration runs through nights and free days. */
  duration_elapsed?: boolean
  percent_complete?: number | null
  constraint_type?: ConstraintTypeName
  constraint_date?: string | null
  deadline?: string | null
  milestone?: boolean
  summary?: boolean
  active?: boolean
  mode?: 'auto' | 'manual'
  early_start?: string | null
  early_finish?: string | null
  late_start?: string | null
  late_finish?: string | null
  total_float_minutes?: number | null
  /** By how much levelling delays it in the file, in elapsed minutes. */
  levelling_minutes?: number
}

export interface PlanTask {
  id: string
  name?: string
  /** Working days of the task's own calendar. */
  duration: number
  parent?: string | null
  calendar?: string | null
  is_milestone?: boolean
  /**
   * Which end of its day a milestone stands at, and with it all its links. Without it a milestone waits for the day after
   * what comes before it, and what follows it for the day after that.
   */
  milestone_at?: MilestoneMomentName | null
  planned_start?: string | null
  planned_finish?: string | null
  /** ASAP when absent. `planned_start` stays a bound of its own beside it. */
  constraint_type?: ConstraintTypeName | null
  /** Of every kind but ASAP and ALAP, which take none. */
  constraint_date?: string | null
  /** The day by which the task should be done: it shapes late dates and floats and moves nothing. */
  deadline?: string | null
  percent_complete?: number | null
  actual_start?: string | null
  actual_finish?: string | null
  optimistic_duration?: number | null
  most_likely_duration?: number | null
  pessimistic_duration?: number | null
  delivery_mode?: DeliveryModeName | null
  story_points?: number | null
  /** Only BACKLOG means anything to the engine: such a task is not scheduled. */
  status?: TaskStatus
  /** Plain text. */
  notes?: string
  labels?: string[]
  /** What it has in the plan's own fields, by their ids. */
  custom_fields?: Record<string, PlanFieldValue>
  source?: PlanTaskSource
}

export const PLAN_FIELD_TYPES = ['TEXT', 'NUMBER', 'DATE', 'BOOLEAN'] as const
export type PlanFieldType = (typeof PLAN_FIELD_TYPES)[number]
export type PlanFieldValue = string | number | boolean

/** A field that the people of a plan made for themselves. */
export interface PlanField {
  id: string
  name: string
  field_type: PlanFieldType
}

export interface PlanDependency {
  predecessor: string
  successor: string
  dep_type?: LinkTypeName
  lag?: number
  lag_unit?: LagUnitName
  /** `lag_percent`: the lag is that share of the predecessor's duration. */
  source?: { lag_minutes?: number; lag_format?: string | number | null; lag_percent?: number }
}

export interface PlanResource {
  id: string
  name?: string | null
  type?: 'work' | 'material' | 'cost'
  /** 1.0 is full time. */
  max_units?: number | null
  email?: string | null
  calendar?: string | null
}

export interface PlanAssignment {
  task: string
  /** Null is work that nobody is assigned to yet. */
  resource: string | null
  units?: number | null
  work_minutes?: number | null
}

export type PlanSourceFormat =
  | 'mpp14'
  | 'mpp12'
  | 'mpp9'
  | 'mpp8'
  | 'mspdi'
  | 'xer'
  | 'pmxml'
  | 'mpx'
  | 'gan'
  | 'planner'
  | 'pod'
  | 'tracker'
  | 'csv'
  | 'xlsx'
  | 'xls'
  | 'ods'
  | 'seed'

export interface PlanSource {
  format: PlanSourceFormat
  application?: string | null
  minutes_per_day?: number | null
  start?: string | null
  finish?: string | null
  status_date?: string | null
  default_calendar?: string | null
}

export interface PlanReceiptEntry {
  severity: 'warning' | 'error'
  code: string
  where?: { row?: number; uid?: string | number; field?: string }
  message: string
}

export interface Plan {
  format: 'svc-plan/1'
  name?: string
  start_date: string
  status_date?: string | null
  calendar?: PlanCalendar
  calendars?: Record<string, PlanCalendar> | null
  velocity_samples?: number[] | null
  sprint_length_days?: number | null
  tasks: PlanTask[]
  dependencies?: PlanDependency[]
  resources?: PlanResource[]
  assignments?: PlanAssignment[]
  custom_fields?: PlanField[]
  source?: PlanSource
  receipt?: PlanReceiptEntry[]
}
