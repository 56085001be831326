/** A measure before it is judged. */
export interface Measure {
  /** A share 0 to 1, a count or an index; null when not measured. */
  value: number | null
  count: number | null
  total: number | null
  tasks?: number[]
  links?: number[]
  /** Why it could not be measured, or what was assumed. */
  note?: string
}

export function notMeasured(note: string): Measure {
  return { value: null, count: null, total: null, note }
}
