import type { Diagnostics } from '../plan/diagnostics.ts'

/**
 * Kind and date of a constraint only mean something together: what is not both, where both are needed, is dropped with a
 * word. "As soon as possible" and null are no constraint.
 */
export function settleConstraint(line: Record<string, unknown>, row: number, diagnostics: Diagnostics): void {
  const { constraint_type: type, constraint_date: date } = line
  if (type === undefined && date === undefined) return
  const drop = (reason: string) => {
    diagnostics.warn('bad_constraint', { row, field: 'constraint_type' }, `the constraint ${reason} and is dropped`)
    delete line.constraint_type
    delete line.constraint_date
  }
  const isNone = type === null || type === 'ASAP'
  if (type === undefined) drop('has a date and no kind')
  else if (isNone || type === 'ALAP') {
    if (typeof date === 'string') diagnostics.warn('bad_constraint', { row, field: 'constraint_date' }, 'takes no date')
    line.constraint_type = isNone ? null : type
    line.constraint_date = null
  } else if (typeof date !== 'string') drop('has no date')
}
