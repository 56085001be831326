import { type FitName, fitName } from '../skills/skill-fit.ts'
import type { FittedAssignment } from './fit-assignments.ts'
import type { AssignmentWarning } from './warn-of-assignment.ts'

/** As it is printed of an assignment; the catalogue, which is sorted by it, has it in lower case. */
const FITS: Readonly<Record<FitName, string>> = { exact: 'Exact', partial: 'Partial', missing: 'Missing' }

export function presentAssignment({ row, fit }: FittedAssignment): object {
  return {
    id: row.id,
    task: row.task_id,
    resource: row.resource_id,
    resource_name: row.resource_name,
    units: row.units,
    skill_fit: FITS[fitName(fit)],
    missing_skills: fit.missing,
  }
}

/** The reply of a write: `warnings` is always there. */
export function presentWritten(written: FittedAssignment & { warnings: readonly AssignmentWarning[] }): object {
  return { ...presentAssignment(written), warnings: written.warnings }
}
