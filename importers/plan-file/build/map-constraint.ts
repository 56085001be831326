import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { ConstraintType } from '../../plan/imported-plan.ts'
import type { RawTask } from '../raw-project.ts'

const CONSTRAINT_TYPES: readonly ConstraintType[] = ['ASAP', 'ALAP', 'MSO', 'MFO', 'SNET', 'SNLT', 'FNET', 'FNLT']

/** The name of a constraint code; an unknown code counts as none. */
export function constraintType(code: number): ConstraintType {
  return CONSTRAINT_TYPES[code] ?? 'ASAP'
}

/**
 * The earliest start that a plan of ours can hold. "Start no earlier than" is exactly that, "must start on" loses its
 * upper half, a manually placed task keeps the start it was given, so does the stand-in for a task of another project, and
 * all other constraints are named and dropped.
 */
export function mapConstraint(task: RawTask, isSummary: boolean, diagnostics: Diagnostics): string | null {
  const where = { uid: task.uid, field: 'planned_start' }
  if (task.isExternal) {
    const text = 'stands for a task of another project; it is imported as a task held to its start'
    diagnostics.warn('external_task', where, text)
    return task.start?.slice(0, 10) ?? null
  }
  if (task.isManual && !isSummary && task.start !== null) {
    diagnostics.warn('manual_task', where, 'scheduled by hand in the file; its start became the earliest start')
    return task.start.slice(0, 10)
  }
  const type = constraintType(task.constraintCode)
  const date = task.constraintDate?.slice(0, 10) ?? null
  if (type === 'ASAP') return null
  if ((type === 'SNET' || type === 'MSO') && date !== null) {
    if (type === 'MSO')
      diagnostics.warn('constraint_partly_imported', where, `must start on ${date} became start no earlier than`)
    return date
  }
  diagnostics.warn(
    'constraint_not_imported',
    where,
    `constraint ${type}${date === null ? '' : ` ${date}`} is not imported`,
  )
  return null
}
