import type { ConstraintTypeName } from '../../../compute/plan/constraint-names.ts'

const NAMES: Readonly<Record<string, ConstraintTypeName>> = {
  asap: 'ASAP',
  assoonaspossible: 'ASAP',
  alap: 'ALAP',
  aslateaspossible: 'ALAP',
  snet: 'SNET',
  startnoearlierthan: 'SNET',
  snlt: 'SNLT',
  startnolaterthan: 'SNLT',
  fnet: 'FNET',
  finishnoearlierthan: 'FNET',
  fnlt: 'FNLT',
  finishnolaterthan: 'FNLT',
  mso: 'MSO',
  muststarton: 'MSO',
  mfo: 'MFO',
  mustfinishon: 'MFO',
  manual: 'MANUAL',
  manuallyscheduled: 'MANUAL',
}

/** A kind of constraint by its letters or its English name; a blank cell is none, null is neither. */
export function parseConstraint(cell: string): ConstraintTypeName | null {
  if (cell === '' || cell.trim() === '') return 'ASAP'
  const bare = cell.toLowerCase().replace(/[^a-z]/g, '')
  return Object.hasOwn(NAMES, bare) ? (NAMES[bare] ?? null) : null
}
