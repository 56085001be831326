// The neutral plan: what every importer returns. It is the document `svc-plan/1` with every value written out that a
// document may leave to its reader; only what is told apart from the document stands here. The field names are those of
// the REST resources, so these types are snake_case on purpose. They are plain data and cross thread boundaries by
// structured clone.

import type * as document from '../../compute/plan/plan-document.ts'

/** A type with some of its fields always there and never undefined. */
type With<Type, Field extends keyof Type> = Type & { [Key in Field]-?: Exclude<Type[Key], undefined> }
/** The same, and never null either. */
type WithValue<Type, Field extends keyof Type> = Type & { [Key in Field]-?: NonNullable<Type[Key]> }

export type CalendarException = WithValue<document.PlanException, 'working'>

export type PlanCalendar = {
  working_days: number[]
  exceptions: CalendarException[]
  source?: {
    uid: number
    name: string | null
    parent_uid: number | null
    minutes_per_day?: number
    day_starts?: string
    worked_minutes?: number
  }
}

/** What the file itself says about a task. Date-times are local and carry no zone. */
export type TaskSource = Required<
  Omit<
    document.PlanTaskSource,
    | 'uid'
    | 'row'
    | 'outline_level'
    | 'percent_complete'
    | 'total_float_minutes'
    | 'duration_elapsed'
    | 'levelling_minutes'
  >
> & {
  uid: number | null
  row: number | null
  outline_level: number | null
  percent_complete: number
  total_float_minutes?: number | null
  duration_elapsed?: boolean
  levelling_minutes?: number
}

export type PlanTask = WithValue<
  With<
    Omit<document.PlanTask, 'source'>,
    | 'parent'
    | 'calendar'
    | 'planned_start'
    | 'actual_start'
    | 'actual_finish'
    | 'optimistic_duration'
    | 'most_likely_duration'
    | 'pessimistic_duration'
    | 'story_points'
  >,
  'is_milestone' | 'percent_complete' | 'delivery_mode'
> & { source?: TaskSource; baseline?: PlanBaseline }

/** What the file's baseline has of a task; working days of its calendar. */
export interface PlanBaseline {
  readonly start: string | null
  readonly finish: string | null
  readonly duration: number | null
}

export type PlanDependency = WithValue<Omit<document.PlanDependency, 'source'>, 'dep_type' | 'lag' | 'lag_unit'> & {
  source?: { lag_minutes: number; lag_format: number | null; lag_percent?: number }
}

export type PlanResource = WithValue<With<document.PlanResource, 'email' | 'calendar'>, 'name' | 'type' | 'max_units'>

export type PlanAssignment = WithValue<document.PlanAssignment, 'units' | 'work_minutes'>

export type PlanField = document.PlanField
export type PlanFieldValue = document.PlanFieldValue

export type PlanSource = Required<document.PlanSource>

export type Severity = document.PlanReceiptEntry['severity']

/** Where in the file: a spreadsheet line or a unique id, and the field (for spreadsheets the column). */
export type ReceiptPlace = { row?: number; uid?: number; field?: string }

/** One value that was converted, defaulted or dropped. */
export type ReceiptEntry = Omit<document.PlanReceiptEntry, 'where'> & { where: ReceiptPlace }

export type ImportedPlan = Pick<document.Plan, 'format' | 'start_date'> & {
  name: string
  status_date: string | null
  calendar: PlanCalendar
  calendars: Record<string, PlanCalendar>
  tasks: PlanTask[]
  dependencies: PlanDependency[]
  resources: PlanResource[]
  assignments: PlanAssignment[]
  /** Absent where the file has none of its own. */
  custom_fields?: PlanField[]
  /** Absent when the plan was plan JSON and named no file it came from. */
  source?: PlanSource
  receipt: ReceiptEntry[]
}
