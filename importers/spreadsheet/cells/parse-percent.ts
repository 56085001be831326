import { parseNumber } from './parse-number.ts'

/** `50`, `50%` or `0.5` as 0 to 100; a fraction is told by its decimal mark. Null when unreadable. */
export function parsePercent(text: string): number | null {
  const bare = text.trim()
  const hasSign = bare.endsWith('%')
  const number = parseNumber(hasSign ? bare.slice(0, -1) : bare)
  if (number === null) return null
  const isFraction = !hasSign && /[.,]/.test(bare) && number > 0 && number <= 1
  const percent = isFraction ? number * 100 : number
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100
}
