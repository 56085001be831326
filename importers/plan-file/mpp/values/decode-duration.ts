import { isElapsedUnit } from '../../duration-units.ts'
import type { RawDuration } from '../../raw-project.ts'
import type { TableRecord } from '../rows/record.ts'

const NO_DURATION = -1
// Bit 5 says "estimated"; the rest is the unit's code.
const UNIT_MASK = 0x1f

export function unitCode(stored: number): number {
  return stored & UNIT_MASK
}

/** A duration from a column of tenths of a minute and the column of its unit. */
export function durationOf(record: TableRecord, field: number, unitsField: number): RawDuration | null {
  return durationFromTenths(record.int32(field), record.uint16(unitsField))
}

export function durationFromTenths(tenths: number | null, storedUnit: number | null): RawDuration | null {
  if (tenths === null || tenths === NO_DURATION) return null
  return { minutes: tenths / 10, isElapsed: storedUnit !== null && isElapsedUnit(unitCode(storedUnit)) }
}
