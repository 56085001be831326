// The columns that a desktop planner leaves to its people: what each holds, and its numbers in the three formats that have
// them. A field goes by its number in Project XML everywhere, so that a plan keeps it whichever way it travels.

import type { PlanField } from '../plan/imported-plan.ts'

export type PlannerField = {
  /** Its number in Project XML, which is what a plan calls it. */
  readonly id: string
  readonly name: string
  readonly type: PlanField['field_type']
  /** Its number among the columns of tasks in native files. */
  readonly column: number
  /** Its number in tables of MPX, which has the first ones only. */
  readonly mpx: number | null
}

const FIRST_TASK_FIELD = 0x0b40_0000

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function fieldsOf(kind: string, type: PlannerField['type'], columns: readonly number[], mpx: readonly number[]) {
  return columns.map(
    (column, index): PlannerField => ({
      id: String(FIRST_TASK_FIELD + column),
      name: `${kind}${index + 1}`,
      type,
      column,
      mpx: mpx[index] ?? null,
    }),
  )
}

/** In the order in which the planner numbers them. */
export const PLANNER_FIELDS: readonly PlannerField[] = [
  ...fieldsOf('Text', 'TEXT', [51, 54, 57, 60, 63, ...range(66, 70), ...range(317, 336)], range(4, 13)),
  ...fieldsOf('Number', 'NUMBER', [...range(87, 91), ...range(302, 316)], range(140, 144)),
  ...fieldsOf('Date', 'DATE', range(265, 274), []),
  ...fieldsOf('Flag', 'BOOLEAN', [...range(72, 81), ...range(292, 301)], range(110, 119)),
]
