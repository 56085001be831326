import { ALL_WORDS, BEGUN_WORDS, bareState, CANCELLED_WORDS, NONE_WORDS } from '../words/states.ts'
import { halfWidth } from './half-width.ts'
import { parseNumber } from './parse-number.ts'

/** Whether a state says that a row will not be done. */
export function saysCancelled(text: string): boolean {
  return CANCELLED_WORDS.has(bareState(text))
}

const WHOLE = /^(\d{1,3})%?$/
/** `3/4`, `3 of 4`: as much as that of all parts. */
const SHARE = /^(\d{1,5})\s?(?:\/|of|von|de|sur|из|av|af|z|di|van)\s?(\d{1,5})$/i

/** `50`, `50%`, `0.5` or a plain yes or no as 0 to 100; a fraction is told by its decimal mark. Null when unreadable. */
export function parsePercent(text: string): number | null {
  const bare = halfWidth(text.trim())
  // Most cells are a whole number.
  const whole = WHOLE.exec(bare)
  if (whole !== null) return Math.min(100, Number(whole[1]))
  const word = bareState(bare)
  if (ALL_WORDS.has(word)) return 100
  if (NONE_WORDS.has(word)) return 0
  const share = SHARE.exec(bare)
  if (share !== null && Number(share[1]) <= Number(share[2]) && Number(share[2]) > 0)
    return Math.round((Number(share[1]) / Number(share[2])) * 10_000) / 100
  const worded = bare
    .replace(/^%\s?(?=\d[\d.,]*$)(.*)$/, '$1%')
    .replace(/^(?:[~≈]|(?:ca|approx|about)\b\.?)\s*/i, '')
    .replace(/\s*(?:percent|pct|prozent|procent|pour ?cent|por ?ciento|por ?cento|per ?cento|процентов)\.?$/i, '%')
  const hasSign = worded.endsWith('%')
  const number = parseNumber(hasSign ? worded.slice(0, -1) : worded)
  if (number === null) return null
  const isFraction = !hasSign && /[.,]/.test(bare) && number > 0 && number <= 1
  const percent = isFraction ? number * 100 : number
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100
}

/** Whether a cell says that work has begun, and not how much of it is done. */
export function saysBegun(text: string): boolean {
  return BEGUN_WORDS.has(bareState(text))
}

/** Whether a cell says in words that all is done, that nothing is, or that work has begun. */
export function saysState(text: string): boolean {
  const word = bareState(text)
  return ALL_WORDS.has(word) || NONE_WORDS.has(word) || BEGUN_WORDS.has(word)
}

/**
 * Whether the bare numbers of a column are fractions throughout, so that its 1 means all: some are 1 and none is above.
 */
export function countsInFractions(cells: readonly string[]): boolean {
  let hasOne = false
  for (const cell of cells) {
    if (cell === '' || cell.endsWith('%')) continue
    const number = parseNumber(cell)
    if (number === null) continue
    if (number > 1 || number < 0) return false
    if (number === 1) hasOne = true
  }
  return hasOne
}
