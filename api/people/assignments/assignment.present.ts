import type { AssignmentRow } from './assignment.queries.ts'
import type { AssignmentWarning } from './warn-of-assignment.ts'

export function presentAssignment(row: AssignmentRow): object {
  return {
    id: row.id,
    task: row.task_id,
    resource: row.resource_id,
    resource_name: row.resource_name,
    units: row.units,
  }
}

/** The reply of a write: `warnings` is always there. */
export function presentWritten(written: { row: AssignmentRow; warnings: readonly AssignmentWarning[] }): object {
  return { ...presentAssignment(written.row), warnings: written.warnings }
}
