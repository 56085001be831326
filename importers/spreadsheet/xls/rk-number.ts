import { doubleOf } from '../../binary/read-bytes.ts'

const HUNDREDTHS = 1
const WHOLE = 2

/** A number in four bytes: a whole one, or the upper half of a double, either of them perhaps in hundredths. */
export function rkNumber(bits: number): number {
  const value = (bits & WHOLE) === 0 ? doubleOf(0, bits & ~3) : bits >> 2
  return (bits & HUNDREDTHS) === 0 ? value : value / 100
}
