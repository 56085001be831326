import { parseNumber } from './parse-number.ts'

/** What boxes that are ticked and columns named Done say. */
const ALL_WORDS = new Set(
  'true yes y x done complete completed finished ✓ ✔ ☑ ja oui si sim да erledigt fertig'.split(' '),
)
const NONE_WORDS = new Set(['false', 'no', 'n', 'not started', 'open', '-', '–', 'nein', 'non', 'нет'])

/** `50`, `50%`, `0.5` or a plain yes or no as 0 to 100; a fraction is told by its decimal mark. Null when unreadable. */
export function parsePercent(text: string): number | null {
  const bare = text.trim()
  const word = bare.toLowerCase()
  if (ALL_WORDS.has(word)) return 100
  if (NONE_WORDS.has(word)) return 0
  const hasSign = bare.endsWith('%')
  const number = parseNumber(hasSign ? bare.slice(0, -1) : bare)
  if (number === null) return null
  const isFraction = !hasSign && /[.,]/.test(bare) && number > 0 && number <= 1
  const percent = isFraction ? number * 100 : number
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100
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
