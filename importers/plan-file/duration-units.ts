// Unit codes that plan files put beside durations and lags: 3 minutes, 5 hours, 7 days, 9 weeks, 11 months, 19 percent,
// each followed by its elapsed twin (4, 6, 8, 10, 12, 20). The same plus 32 means "estimated".

const ESTIMATED_OFFSET = 32
const ELAPSED_CODES = new Set([4, 6, 8, 10, 12, 20])
const PERCENT_CODES = new Set([19, 20])

function baseCode(code: number): number {
  return code > ESTIMATED_OFFSET ? code - ESTIMATED_OFFSET : code
}

/** Elapsed units run through nights and days off. */
export function isElapsedUnit(code: number | null): boolean {
  return code !== null && ELAPSED_CODES.has(baseCode(code))
}

/** Percent units count in parts of the predecessor's duration. */
export function isPercentUnit(code: number | null): boolean {
  return code !== null && PERCENT_CODES.has(baseCode(code))
}

/** Whether a file may have the code beside a lag; others, such as 0, say nothing. */
export function isLagUnit(code: number): boolean {
  const base = baseCode(code)
  return (base >= 3 && base <= 12) || PERCENT_CODES.has(base)
}
