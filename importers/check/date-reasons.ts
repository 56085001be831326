/** Why a date computed here can differ from the one in the file. */
export const DATE_REASONS = [
  'manual_task',
  'constraint',
  'progress',
  'lag_unit',
  'calendar',
  'sub_day_rounding',
  'split',
  'shifted_start',
  'from_finish',
  'inactive_task',
  'data_date',
  'levelling',
  'day_off',
  'elapsed_duration',
  'minutes_per_day',
  'lost_link',
  'against_links',
  'milestone_duration',
  'other',
] as const
export type DateReason = (typeof DATE_REASONS)[number]
