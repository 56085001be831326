// Numbers of the fields that are read, as tables of task and resource records list them.

import { PLANNER_FIELDS } from '../planner-fields.ts'

/** Those that the planner leaves to its people, under the numbers that a plan calls them by. */
export const OWN_FIELDS = PLANNER_FIELDS.filter(({ mpx }) => mpx !== null)

export const TASK_FIELDS: Readonly<Record<string, string>> = {
  1: 'name',
  2: 'wbs',
  3: 'outline_level',
  14: 'notes',
  30: 'cost',
  40: 'duration',
  44: 'percent_complete',
  50: 'start',
  51: 'finish',
  52: 'early_start',
  53: 'early_finish',
  54: 'late_start',
  55: 'late_finish',
  56: 'baseline_start',
  57: 'baseline_finish',
  58: 'actual_start',
  59: 'actual_finish',
  68: 'constraint_date',
  70: 'predecessors',
  73: 'uid_predecessors',
  81: 'milestone',
  90: 'id',
  91: 'constraint_type',
  98: 'uid',
  99: 'outline_number',
  120: 'summary',
  ...Object.fromEntries(OWN_FIELDS.map(({ mpx, id }) => [String(mpx), id])),
}

export const RESOURCE_FIELDS: Readonly<Record<string, string>> = {
  1: 'name',
  11: 'email',
  40: 'id',
  41: 'max_units',
  49: 'uid',
}
