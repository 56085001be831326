import type { Contribution } from './contribution.ts'

/** What is told of a candidate for a date: the fields that its wording needs. */
export interface ToldContribution {
  readonly kind: Contribution['kind']
  readonly source_task_id: string | null
  readonly source_task_name: string | null
  readonly dep_type: string | null
  readonly lag_days: number | null
  readonly lag_unit?: 'working' | 'elapsed' | null
}

/** What a candidate says, with `#` for the task it comes from. */
const LABELS: Record<Contribution['kind'], string> = {
  project_start: 'the project start',
  data_date: 'the data date',
  actual_start: 'the recorded start',
  actual_finish: 'the recorded finish',
  constraint_alap: 'as late as possible',
  constraint_snet: 'start no earlier than',
  constraint_snlt: 'start no later than',
  constraint_fnet: 'finish no earlier than',
  constraint_fnlt: 'finish no later than',
  constraint_mso: 'must start on',
  constraint_manual: 'placed by hand on',
  constraint_mfo: 'must finish on',
  deadline: 'deadline',
  planned_start_snet: 'its planned start',
  project_finish: 'the project finish',
  duration_from_early_start: 'its duration from its early start',
  duration_from_late_start: 'its duration from its late start',
  duration_from_late_finish: 'its duration back from its late finish',
  full_duration_backoff: 'its whole duration back from its finish',
  early_start: 'its early start',
  early_finish: 'its early finish',
  late_start: 'its late start',
  total_float: 'its total float',
  predecessor_fs: 'after # finishes',
  predecessor_ss: 'with the start of #',
  predecessor_ff: 'not before # finishes',
  predecessor_sf: 'not before # starts',
  successor_fs: 'before # starts',
  successor_ss: 'not after # starts',
  successor_ff: 'not after # finishes',
  successor_sf: 'not after # finishes',
  successor_free_slack: 'without moving #',
  early_finish_pullback: 'pulled along by #',
  phase_rollup: 'its part #',
}

/** A candidate in words; `name` says how its task is called. */
export function contributionInWords({ kind, source_task_id: id }: ToldContribution, name: string): string {
  return id === null ? LABELS[kind].replace(' #', '') : LABELS[kind].replace('#', () => name)
}

/** The type of the link and its lag in days, `FS+2`; empty for what is no link. */
export function linkInWords({ dep_type, lag_days, lag_unit }: ToldContribution): string {
  if (dep_type === null || lag_days === null) return ''
  if (lag_days === 0) return dep_type
  return `${dep_type}${lag_days > 0 ? '+' : ''}${lag_days}${lag_unit === 'elapsed' ? ' elapsed' : ''}`
}
