// What a plan file says, in the words of the file: minutes, numeric codes, unresolved references. The XML reader and
// the native reader both fill this shape, and `build/` turns it into the neutral plan, so that both formats follow the
// same rules. Date-times are local `YYYY-MM-DDTHH:MM:SS`; days are day numbers of `plan/civil-date.ts`.

import type { PlanField, PlanFieldValue, PlanSourceFormat } from '../../compute/plan/plan-document.ts'

export type RawDuration = { minutes: number; isElapsed: boolean }

export type RawTask = {
  uid: number
  row: number | null
  name: string | null
  outlineLevel: number
  wbs: string | null
  start: string | null
  finish: string | null
  actualStart: string | null
  actualFinish: string | null
  earlyStart: string | null
  earlyFinish: string | null
  lateStart: string | null
  lateFinish: string | null
  duration: RawDuration | null
  percentComplete: number
  constraintCode: number
  constraintDate: string | null
  deadline: string | null
  isMilestone: boolean
  isSummary: boolean
  isActive: boolean
  isManual: boolean
  isExternal: boolean
  isSubproject: boolean
  /** What the first baseline has of it. */
  baseline: { start: string | null; finish: string | null } | null
  /** Of the ten that may follow, which are not read. */
  hasFurtherBaselines: boolean
  hasCost: boolean
  priority: number
  calendarUid: number | null
  notes: string | null
  /** Optimistic, most likely, pessimistic, as far as the file gives them. */
  estimates: [RawDuration | null, RawDuration | null, RawDuration | null]
  /** Minutes that a day of its calendar is worked, in files that know more than one such number; else those of the header. */
  minutesPerDay?: number
  /** An earliest start beside what the constraint says, in files that hold a task to two things. */
  notBefore?: string
  /** What it has in the file's own fields, by their ids. */
  customValues?: Record<string, PlanFieldValue>
  /** Those of them that are durations, which a plan has in days. */
  ownDurations?: Record<string, RawDuration>
  /** What is left of its work, in files that say it apart from the percentage. */
  remainingMinutes?: number
  /** The float that the file computed itself. */
  totalFloatMinutes?: number | null
  /** By how much the file's levelling of people's work delays it, in elapsed minutes. */
  levellingMinutes?: number
}

/** A baseline that says neither date is none. */
export function baselineOf(start: string | null, finish: string | null): RawTask['baseline'] {
  return start === null && finish === null ? null : { start, finish }
}

export type RawLink = {
  predecessorUid: number
  successorUid: number
  /** 0 FF, 1 FS, 2 SF, 3 SS. */
  typeCode: number
  /** Tenths of a minute; for the percent formats, percent of the predecessor's duration. */
  lag: number
  lagFormat: number | null
  isCrossProject: boolean
  /** Minutes of a day of lag where that is not the header's. */
  minutesPerDay?: number
}

/** Recurrence kinds of the file: 1 a plain range, 2 and 3 yearly, 4 and 5 monthly, 6 weekly, 7 every n days. */
export type RawRecurrence = {
  kind: number
  /** Every n-th day, week or month. */
  period: number
  /** 1 = January. */
  month: number
  monthDay: number
  /** 0 any day, 1 weekday, 2 weekend day, 3 Sunday … 9 Saturday. */
  monthItem: number
  /** 0 first … 3 fourth, 4 last. */
  monthPosition: number
  /** Bit 0 = Sunday … bit 6 = Saturday. */
  daysOfWeek: number
}

export type RawException = {
  name: string | null
  fromDay: number
  toDay: number
  isWorking: boolean
  recurrence: RawRecurrence | null
}

/** Monday first; null = inherited, or not mentioned. */
export type RawWeek = (boolean | null)[]

export type RawWorkWeek = { fromDay: number; toDay: number; week: RawWeek }

/** From when on a weekday is worked and for how long, in minutes; null = inherited, not mentioned, or a day off. */
export type RawHours = ({ from: number; minutes: number } | null)[]

export type RawCalendar = {
  uid: number
  name: string | null
  parentUid: number | null
  week: RawWeek
  /** Monday first, in files that say them. */
  hours?: RawHours
  exceptions: RawException[]
  workWeeks: RawWorkWeek[]
  /** Minutes of a usual day, where the file says them for each calendar. */
  minutesPerDay?: number
}

export type RawResource = {
  uid: number
  name: string | null
  type: 'work' | 'material' | 'cost'
  maxUnits: number
  email: string | null
  calendarUid: number | null
}

export type RawAssignment = { taskUid: number; resourceUid: number | null; units: number; workMinutes: number }

export type RawHeader = {
  format: PlanSourceFormat
  application: string | null
  title: string | null
  start: string | null
  finish: string | null
  statusDate: string | null
  /** The day from which unfinished work goes on, in files whose status date is a moment of work; else that of the status date. */
  dataDay?: string | null
  minutesPerDay: number
  calendarUid: number | null
  isScheduledFromFinish: boolean
  /** Names that the file gives to Duration1, Duration2 and Duration3; null where it gives none. */
  estimateAliases: [string | null, string | null, string | null]
}

export type RawProject = {
  header: RawHeader
  calendars: RawCalendar[]
  tasks: RawTask[]
  links: RawLink[]
  resources: RawResource[]
  assignments: RawAssignment[]
  /** Fields that people made for themselves. */
  customFields?: PlanField[]
}
