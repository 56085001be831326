import { FIRST_CIVIL_DAY, LAST_CIVIL_DAY } from '../plan/civil-day.ts'

export type AnchorKind =
  | 'project_start'
  | 'data_date'
  | 'actual_start'
  | 'actual_finish'
  | 'planned_start_snet'
  | 'project_finish'
  | 'duration_from_early_start'
  | 'duration_from_late_start'
  | 'duration_from_late_finish'
  | 'full_duration_backoff'
  | 'early_start'
  | 'early_finish'
  | 'late_start'
  | 'total_float'
  | ConstraintKind

/** What a task, or a summary around it, is held to. */
export type ConstraintKind =
  | 'constraint_alap'
  | 'constraint_snet'
  | 'constraint_snlt'
  | 'constraint_fnet'
  | 'constraint_fnlt'
  | 'constraint_mso'
  | 'constraint_mfo'
  | 'constraint_manual'
  | 'deadline'

export type LinkKind =
  | 'predecessor_fs'
  | 'predecessor_ss'
  | 'predecessor_ff'
  | 'predecessor_sf'
  | 'successor_fs'
  | 'successor_ss'
  | 'successor_ff'
  | 'successor_sf'
  | 'successor_free_slack'
  | 'early_finish_pullback'

export type ContributionKind = AnchorKind | LinkKind | 'phase_rollup'

/** One thing that has a say in a value. Links and roll-ups have a source; anchors have none. */
export interface Contribution {
  kind: ContributionKind
  /** The leaf whose date speaks; -1 for anchors. */
  source: number
  /** The link as the plan states it; -1 without one. Where it ends at a summary, `source` is the leaf that decides. */
  link: number
  imposedDay: number
  /** The date before it was moved onto a working day. */
  rawDay: number
  /** Working days by which this candidate misses the value; a float carries its value here. */
  slackDays: number
}

/** The candidates of a value and the one that set it. */
export interface Decision {
  binding: Contribution
  contributions: Contribution[]
}

export function anchor(kind: AnchorKind, imposedDay: number, slackDays = 0, rawDay = imposedDay): Contribution {
  return { kind, source: -1, link: -1, imposedDay: clampDay(imposedDay), rawDay, slackDays }
}

/** A long lead can point before the first date there is, where no value ever lies. */
export function clampDay(day: number): number {
  return Math.max(FIRST_CIVIL_DAY, Math.min(LAST_CIVIL_DAY, day))
}
