import { halfWidth } from './half-width.ts'

/** More than one blank in a row, or one that is no space; hardly a text has any. */
const UNUSUAL_BLANKS = /\s\s|[^\S ]/

/** `007`, `7` and `7.` are one, as are `a1`, `A1` and `Ａ１`. */
export function comparable(id: string): string {
  if (/^[1-9]\d*$/.test(id)) return id
  const trimmed = halfWidth(id.trim()).toLowerCase()
  const bare = UNUSUAL_BLANKS.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed
  return /^\d+\.?$/.test(bare) ? bare.replace(/^0+(?=\d)|\.$/g, '') : bare
}

/** Planners number the row of the whole project 0. */
export function numbersProject(code: string): boolean {
  return /^0(?:\.0)*$/.test(code)
}
