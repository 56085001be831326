import type { PlannerField } from '../plan-file/planner-fields.ts'

/** A GUID that is the same whenever the plan is written: of a list, and of each of its rows. */
export function listGuid({ column }: PlannerField, row = 0): string {
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')
  return `${hex(column, 8)}-0000-4000-8000-${hex(row, 12)}`
}
