// The neutral plan (`svc-plan/1`): what every importer returns. The field names are those of the REST resources,
// so these types are snake_case on purpose. They are plain data and cross thread boundaries by structured clone.

export type DependencyType = 'FS' | 'SS' | 'FF' | 'SF'
export type LagUnit = 'working' | 'elapsed'
export type ConstraintType = 'ASAP' | 'ALAP' | 'SNET' | 'SNLT' | 'FNET' | 'FNLT' | 'MSO' | 'MFO'
export type PlanSourceFormat = 'mpp14' | 'mpp12' | 'mpp9' | 'mpp8' | 'mspdi' | 'tracker' | 'csv' | 'xlsx' | 'seed'

/** An inclusive range of days that differ from the week; `working: true` makes days off into working days. */
export type CalendarException = { from: string; to: string; working: boolean }

export type CalendarSource = { uid: number; name: string | null; parent_uid: number | null }

export type PlanCalendar = {
  /** ISO weekdays, 1 = Monday … 7 = Sunday. */
  working_days: number[]
  exceptions: CalendarException[]
  source?: CalendarSource
}

/** What the file itself says about a task, untouched by rounding. Date-times are local and carry no zone. */
export type TaskSource = {
  uid: number | null
  row: number | null
  outline_level: number | null
  wbs: string | null
  start: string | null
  finish: string | null
  actual_start: string | null
  actual_finish: string | null
  duration_minutes: number | null
  percent_complete: number
  constraint_type: ConstraintType
  constraint_date: string | null
  deadline: string | null
  milestone: boolean
  summary: boolean
  active: boolean
  mode: 'auto' | 'manual'
  early_start: string | null
  early_finish: string | null
  late_start: string | null
  late_finish: string | null
}

export type PlanTask = {
  id: string
  /** Left out when the file gives the task no name. */
  name?: string
  /** Working days of the task's own calendar; 0 is a milestone. */
  duration: number
  parent: string | null
  calendar: string | null
  is_milestone: boolean
  planned_start: string | null
  /** Left out where nothing but the earliest start holds the task. */
  constraint_type?: ConstraintType | null
  constraint_date?: string | null
  deadline?: string | null
  percent_complete: number
  actual_start: string | null
  actual_finish: string | null
  optimistic_duration: number | null
  most_likely_duration: number | null
  pessimistic_duration: number | null
  delivery_mode: string
  story_points: number | null
  /** Of the resource's values, where the file says more than a percentage does. */
  status?: 'BACKLOG' | 'NOT_STARTED' | 'IN_PROGRESS' | 'REVIEW' | 'ON_HOLD' | 'COMPLETE'
  /** Plain text. */
  notes?: string
  labels?: string[]
  source?: TaskSource
}

export type PlanDependency = {
  predecessor: string
  successor: string
  dep_type: DependencyType
  lag: number
  lag_unit: LagUnit
  source?: { lag_minutes: number; lag_format: number | null }
}

export type PlanResource = {
  id: string
  name: string
  type: 'work' | 'material' | 'cost'
  /** 1.0 = full time. */
  max_units: number
  email: string | null
  calendar: string | null
}

export type PlanAssignment = {
  task: string
  /** null = work that nobody is assigned to yet. */
  resource: string | null
  units: number
  work_minutes: number
}

export type PlanSource = {
  format: PlanSourceFormat
  application: string | null
  minutes_per_day: number | null
  start: string | null
  finish: string | null
  status_date: string | null
  default_calendar: string | null
}

export type Severity = 'warning' | 'error'

/** Where in the file: a spreadsheet line or a unique id, and the field (for spreadsheets the column). */
export type ReceiptPlace = { row?: number; uid?: number; field?: string }

/** One value that was converted, defaulted or dropped. */
export type ReceiptEntry = { severity: Severity; code: string; where: ReceiptPlace; message: string }

export type ImportedPlan = {
  format: 'svc-plan/1'
  name: string
  start_date: string
  status_date: string | null
  calendar: PlanCalendar
  calendars: Record<string, PlanCalendar>
  tasks: PlanTask[]
  dependencies: PlanDependency[]
  resources: PlanResource[]
  assignments: PlanAssignment[]
  /** Absent when the plan was plan JSON and named no file it came from. */
  source?: PlanSource
  receipt: ReceiptEntry[]
}
