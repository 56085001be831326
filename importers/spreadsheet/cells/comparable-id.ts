import { halfWidth } from './half-width.ts'

/** More than one blank in a row, or one that is no space; hardly a text has any. */
const UNUSUAL_BLANKS = /\s\s|[^\S ]/
const ZERO = 48
const NINE = 57

/** `007`, `7` and `7.` are one, as are `a1`, `A1` and `Ａ１`. */
export function comparable(id: string): string {
  // Most ids are plain numbers, and a pattern takes ten times as long to see it.
  if (id.charCodeAt(0) !== ZERO && isDigits(id)) return id
  const trimmed = halfWidth(id.trim()).toLowerCase()
  const bare = UNUSUAL_BLANKS.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed
  return /^\d+\.?$/.test(bare) ? bare.replace(/^0+(?=\d)|\.$/g, '') : bare
}

/** Whether a text is digits and nothing else. */
export function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < ZERO || code > NINE) return false
  }
  return text !== ''
}

/** Planners number the row of the whole project 0. */
export function numbersProject(code: string): boolean {
  return /^0(?:\.0)*$/.test(code)
}
