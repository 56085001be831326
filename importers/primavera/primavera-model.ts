// What a Primavera file says, in the codes of its tables, whichever of the two ways it was written: the reader of XER and
// the reader of PMXML both fill this, and `build/` turns one project of it into a `RawProject`. Ids are whole numbers,
// date-times local `YYYY-MM-DDTHH:MM:SS`, work is minutes.

import type { PlanFieldType } from '../../compute/plan/plan-document.ts'
import type { Diagnostics } from '../plan/diagnostics.ts'

export type ActivityKind = 'TT_Task' | 'TT_Rsrc' | 'TT_Mile' | 'TT_FinMile' | 'TT_LOE' | 'TT_WBS'
export type ActivityStatus = 'TK_NotStart' | 'TK_Active' | 'TK_Complete'
export type PercentKind = 'CP_Drtn' | 'CP_Phys' | 'CP_Units'
export type RelationKind = 'PR_FS' | 'PR_SS' | 'PR_FF' | 'PR_SF'

export interface PrimaveraProject {
  readonly id: number
  readonly code: string | null
  readonly name: string | null
  readonly isExported: boolean
  /** The project that this one is a baseline of. */
  readonly baselineOf: number | null
  /** The baseline that this project is measured against. */
  readonly baselineId: number | null
  readonly calendarId: number | null
  readonly start: string | null
  readonly finish: string | null
  readonly mustFinishBy: string | null
  readonly dataDate: string | null
  readonly codeSeparator: string
  /** The row of the work breakdown that stands for the project itself. */
  readonly rootId: number | null
}

export interface PrimaveraCalendar {
  readonly id: number
  readonly name: string | null
  readonly parentId: number | null
  readonly isDefault: boolean
  readonly hoursPerDay: number | null
  /** Minutes worked on each weekday, Monday first; null where the file does not say. */
  readonly week: readonly (number | null)[]
  /** The minute at which each weekday's work begins; null where it is not worked or not said. */
  readonly starts: readonly (number | null)[]
  readonly exceptions: readonly { readonly day: number; readonly minutes: number }[]
}

export interface PrimaveraWbs {
  readonly id: number
  readonly projectId: number | null
  readonly parentId: number | null
  readonly sequence: number
  readonly code: string | null
  readonly name: string | null
  readonly isProject: boolean
}

export interface HeldBy {
  readonly code: string
  readonly date: string | null
  /** Stands second in the file, where a latest finish is a deadline to us. */
  readonly isSecond: boolean
}

export interface PrimaveraActivity {
  readonly id: number
  readonly projectId: number | null
  readonly wbsId: number | null
  readonly calendarId: number | null
  readonly code: string | null
  readonly name: string | null
  readonly kind: ActivityKind
  readonly status: ActivityStatus
  readonly percentKind: PercentKind
  /** Of the hundred, whatever kind the activity goes by. */
  readonly physicalPercent: number
  /** Said by files that work the percentage out themselves. */
  readonly statedPercent: number | null
  readonly plannedMinutes: number | null
  readonly remainingMinutes: number | null
  readonly workDone: number
  readonly workLeft: number
  readonly totalFloatMinutes: number | null
  readonly constraints: readonly HeldBy[]
  readonly actualStart: string | null
  readonly actualFinish: string | null
  readonly earlyStart: string | null
  readonly earlyFinish: string | null
  readonly lateStart: string | null
  readonly lateFinish: string | null
  readonly plannedStart: string | null
  readonly plannedFinish: string | null
  readonly expectedFinish: string | null
  readonly suspended: string | null
  readonly resumed: string | null
  readonly externalStart: string | null
  readonly externalFinish: string | null
  readonly hasPriority: boolean
}

export interface PrimaveraRelation {
  readonly projectId: number | null
  readonly predecessorProjectId: number | null
  readonly predecessorId: number
  readonly successorId: number
  readonly kind: RelationKind
  readonly lagMinutes: number
  readonly comment: string | null
}

export interface PrimaveraResource {
  readonly id: number
  readonly name: string | null
  readonly kind: 'work' | 'material'
  readonly email: string | null
  readonly calendarId: number | null
}

export interface PrimaveraAssignment {
  readonly activityId: number
  readonly resourceId: number | null
  readonly units: number | null
  readonly minutes: number
  readonly hasCost: boolean
}

/** Tables whose rows a plan of ours has: activities, nodes of the work breakdown, resources. */
export type PrimaveraTable = 'TASK' | 'PROJWBS' | 'RSRC'

/** A field that people made for themselves. */
export interface PrimaveraCustomField {
  /** Whose rows have it. */
  readonly table: PrimaveraTable
  readonly label: string
  readonly type: PlanFieldType
}

/** A value of a field that people made for themselves. */
export interface PrimaveraCustomValue {
  /** A row of the field's table. */
  readonly rowId: number
  readonly fieldId: number
  readonly text: string
}

export interface PrimaveraModel {
  readonly format: 'xer' | 'pmxml'
  application: string | null
  readonly diagnostics: Diagnostics
  readonly projects: PrimaveraProject[]
  readonly calendars: PrimaveraCalendar[]
  readonly wbs: PrimaveraWbs[]
  readonly activities: PrimaveraActivity[]
  readonly relations: PrimaveraRelation[]
  readonly resources: PrimaveraResource[]
  /** Most units a resource can give, by its id; the last rate in the file counts. */
  readonly maxUnits: Map<number, number>
  readonly assignments: PrimaveraAssignment[]
  readonly notes: { readonly table: PrimaveraTable; readonly rowId: number; readonly text: string }[]
  readonly customFields: Map<number, PrimaveraCustomField>
  readonly customValues: PrimaveraCustomValue[]
  /** Rows of what no plan of ours has a place for, by what it is. */
  readonly leftOut: Map<string, number>
  /** Which calendar lags are counted on: `rcal_Predecessor` where the file does not say. */
  readonly lagCalendars: Map<number, string>
  /** Projects in which what has begun goes on whatever it would still wait for. */
  readonly overridingProjects: Set<number>
}

/** A model with nothing in it. */
export function emptyModel(format: PrimaveraModel['format'], diagnostics: Diagnostics): PrimaveraModel {
  return {
    format,
    application: null,
    diagnostics,
    projects: [],
    calendars: [],
    wbs: [],
    activities: [],
    relations: [],
    resources: [],
    maxUnits: new Map(),
    assignments: [],
    notes: [],
    customFields: new Map(),
    customValues: [],
    leftOut: new Map(),
    lagCalendars: new Map(),
    overridingProjects: new Set(),
  }
}

/** Work of hours as minutes, without the noise of thirds. */
export function minutesOfHours(hours: number): number {
  return Math.round(hours * 60e6) / 1e6
}
